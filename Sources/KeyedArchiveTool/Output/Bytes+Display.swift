extension [UInt8] {
    /// The number of bytes and the first few of them, as text if they all are readable ASCII.
    ///
    /// - Complexity: O(1); data may be shown at many places.
    var preview: String {
        var size = "\(count) byte\(count == 1 ? "" : "s")"
        guard !isEmpty else { return size }
        if let path = BookmarkPath(self) {
            return "\(size), \(path.kind) of \(path.text.quoted(limit: 2 * displayLimit))"
        }
        if let name = FileKind(Array(prefix(FileKind.headSize))).name {
            size += ", \(name)"
        } else if holdsKeyedArchive {
            size += ", an archive"
        }
        // Colors and styles are stored as text that ends in NUL.
        let text = last == 0 ? dropLast() : self[...]
        if !text.isEmpty, text.prefix(displayLimit).allSatisfy({ 0x20..<0x7F ~= $0 }) {
            return "\(size): \(String(decoding: text.prefix(displayLimit + 1), as: UTF8.self).quoted())"
        }
        let shown = prefix(16).map(\.hexadecimal).joined(separator: " ")
        return "\(size): \(shown)\(count > 16 ? " …" : "")"
    }
}

extension [UInt8] {
    /// Whether these are a property list that seems to be a keyed archive, as its keys say, which are at its beginning or
    /// at its end.
    private var holdsKeyedArchive: Bool {
        let head = Array(prefix(FileKind.headSize))
        guard let list = head.documentInData, case .propertyList = FileKind(list) else { return false }
        return [head, Array(suffix(FileKind.headSize))].contains { $0.firstRange(of: Array("$archiver".utf8)) != nil }
    }
}

extension UInt8 {
    /// Two hexadecimal digits, upper case.
    var hexadecimal: String {
        (self < 16 ? "0" : "") + String(self, radix: 16, uppercase: true)
    }
}
