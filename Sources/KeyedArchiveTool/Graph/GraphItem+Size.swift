import KeyedArchiving
import PropertyLists

extension GraphItem.Content {
    /// How many bytes of text or data the content shows by itself.
    var size: Int {
        switch self {
        case .scalar(let value): value.shownSize
        case .object(let object): object.archivedClass.name.utf8.count + (object.content?.size ?? 0)
        case .null, .classRecord, .container, .archive, .problem: 0
        }
    }

    /// Whether a second place of the same content should refer to the first, rather than show it again.
    ///
    /// Objects have an identity. Plain values have none that matters; only long ones are not repeated.
    var isWorthSharing: Bool {
        switch self {
        case .scalar(let value): value.isLong
        case .object: true
        default: false
        }
    }
}

extension ArchivedMeaning.Content {
    fileprivate var size: Int {
        switch self {
        case .string(let string), .geometry(let string), .url(let string, _): string.shownSize
        case .data(let bytes): bytes.count
        case .indexSet(let ranges): 2 * ranges.count
        case .indexPath(let indexes): indexes.count
        default: 0
        }
    }
}

extension GraphLabel {
    /// How many bytes of text the label shows.
    var size: Int {
        switch self {
        case .topLevel(let name), .extra(let name), .field(let name), .entry(let name): name.shownSize
        case .scalarKey(let key): key.shownSize
        default: 0
        }
    }
}

extension PropertyList {
    /// Whether a text or data is too long to be shown again for each reference to it.
    var isLong: Bool { shownSize >= 256 }

    /// How many bytes of text or data the value shows.
    var shownSize: Int {
        switch self {
        case .string(let string): string.shownSize
        case .data(let bytes): bytes.count
        default: 0
        }
    }

    /// The values in a container, with their places.
    var graphChildren: GraphChildren {
        switch self {
        case .array(let array), .orderedSet(let array), .set(let array): GraphChildren(elements: array.elements)
        case .dictionary(let dictionary):
            GraphChildren(
                others: dictionary.map { entry in
                    if case .string(let name) = entry.key { return (.entry(name), entry.value) }
                    return (.scalarKey(entry.key), entry.value)
                }
            )
        default: GraphChildren()
        }
    }
}

extension PropertyListString {
    fileprivate var shownSize: Int { string?.utf8.count ?? 3 * utf16.count }
}
