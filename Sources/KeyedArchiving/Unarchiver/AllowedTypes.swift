/// Which types a decoding call, and everything decoded below it, may instantiate where secure coding is required.
enum AllowedTypes {
    /// Whatever the enclosing call allows.
    case inherited
    /// The type named, and its subclasses.
    case only(any Codingable.Type)
    /// The types named, and their subclasses.
    case list([any Codingable.Type])

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
        guard let other = other as? AnyClass else { return false }
        var superclass: AnyClass? = (type as? AnyClass).flatMap { _getSuperclass($0) }
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
