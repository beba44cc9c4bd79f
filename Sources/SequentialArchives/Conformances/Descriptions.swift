internal import PropertyLists

// One line for each object, of bounded length: what `print` and the debugger show. Collections say what they hold, but
// not what that holds, since objects may refer to each other in circles.

/// Descriptions of objects: their classes and short forms of their contents.
private enum ObjectText {
    /// A text in quotes, of which a long one is shortened.
    static func quoted(_ text: String) -> String { PropertyList.string(PropertyListString(text)).shortDescription() }

    /// How many members, and the first of them.
    ///
    /// - Parameter first: The first members, at least four if there are as many.
    static func list(_ className: String, of count: Int, _ first: [(any SequentialCodingable)?]) -> String {
        let shown = first.prefix(4).map(name(of:)).joined(separator: ", ")
        guard !shown.isEmpty else { return "\(className) of 0" }
        return "\(className) of \(count): \(shown)\(count > 4 ? ", …" : "")"
    }

    /// An object as a member: a plain value by its description, anything else by its class.
    static func name(of object: (any SequentialCodingable)?) -> String {
        switch object {
        case nil: "nil"
        case let value as SequentialString: value.description
        case let value as SequentialData: value.description
        case let value as SequentialDate: value.description
        case let value as SequentialBoxedValue: value.description
        case let node as UnknownSequentialObject: node.className.escapedForDisplay(limit: 64)
        case let object?: type(of: object).codedClassName
        }
    }
}

extension SequentialString: CustomStringConvertible {
    /// The text in quotes; of a long one the beginning.
    public var description: String { ObjectText.quoted(text) }
}

extension SequentialData: CustomStringConvertible {
    /// The bytes as a property list shows them; of many the first.
    public var description: String { PropertyList.data(bytes).shortDescription() }
}

extension SequentialDate: CustomStringConvertible {
    /// The date in UTC: `date 2001-01-01T00:00:00Z`.
    public var description: String { PropertyList.date(timeIntervalSinceReferenceDate).shortDescription() }
}

extension SequentialNull: CustomStringConvertible {
    /// `NSNull`.
    public var description: String { Self.codedClassName }
}

extension SequentialURL: CustomStringConvertible {
    /// The text of the URL in quotes, without that of its base.
    public var description: String { "\(Self.codedClassName) \(string)" }
}

extension SequentialBoxedValue: CustomStringConvertible {
    /// The value, and its type code if it isn't a number.
    public var description: String {
        switch value {
        case .integer(let number): "\(number)"
        case .unsignedInteger(let number): "\(number)"
        case .real(let number): "\(number)"
        default: "NSValue \(type.text.escapedForDisplay(limit: 64))"
        }
    }
}

extension SequentialArray: CustomStringConvertible {
    /// The size and the first elements: `NSArray of 2: "a", Person`.
    public var description: String { ObjectText.list(Self.codedClassName, of: elements.count, elements) }
}

extension SequentialSet: CustomStringConvertible {
    /// The size and the first members: `NSSet of 2: 1, 2`.
    public var description: String { ObjectText.list(Self.codedClassName, of: members.count, members) }
}

extension SequentialDictionary: CustomStringConvertible {
    /// The size and the first keys: `NSDictionary of 2: "a", "b"`.
    public var description: String {
        ObjectText.list(Self.codedClassName, of: entries.count, entries.prefix(4).map(\.key))
    }
}

extension SequentialAttributedString: CustomStringConvertible {
    /// The text in quotes: `NSAttributedString "text"`.
    public var description: String { "\(Self.codedClassName) \(string)" }
}

extension SequentialColor: CustomStringConvertible {
    /// The kind and the components, or catalog and name: `NSColor calibratedRGB 0.5 0.5 0.5 1.0`.
    public var description: String {
        if let name {
            return "\(Self.codedClassName) \(ObjectText.quoted(name.catalog)) \(ObjectText.quoted(name.name))"
        }
        return "\(Self.codedClassName) \(kind)" + components.map { " \($0)" }.joined()
    }
}

extension SequentialFont: CustomStringConvertible {
    /// The name and the size in points: `NSFont "Menlo" 12.0`.
    public var description: String { "\(Self.codedClassName) \(ObjectText.quoted(name)) \(size)" }
}

extension UnknownSequentialObject: CustomStringConvertible {
    /// The class and the number of values: `Person with 3 values`.
    public var description: String {
        let count = groups.reduce(0) { $0 + $1.values.count }
        return "\(className.escapedForDisplay(limit: 64)) with \(count.counted("value"))"
    }
}
