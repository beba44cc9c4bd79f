internal import PropertyLists

/// The names and superclasses of classes, and which names may be written: those that the same program, and others,
/// will know again.
///
/// A type is a value here, and where a static member asks about its own type it passes `self`, never `Self.self`. The
/// two are the same unless the optimizer knows a value by a superclass: then it takes `Self` for that superclass, also
/// where a conversion to `any Codingable.Type` comes before, while `self` stays the class that it is.
enum ClassNaming {
    /// The classes that have their names from the default of ``Codingable/codedClassName``, once they were asked.
    ///
    /// Nothing else distinguishes a declared name from the default: the text may be the same. A task-local value would
    /// do for a question too, but takes the runtime of concurrency into every program that is linked statically.
    private static let namedByDefault = Mutex<Set<ObjectIdentifier>>([])

    /// The default name of a type: its full name.
    static func defaultName(of type: any Codingable.Type) -> String {
        if type is AnyClass { namedByDefault.withValue { _ = $0.insert(ObjectIdentifier(type)) } }
        return String(reflecting: type)
    }

    /// The coded names of a class and of its superclasses that are ``Codingable``, and those above them.
    static func hierarchy(of type: any Codingable.Type) -> [String] {
        var names: [String] = []
        names.reserveCapacity(4)
        names.append(type.codedClassName)
        var next = type._kind.instanceType != nil ? superclass(of: type) : nil
        while let type = next {
            if names.last?.isIdentical(to: type.codedClassName) != true { names.append(type.codedClassName) }
            next = superclass(of: type)
        }
        names += FoundationClassNames.superclasses(of: names.last ?? "")
        return names
    }

    /// The names of Foundation's classes that a type reads besides the one that is its own.
    static func aliases(of type: any Codingable.Type) -> [String] {
        FoundationClassNames.aliases(of: type.codedClassName)
    }

    /// The nearest superclass that is ``Codingable``, or nil.
    static func superclass(of type: any Codingable.Type) -> (any Codingable.Type)? {
        var superclass: AnyClass? = (type as? AnyClass).flatMap { _getSuperclass($0) }
        while let type = superclass {
            if let coded = type as? any Codingable.Type { return coded }
            superclass = _getSuperclass(type)
        }
        return nil
    }

    /// The topmost superclass that is ``Codingable`` and not of this library; nil if a class has none.
    static func topmostSuperclass(of type: any Codingable.Type) -> (any Codingable.Type)? {
        guard let next = superclass(of: type), next != CodedObject.self else { return nil }
        return topmostSuperclass(of: next) ?? next
    }

    /// Checks that a class with a ``Codingable`` superclass has its own name.
    ///
    /// - Parameter name: The name that the class declares.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidArchiveOperation`` if it inherits the name of the
    ///   superclass, or if no superclass declared a name that it could override: the hooks that it declares are not called.
    static func checkOwnName(_ name: String, of type: any Codingable.Type) throws(ArchiveError) {
        guard let superclass = superclass(of: type) else { return }
        if superclass.codedClassName.isIdentical(to: name) { throw inherited(name, of: type, from: superclass) }
        if namedByDefault.withValue({ $0.contains(ObjectIdentifier(type)) }) {
            throw unheard(name, of: type, from: superclass)
        }
    }

    /// The superclass from which a class inherits its name; nil if the class declares one itself.
    static func superclassOfSameName(_ type: any Codingable.Type) -> (any Codingable.Type)? {
        guard let superclass = superclass(of: type) else { return nil }
        return superclass.codedClassName.isIdentical(to: type.codedClassName) ? superclass : nil
    }

    /// Checks that a class that a call names would not take the objects of its superclass for its own.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidUnarchiveOperation`` if it inherits the name.
    static func checkRequest(for type: any Codingable.Type) throws(ArchiveError) {
        guard let superclass = superclassOfSameName(type) else { return }
        let name = type.codedClassName
        throw ArchiveError(
            .invalidUnarchiveOperation,
            "\(type) has the coded class name of its superclass, \(name.quotedForDisplay), and would read the objects "
                + "of \(superclass) as its own",
            className: name,
            remedy: "override `codedClassName`, which the superclass declares as a `class var`, or say so with "
                + "`setClass(_:forClassName:)` if that is what you want"
        )
    }

    /// Checks that a type's conformance may be used here: that of a type of the main actor on the main actor only.
    ///
    /// The compiler refuses most such cases, but not a list of types or a coder that is handed to another actor.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/wrongActor`` if it belongs to another actor.
    static func checkActor(of type: any Codingable.Type) throws(ArchiveError) {
        // A conversion from `Any` looks the conformance up, and asks for its actor; one from `Any.Type` doesn't.
        if (type as Any) is any Codingable.Type { return }
        throw .wrongActor(of: type)
    }

    /// Checks that a class has a name, without which no reader takes its record.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidArchiveOperation`` if the name is empty.
    static func checkNotEmpty(_ name: String) throws(ArchiveError) {
        guard name.isEmpty else { return }
        throw ArchiveError(
            .invalidArchiveOperation,
            "the name of a class is empty",
            remedy: "set or declare a name that the reading program knows"
        )
    }

    /// Checks that the names of a class record say the same in another run of the program.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidArchiveOperation`` if one is the name of a private or local
    ///   type, which holds an address in memory.
    static func checkPermanence(of record: ArchivedClass, for type: any Codingable.Type) throws(ArchiveError) {
        let isOwnTransient = isTransient(record.name)
        guard isOwnTransient || holdsTransient(record.hierarchy) || holdsTransient(record.fallbacks) else { return }
        throw ArchiveError(
            .invalidArchiveOperation,
            isOwnTransient
                ? "\(type) is private or local, and so has no name that could be read back"
                : "\(type) has a private or local superclass, or a fallback, without a name that could be read back",
            className: record.name,
            remedy: "declare its name, such as `static var codedClassName: String { \"\(type)\" }`, in a class "
                + "that others subclass as a `class var`"
        )
    }

    @inline(__always)
    private static func holdsTransient(_ names: [String]) -> Bool {
        for index in names.indices where isTransient(names[index]) { return true }
        return false
    }

    /// Whether a name holds a place in memory, as the full names of private and local types do.
    @inline(__always)
    private static func isTransient(_ name: String) -> Bool {
        name.utf8.count > transientSignLength && holdsTransientSign(name)
    }

    private static var transientSign: String { "(unknown context at $" }
    private static var transientSignLength: Int { 21 }

    @inline(never)
    private static func holdsTransientSign(_ name: String) -> Bool {
        let sign = transientSign
        var rest = name.utf8[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "(")) {
            rest = rest[start...]
            if rest.starts(with: sign.utf8) { return true }
            rest = rest.dropFirst()
        }
        return false
    }

    private static func inherited(
        _ name: String,
        of type: any Codingable.Type,
        from superclass: any Codingable.Type
    ) -> ArchiveError {
        ArchiveError(
            .invalidArchiveOperation,
            "\(type) has the coded class name of its superclass, \(name.quotedForDisplay), and would be read back as "
                + "\(superclass)",
            className: name,
            remedy: "override `codedClassName`, which the superclass declares as a `class var`, or return "
                + "\(superclass) from `typeForKeyedArchiver` to hide the subclass"
        )
    }

    private static func unheard(
        _ name: String,
        of type: any Codingable.Type,
        from superclass: any Codingable.Type
    ) -> ArchiveError {
        ArchiveError(
            .invalidArchiveOperation,
            "\(type) cannot override the hooks of its superclass \(superclass), which declares none; its own "
                + "are never called",
            className: name,
            remedy: "derive \(superclass) from CodedObject, or declare in it `class var codedClassName` and the "
                + "other hooks that subclasses change, and override them here"
        )
    }
}
