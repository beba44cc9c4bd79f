public import PropertyLists

// Checks on the types that are instantiated, and their errors.

extension KeyedUnarchiver {
    /// Checks that a type is allowed, where secure coding is required.
    func checkAllowed(_ type: any Codingable.Type, _ allowed: AllowedTypes, at uid: EntryUID) throws {
        guard state.requiresSecureCoding else { return }
        if let named = allowed.named, ObjectIdentifier(named) == ObjectIdentifier(type) { return }
        guard !allows(type, allowed) else { return }
        throw unexpectedClass(type, allowed, at: uid)
    }

    /// Whether a call allows a type.
    ///
    /// An ``ArchivedObject``, kept for an object of an unknown class, runs no code, so that keeping such objects allows
    /// it anywhere.
    func allows(_ type: any Codingable.Type, _ allowed: AllowedTypes) -> Bool {
        keepsUnknownClasses && type == ArchivedObject.self
            || allowed.contains(type, isExact: allowsExactTypesOnly)
    }

    /// Checks a further reference to an object: its type or, if a hook put it in the place of another, its class.
    func checkAgain(_ object: BoxedObject, _ allowed: AllowedTypes, at uid: EntryUID) throws {
        let type = ValueBox.type(of: object)
        guard requiresSecureCoding, !type._kind.isInline else { return }
        if allows(type, allowed) { return }
        guard let stored = try state.storedObject(at: uid) else { return }
        try checkAllowed(resolve(stored.classIndex, allowed, at: uid), allowed, at: uid)
    }

    /// The error for an object of a type that the call does not allow.
    func unexpectedClass(_ type: any Codingable.Type, _ allowed: AllowedTypes, at uid: EntryUID) -> ArchiveError {
        let className = state.className(at: uid) ?? type.codedClassName
        let typeName = "\(type)" == className ? "" : " (\(type))"
        return state.located(
            ArchiveError(
                .unexpectedClass,
                "the object is of class \(className.quotedForDisplay)\(typeName); allowed are \(allowed.description)",
                className: className,
                remedy: remedy(forUnexpected: type)
            ),
            uid
        )
    }

    /// The remedy for an object of a type that a call doesn't name; of a collection, whose name alone would give an
    /// object that is no Swift collection, the calls that give one.
    private func remedy(forUnexpected type: any Codingable.Type) -> String {
        switch type {
        case is ArchivedNull.Type:
            "decode an optional type, for which this is nil, or name ArchivedNull in the decoding call"
        case is ArchivedArray.Type:
            "decode it as a Swift array, as in `decode([Person].self, forKey:)`, or with "
                + "`decodeArrayOfObjects(of:forKey:)`; or name ArchivedArray, a class of this library, in the decoding call"
        case is ArchivedDictionary.Type:
            "decode it as a Swift dictionary, as in `decode([String: Person].self, forKey:)`, or with "
                + "`decodeAny(of:forKey:)`; or name ArchivedDictionary, a class of this library, in the decoding call"
        case is ArchivedSet.Type:
            "decode it as a Swift set, as in `decode(Set<String>.self, forKey:)`, or name ArchivedSet, a class of this "
                + "library, in the decoding call"
        default: "name the type in the decoding call if you expect it here"
        }
    }

    /// A decoded object converted to a type, with copied content charged; nil if it can't be converted.
    @usableFromInline
    func converted<Object: Codingable>(_ object: any Codingable, to type: Object.Type) throws -> Object? {
        if let content = object as? any CopiedContent, !(object is Object) { try charge(content.copiedSize) }
        return type.cast(object)
    }

    /// The object found at a source as a class that it isn't of.
    @usableFromInline
    func converted<Object: Codingable>(
        _ object: BoxedObject,
        to type: Object.Type,
        _ source: CodingSource
    ) throws -> Object {
        let object = ValueBox.unboxed(object)
        if let cast = try converted(object, to: type) { return cast }
        throw try wrongType(of: object, type, uid(of: source))
    }

    /// The UID of a reference; that of `$null` if there is none.
    private func uid(of source: CodingSource) throws -> UID {
        switch source {
        case .reference(let uid): uid
        case .key(let key, _): try state.reference(forKey: key) ?? .null
        case .inline: .null
        }
    }

    /// The error for an object that turned out to be of another type than asked for.
    @usableFromInline
    func wrongType(of object: any Codingable, _ request: any Codingable.Type, _ uid: UID) throws -> ArchiveError {
        unexpectedClass(type(of: object), .only(request), at: try state.entry(uid))
    }

    /// The error for a type that does not support secure coding.
    func insecure(_ type: any Codingable.Type, at uid: EntryUID) -> ArchiveError {
        state.located(
            ArchiveError.insecure(type, .unexpectedClass),
            uid
        )
    }

    /// The error for objects that nest too deep.
    func tooDeep(_ type: any Codingable.Type, at uid: EntryUID) -> ArchiveError {
        state.located(
            ArchiveError(
                .limitExceeded,
                StackLimit.reason("objects", depth: state.depth, limit: limits.depth),
                className: type.codedClassName,
                remedy: StackLimit.remedy(
                    .decode, depth: state.depth, limit: limits.depth, insteadBy: "TwoPhaseCodingable")
            ),
            uid
        )
    }
}

// What the library's own containers hold was checked when they were decoded. A further request for one may allow less.

extension KeyedUnarchiver {
    /// Whether a type decodes objects of any types, under the list of the call that asks for it.
    ///
    /// A type of yours that does so, by `decodeObject(forKey:)`, is not known to.
    func holdsAnyObjects(_ type: any Codingable.Type) -> Bool {
        type == ArchivedArray.self || type == ArchivedDictionary.self || type == ArchivedSet.self
            || type == ArchivedObject.self
    }

    /// Checks the contents of a decoded container, at any depth, as decoding it again would.
    ///
    /// The archive is checked, rather than the objects, because a hook may have replaced them. A container is checked
    /// once for each list of types that it is requested with.
    ///
    /// - Complexity: O(*n*) in the size of the container's contents; counts against ``PropertyLists/Limits/expansion``.
    func checkContents(of uid: EntryUID, _ allowed: AllowedTypes) throws {
        guard requiresSecureCoding else { return }
        let types = allowed.types.map { ObjectIdentifier($0) }
        var pending = [uid]
        while let uid = pending.popLast() {
            guard state.facts[uid]?.checkedTypes != types, let stored = try state.storedObject(at: uid) else {
                continue
            }
            let type = try resolve(stored.classIndex, allowed, at: uid)
            try checkAllowed(type, allowed, at: uid)
            guard holdsAnyObjects(type) else { continue }
            state.facts[uid, default: .init()].checkedTypes = types
            try state.appendReferences(of: stored, to: &pending)
        }
    }
}

extension UnarchiverState {
    /// Adds the objects that the fields of an object refer to.
    fileprivate mutating func appendReferences(of stored: StoredObject, to pending: inout [EntryUID])
        throws(ArchiveError)
    {
        try charge(for: stored)
        for position in stored.fields.positions {
            let index = reader.value(position, of: stored.fields)
            if let uid = try uid(at: index) {
                appendObject(uid, to: &pending)
                continue
            }
            guard let elements = try array(at: index) else { continue }
            try chargeElements(elements.count)
            for position in 0..<elements.count {
                guard let uid = try uid(at: reader.unchecked(position, of: elements)) else { break }
                appendObject(uid, to: &pending)
            }
        }
    }

    /// Adds an object, unless there is none or it is a class record, which `$class` refers to.
    private func appendObject(_ uid: UID, to pending: inout [EntryUID]) {
        guard let entry = archive.entry(uid) else { return }
        if entries[entry].stage != .classRecord { pending.append(entry) }
    }
}

/// The types that a decoding call, and everything decoded below it, may instantiate where secure coding is required.
enum AllowedTypes {
    /// The types that the enclosing call allows.
    case inherited
    /// The type named, and its subclasses.
    case only(any Codingable.Type)
    /// The types named, and their subclasses.
    case list([any Codingable.Type])

    /// The type that a call names; nil for a call that takes any object.
    @inline(__always)
    var named: (any Codingable.Type)? {
        if case .only(let type) = self { type } else { nil }
    }

    /// The types themselves.
    var types: [any Codingable.Type] {
        switch self {
        case .inherited: []
        case .only(let type): [type]
        case .list(let types): types
        }
    }

    /// Whether a type is allowed.
    ///
    /// - Parameter isExact: Whether a subclass of a type named does not count.
    func contains(_ type: any Codingable.Type, isExact: Bool) -> Bool {
        types.contains { ObjectIdentifier($0) == ObjectIdentifier(type) || (!isExact && Self.is(type, subclassOf: $0)) }
    }

    private static func `is`(_ type: any Codingable.Type, subclassOf other: any Codingable.Type) -> Bool {
        guard let type = type as? AnyClass, let other = other as? AnyClass else { return false }
        return isClass(type, below: other)
    }

    /// Whether a class is a subclass of another, at any depth.
    static func isClass(_ type: AnyClass, below other: AnyClass) -> Bool {
        var superclass: AnyClass? = _getSuperclass(type)
        while let current = superclass {
            if current == other { return true }
            superclass = _getSuperclass(current)
        }
        return false
    }

    /// The types' names, for an error text.
    var description: String {
        let names = types.map { "\($0)" }
        return names.isEmpty ? "none" : names.joined(separator: ", ")
    }
}

/// An object whose content is copied when a call asks for another type.
///
/// It is rather decoded once more, as that type, and kept as both.
package protocol CopiedContent: Codingable {
    /// About how many bytes a copy takes.
    var copiedSize: Int { get }
}
