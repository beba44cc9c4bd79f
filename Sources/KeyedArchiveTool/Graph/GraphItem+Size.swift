import KeyedArchiving
import PropertyLists

extension GraphItem.Content {
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
}

extension PropertyListString {
    fileprivate var shownSize: Int { string?.utf8.count ?? 3 * utf16.count }
}
