internal import PropertyLists

/// Texts for decoded objects in a line: the contents of an object are named, but not visited, so that cycles and large
/// graphs do no harm.
package enum ObjectDescription {
    /// How many fields or members are shown.
    static let maximum = 8

    /// An object inside another: plain values as they are, all else by its class.
    static func name(of object: (any Codingable)?) -> String {
        switch object {
        case nil: "nil"
        case let text as String: text.quotedForDisplay
        case let text as PropertyListString: PropertyList.string(text).shortDescription()
        case let text as ConstantString: text.string.quotedForDisplay
        case let text as MutableArchivedString: PropertyList.string(text.text).shortDescription()
        case let number as any CodedInteger: "\(number)"
        case let number as Double: "\(number)"
        case let number as Float: "\(number)"
        case let value as Bool: "\(value)"
        case let value as ArchivedData: value.description
        case let object as ArchivedObject: object.archivedClass.name.escapedForDisplay()
        case let array as ArchivedArray: counted(array.className, array.elements.count)
        case let set as ArchivedSet: counted(set.className, set.members.count)
        case let dictionary as ArchivedDictionary: counted(dictionary.className, dictionary.entries.count)
        case let object?: "\(type(of: object))"
        }
    }

    /// A collection by its class and size: `NSArray of 3`.
    static func counted(_ className: String, _ count: Int) -> String { "\(className) of \(count)" }

    /// A collection with its first members.
    ///
    /// - Parameter count: How many there are, if these are only the first.
    package static func text(_ className: String, members: [any Codingable], count: Int? = nil) -> String {
        text(className, count ?? members.count, members.prefix(maximum).map { name(of: $0) })
    }

    /// A collection with the texts of its first members.
    static func text(_ className: String, _ count: Int, _ shown: [String]) -> String {
        let head = counted(className, count)
        return shown.isEmpty ? head : "\(head): \(shown.joined(separator: ", "))\(count > shown.count ? ", …" : "")"
    }
}

extension ArchivedArray: CustomStringConvertible {
    fileprivate var className: String { isMutable ? "NSMutableArray" : "NSArray" }

    /// The size and the first elements: `NSArray of 2: "a", Person`.
    public var description: String { ObjectDescription.text(className, members: elements) }
}

extension ArchivedSet: CustomStringConvertible {
    fileprivate var className: String { isMutable ? "NSMutableSet" : "NSSet" }

    /// The size and the first members: `NSSet of 2: 1, 2`.
    public var description: String { ObjectDescription.text(className, members: members) }
}

extension ArchivedDictionary: CustomStringConvertible {
    fileprivate var className: String { isMutable ? "NSMutableDictionary" : "NSDictionary" }

    /// The size and the first entries: `NSDictionary of 1: "name": "Ada"`.
    public var description: String {
        let shown = entries.prefix(ObjectDescription.maximum).map {
            "\(ObjectDescription.name(of: $0.key)): \(ObjectDescription.name(of: $0.value))"
        }
        return ObjectDescription.text(className, entries.count, shown)
    }
}

extension ArchivedObject: CustomStringConvertible {
    /// The class and the first fields: `Person(name: "Ada", friend: Person)`.
    public var description: String {
        let shown = fields.prefix(ObjectDescription.maximum).map { "\($0.key.escapedForDisplay()): \($0.value)" }
        let rest = fields.count > shown.count ? ", …" : ""
        return "\(archivedClass.name.escapedForDisplay())(\(shown.joined(separator: ", "))\(rest))"
    }
}

extension ArchivedValue: CustomStringConvertible {
    /// The object or the inline value, in short.
    public var description: String {
        switch self {
        case .object(let object): return ObjectDescription.name(of: object)
        case .objects(let objects):
            let shown = objects.prefix(ObjectDescription.maximum).map { ObjectDescription.name(of: $0) }
            return "[\(shown.joined(separator: ", "))\(objects.count > shown.count ? ", …" : "")]"
        case .inline(let value): return value.shortDescription()
        }
    }
}

extension ArchivedData: CustomStringConvertible {
    /// The number of bytes and the first of them, as hexadecimal digits: `3 bytes 0A0B0C`.
    public var description: String {
        let digits = bytes.prefix(16).map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return byte < 16 ? "0" + digits : digits
        }
        let head = "\(bytes.count) \(bytes.count == 1 ? "byte" : "bytes")"
        return digits.isEmpty ? head : "\(head) \(digits.joined())\(bytes.count > 16 ? "…" : "")"
    }
}

extension MutableArchivedData: CustomStringConvertible {
    /// The number of bytes and the first of them.
    public var description: String { ArchivedData(bytes).description }
}

extension MutableArchivedString: CustomStringConvertible {
    /// The text in quotes; of a long one the beginning.
    public var description: String { ObjectDescription.name(of: self) }
}
