internal import PropertyLists

/// Encodes a value into a tree.
struct TreeEncoder: Encoder {
    let tree: EncodedTree
    let codingPath: [any CodingKey]
    let session: EncodingSession

    var userInfo: [CodingUserInfoKey: Any] { session.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(KeyedTreeContainer<Key>(tree: recordTree(), codingPath: codingPath, session: session))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        UnkeyedTreeContainer(tree: listTree(), codingPath: codingPath, session: session)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleValueTreeContainer(tree: tree, codingPath: codingPath, session: session)
    }

    /// This tree as a record: a value may ask for its keyed container several times.
    func recordTree() -> EncodedTree {
        switch tree.content {
        case .record: return tree
        case .nothing:
            tree.content = .record([:])
            return tree
        case .list, .value: return contradiction(.record([:]))
        }
    }

    /// This tree as a list.
    func listTree() -> EncodedTree {
        switch tree.content {
        case .list: return tree
        case .nothing:
            tree.content = .list([])
            return tree
        case .record, .value: return contradiction(.list([]))
        }
    }

    /// A tree that leads nowhere, for a value that encodes itself in two ways at once; encoding ends with an error.
    private func contradiction(_ content: EncodedTree.Content) -> EncodedTree {
        session.fail("a value encodes itself in more than one kind of container", at: codingPath)
        return EncodedTree(content)
    }
}

/// What all encoders of one value share.
final class EncodingSession {
    let userInfo: [CodingUserInfoKey: Any]
    let limits: Limits
    /// A mistake found where no error could be thrown.
    private(set) var failure: EncodingError?

    init(userInfo: [CodingUserInfoKey: Any], limits: Limits) {
        self.userInfo = userInfo
        self.limits = limits
    }

    /// Notes a mistake, if it is the first.
    func fail(_ reason: String, at codingPath: [any CodingKey]) {
        if failure == nil { failure = error(reason, at: codingPath) }
    }

    /// Encodes a value.
    func encode(_ value: any Encodable, at codingPath: [any CodingKey]) throws -> EncodedTree {
        guard codingPath.count < limits.depth else {
            throw ArchiveError(
                .limitExceeded,
                "the limit `depth` of \(limits.depth) is exceeded by values that nest deeper",
                remedy: "raise `Limits.depth`"
            )
        }
        let tree = EncodedTree()
        switch value {
        case let value as any PropertyListValue: tree.content = .value(value.propertyListValue)
        case let value as any UnorderedEncodable: tree.content = try value.stableContent(in: self, at: codingPath)
        default:
            try value.encode(to: TreeEncoder(tree: tree, codingPath: codingPath, session: self))
            if let failure { throw failure }
        }
        return tree
    }

    func error(_ reason: String, at codingPath: [any CodingKey]) -> EncodingError {
        EncodingError.invalidValue((), EncodingError.Context(codingPath: codingPath, debugDescription: reason))
    }
}

/// The place of an element, or of what a superclass encodes.
///
/// The text of a position is made when somebody asks for it: of a thousand elements hardly one is ever named.
enum TreeKey: CodingKey {
    case name(String)
    case position(Int)

    init(stringValue: String) {
        self = .name(stringValue)
    }

    init(intValue: Int) {
        self = .position(intValue)
    }

    var stringValue: String {
        switch self {
        case .name(let name): name
        case .position(let position): "Index \(position)"
        }
    }

    var intValue: Int? {
        if case .position(let position) = self { position } else { nil }
    }

    /// What a superclass encodes, if it does not name a key.
    static let superclass = TreeKey(stringValue: "super")
}

extension PropertyList {
    /// The text that stands for nil, for which a property list has no value.
    static let nilText: PropertyList = "$null"

    /// An integer in the smallest case that holds it.
    init(_ value: some FixedWidthInteger) {
        if let value = Int64(exactly: value) {
            self = .integer(value)
        } else {
            self = .unsignedInteger(UInt64(truncatingIfNeeded: value))
        }
    }
}
