internal import PropertyLists

/// How values of a type are written and read; only the library's own types say it.
public struct _CodingKind {
    @usableFromInline
    package enum Content {
        /// As objects with a class, which the initializer reads; the type isn't a class.
        case value

        /// As objects with a class; each instance is written once.
        case instance(any (Codingable & AnyObject).Type)

        /// As a type of the library does it.
        case special(any ValueCoding.Type)
    }

    @usableFromInline
    package let content: Content

    @usableFromInline
    package init(_ content: Content) {
        self.content = content
    }
}

extension _CodingKind {
    /// Whether values are stored as plain property-list values.
    var isInline: Bool {
        if case .special(let coding) = content { coding.isInline } else { false }
    }

    /// The type, if it is a class.
    var instanceType: (any (Codingable & AnyObject).Type)? {
        switch content {
        case .value: nil
        case .instance(let type): type
        case .special(let coding): coding.instanceType
        }
    }

    /// The type, if its instances are created empty and then filled.
    var twoPhaseType: (any TwoPhaseCodingable.Type)? { instanceType as? any TwoPhaseCodingable.Type }
}

// MARK: - Questions to any type

extension Codingable {
    /// Objects with a class, made by the initializer.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.value) }

    /// The instance, if this is one or stands for one.
    @usableFromInline
    package var instance: (any Codingable & AnyObject)? {
        switch Self._kind.content {
        case .value: nil
        case .instance(let type): reference(as: type)
        case .special(let coding): coding.isInline ? nil : instance(by: coding)
        }
    }

    /// The class record to write for this object instead of one made from its type.
    package var classRecord: ArchivedClass? {
        guard case .special(let coding) = Self._kind.content else { return nil }
        return classRecord(by: coding)
    }

    /// An object as this type, if it is one or stands for one.
    @usableFromInline
    package static func cast(_ object: any Codingable) -> Self? {
        switch Self._kind.content {
        case .value: object as? Self
        case .instance: object.instance as? Self
        case .special(let coding): cast(object, by: coding)
        }
    }

    /// This object, which is of a class, as an instance.
    private func reference<Instance: Codingable & AnyObject>(as type: Instance.Type) -> any Codingable & AnyObject {
        // Safe: the kind of a class has that class in it, so that this is an instance of it or of a subclass.
        unsafe Substitution.reinterpreted(self, as: type)
    }

    private func instance<Coding: ValueCoding>(by coding: Coding.Type) -> (any Codingable & AnyObject)? {
        guard let value = Substitution.exact(self, as: Coding.Coded.self) else { return nil }
        return coding.instance(of: value)
    }

    private func classRecord<Coding: ValueCoding>(by coding: Coding.Type) -> ArchivedClass? {
        guard let value = Substitution.exact(self, as: Coding.Coded.self) else { return nil }
        return coding.classRecord(of: value)
    }

    private static func cast<Coding: ValueCoding>(_ object: any Codingable, by coding: Coding.Type) -> Self? {
        coding.converted(object).flatMap { Substitution.exact($0, as: Self.self) }
    }
}

extension Codingable where Self: AnyObject {
    /// Objects with a class, each written once.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.instance(self)) }
}
