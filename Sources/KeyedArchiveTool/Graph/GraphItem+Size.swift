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

    /// The bytes of data; nil for everything else.
    var bytes: [UInt8]? {
        switch self {
        case .scalar(.data(let bytes)): return bytes
        case .object(let object):
            if case .data(let bytes) = object.content { return bytes }
            return nil
        default: return nil
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

extension [UInt8] {
    /// Whether data or a C string is so long that each is apart from equal ones, and JSON refers to it where it is shared.
    var isLongInJSON: Bool { count > 64 }
}

extension PropertyListString {
    fileprivate var shownSize: Int { string?.utf8.count ?? 3 * utf16.count }
}
