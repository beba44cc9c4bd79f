package import PropertyLists

/// An instance that stands for an object without being ``Codingable``, as classes of Foundation do.
package protocol CodedStandIn {
    /// The object to encode in its place.
    ///
    /// - Throws: As ``UntypedContent/object(_:)`` does for its contents.
    func codedObject(in content: inout UntypedContent) throws -> any Codingable
}

/// Values of any types, such as those of a `[String: Any]`, as objects to encode.
package struct UntypedContent {
    /// The archiver that the objects are for; its limits apply to the small archives that order keys.
    private let archiver: KeyedArchiver
    /// Makes the object for an error that isn't a ``CodedStandIn``; nil if such errors can't be encoded.
    private let errorObject: ((any Error) -> any CodedStandIn)?
    /// How much stack there is for containers within containers.
    private var stack = StackLimit()
    /// The path of the refused value, innermost step first.
    private(set) var trail: [ArchivePath.Step] = []

    /// Creates content for an archiver.
    package init(for archiver: KeyedArchiver, errorObject: ((any Error) -> any CodedStandIn)? = nil) {
        self.archiver = archiver
        self.errorObject = errorObject
        stack.begin()
    }

    /// A value as an object to encode; nil if it is nil, through however many optionals.
    ///
    /// - Throws: As ``object(_:)`` does.
    package mutating func root(_ value: Any?) throws -> (any Codingable)? {
        guard let value else { return nil }
        if let optional = value as? any OptionalValue { return try root(optional.wrappedValue) }
        return try object(value)
    }

    /// A value as an object to encode; in a collection, nil is `NSNull`, as it is on Apple systems.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/unrepresentable`` if its type is not ``Codingable``,
    ///   ``/PropertyLists/ArchiveError/Code/limitExceeded`` if containers nest deeper than the stack allows.
    package mutating func object(_ value: Any) throws -> any Codingable {
        guard stack.hasRoom() else { throw StackLimit.error(.encode, limit: archiver.limits.depth) }
        switch value {
        case let optional as any OptionalValue:
            guard let wrapped = optional.wrappedValue else { return ArchivedNull() }
            return try object(wrapped)
        case let object as any Codingable: return object
        // Collections come first: asking whether one is a class of Foundation may make one of it, at all its levels.
        case let array as [Any]:
            return ArchivedArray(
                try array.enumerated().map { position, element in
                    try entering(.index(position)) { try $0.object(element) }
                })
        case let dictionary as [AnyHashable: Any]: return try self.dictionary(dictionary)
        case let set as Set<AnyHashable>:
            let members = try set.map { try object($0.base) }
            return ArchivedSet(try StableOrder.order(ofObjects: members, for: archiver).map { members[$0] })
        case let standIn as any CodedStandIn: return try standIn.codedObject(in: &self)
        default:
            if let error = value as? any Error, let standIn = errorObject?(error) {
                return try standIn.codedObject(in: &self)
            }
            throw ArchiveError(
                .unrepresentable,
                "a value of type \(type(of: value)) cannot be archived",
                remedy: "make the type Codingable, or leave the value out"
            )
        }
    }

    /// A dictionary as an object to encode, in an order that is the same each time: strings by their bytes, then the
    /// other keys as in a set.
    ///
    /// - Throws: As ``object(_:)`` does for each key and value.
    package mutating func dictionary(_ dictionary: [AnyHashable: Any]) throws -> ArchivedDictionary {
        let entries = try dictionary.map { entry -> ArchivedDictionary.Entry in
            let key = try entering(.key(CollectionPart.keys.key)) { try $0.object(entry.key.base) }
            let step = ArchivePath.Step.key(entry.key.base as? String ?? CollectionPart.values.key)
            return (key: key, value: try entering(step) { try $0.object(entry.value) })
        }
        let order = try StableOrder.order(ofObjects: entries.map(\.key), for: archiver)
        return ArchivedDictionary(order.map { entries[$0] })
    }
}

extension UntypedContent {
    /// Calls a closure for the value at a step, and adds the step to the trail if the closure throws.
    ///
    /// - Throws: The error of the closure.
    package mutating func entering<Result>(
        _ step: ArchivePath.Step,
        _ body: (inout Self) throws -> Result
    ) throws -> Result {
        do {
            return try body(&self)
        } catch {
            trail.append(step)
            throw error
        }
    }
}

/// An optional of any type, to be looked into.
private protocol OptionalValue {
    var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var wrappedValue: Any? { map { $0 as Any } }
}
