/// The path in a bookmark or an alias, by which Apple systems find a file again.
///
/// Both are read as far as it takes to show the path, however large the data are.
struct BookmarkPath {
    /// The kind of the data: `a bookmark` or `an alias`.
    let kind: String
    /// The path.
    let text: String

    /// Finds the path; nil in other data, and where there is none.
    init?(_ bytes: [UInt8]) {
        if bytes.starts(with: "book".utf8), let path = Bookmark(bytes: bytes).path {
            (kind, text) = ("a bookmark", path)
        } else if let path = AliasRecord(bytes: bytes).path {
            (kind, text) = ("an alias", path)
        } else {
            return nil
        }
    }
}

/// A bookmark: a table of contents leads from keys to items, and an item may be a list of others.
private struct Bookmark {
    var bytes: [UInt8]

    private static let pathKey: UInt32 = 0x1004
    private static let stringType: UInt32 = 0x0101
    private static let listType: UInt32 = 0x0601
    private static let maximumComponents = 256
    /// How many keys a table of contents may have; real ones have a few dozen.
    private static let maximumKeys = 256
    /// How many bytes of the path are read, far more than are shown.
    private static let maximumSize = 4096

    /// The parts of the path, joined.
    var path: String? {
        // The header says where the items begin, and positions count from there; alias files say it four bytes later.
        guard let size = offset(at: 12), let base = size > 0 ? size : offset(at: 16), let contents = offset(at: base),
            let list = item(Self.pathKey, base, contents),
            let (type, start, size) = content(at: base + list), type == Self.listType
        else { return nil }
        var parts: [String] = []
        var rest = Self.maximumSize
        for position in stride(from: start, to: start + size - 3, by: 4).prefix(Self.maximumComponents) {
            guard let offset = offset(at: position), let (type, start, size) = content(at: base + offset),
                type == Self.stringType
            else { return nil }
            parts.append(String(decoding: bytes[start..<start + min(size, rest)], as: UTF8.self))
            rest -= min(size, rest)
            if rest == 0 { break }
        }
        return parts.isEmpty ? nil : "/" + parts.joined(separator: "/")
    }

    /// Where the item with a key is, by the first table of contents.
    private func item(_ key: UInt32, _ base: Int, _ contents: Int) -> Int? {
        guard let count = offset(at: base + contents + 16) else { return nil }
        let first = base + contents + 20
        for entry in 0..<min(count, Self.maximumKeys) where word(at: first + 12 * entry) == key {
            return offset(at: first + 12 * entry + 4)
        }
        return nil
    }

    /// The type of an item, and where its content is.
    private func content(at position: Int) -> (type: UInt32, start: Int, size: Int)? {
        guard let size = offset(at: position), let type = word(at: position + 4), size <= bytes.count - position - 8
        else { return nil }
        return (type, position + 8, size)
    }

    /// A number of four bytes, the least significant first.
    private func word(at position: Int) -> UInt32? {
        guard position <= bytes.count - 4 else { return nil }
        return bytes[position..<position + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// A number that may be a position or a size in these bytes.
    private func offset(at position: Int) -> Int? {
        word(at: position).flatMap { Int(exactly: $0) }.flatMap { $0 <= bytes.count ? $0 : nil }
    }
}

/// An alias record of version 2: a head of a fixed size, then parts with a tag and a length each.
private struct AliasRecord {
    var bytes: [UInt8]

    private static let headSize = 150
    /// The maximum number of parts to read; real bookmarks have about a dozen.
    private static let maximumParts = 256
    /// How many bytes of a path are read, far more than are shown.
    private static let maximumSize = 4096
    private static let pathTag = 18
    private static let volumeTag = 19
    private static let endTag = 0xFFFF

    /// The path, with that of the volume before it.
    var path: String? {
        guard bytes.count > Self.headSize, number(at: 4) == bytes.count, number(at: 6) == 2 else { return nil }
        var position = Self.headSize
        var (path, volume): (String?, String?) = (nil, nil)
        for _ in 0..<Self.maximumParts {
            guard let tag = number(at: position), tag != Self.endTag, let length = number(at: position + 2) else {
                break
            }
            let start = position + 4
            guard length <= bytes.count - start else { return nil }
            if tag == Self.pathTag || tag == Self.volumeTag {
                let text = String(decoding: bytes[start..<start + min(length, Self.maximumSize)], as: UTF8.self)
                if tag == Self.pathTag { path = text } else { volume = text }
            }
            position = start + length + length % 2
        }
        guard let path else { return nil }
        let root = volume.map { $0 == "/" ? "" : $0 } ?? ""
        return path.hasPrefix("/") ? root + path : "\(root)/\(path)"
    }

    /// A number of two bytes, the most significant first.
    private func number(at position: Int) -> Int? {
        guard position <= bytes.count - 2 else { return nil }
        return Int(bytes[position]) << 8 | Int(bytes[position + 1])
    }
}
