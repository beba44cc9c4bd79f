internal import PropertyLists

extension SequentialArchive: CustomStringConvertible {
    /// The header, the number of objects and the class of the root in one line.
    public var description: String {
        let items = (0..<min(itemCount, 10_000)).reduce(0) { count, number in
            if case .object = item(number) { return count + 1 }
            return count
        }
        let count = itemCount > 10_000 ? "more than \(items) objects" : items.counted("object")
        let rootName = root.map { ", root \($0.className.quotedForDisplay)" } ?? ""
        return "SequentialArchive(\(header.byteOrder.rawValue), system \(header.systemVersion), "
            + "\(count)\(rootName))"
    }
}

extension SequentialObject: CustomStringConvertible {
    /// The class, the number and the beginning of the contents in one line of at most a thousand characters.
    public var description: String {
        var text = "\(className.escapedForDisplay()) \(reference)"
        var source = archive.source(ofObject: reference.number)
        while text.utf8.count < 400, let group = archive.next(&source) { text += " \(group)" }
        return text.utf8.count < 400 ? text : text + " …"
    }
}

extension SequentialGroup: CustomStringConvertible {
    /// The types and the beginning of the values in one line.
    public var description: String {
        var text = types.escapedForDisplay(limit: 32) + "("
        for (index, value) in values.enumerated() {
            if index > 0 { text += ", " }
            guard text.utf8.count < 200 else { return text + "…)" }
            text += value.description
        }
        return text + ")"
    }
}

extension SequentialValue: CustomStringConvertible {
    /// The value in a few words, shortened.
    public var description: String {
        switch self {
        case .integer(let value): "\(value)"
        case .unsignedInteger(let value): "\(value)"
        case .real(let value): "\(value)"
        case .bytes(let bytes), .atom(let bytes), .selector(let bytes):
            String(decoding: bytes.prefix(260), as: UTF8.self).quotedForDisplay
        case .object(let reference), .class(let reference), .cString(let reference): "\(reference)"
        case .null: "nil"
        case .array(let values): "[\(Self.list(values))]"
        case .structure(let values): "{\(Self.list(values))}"
        case .ignored: "ignored"
        }
    }

    /// The beginning of some values; types nest within bounds, so this may recurse.
    private static func list(_ values: [SequentialValue]) -> String {
        var text = ""
        for (index, value) in values.enumerated() {
            if index > 0 { text += ", " }
            guard text.utf8.count < 100 else { return text + "…" }
            text += value.description
        }
        return text
    }
}

extension SequentialClass: CustomStringConvertible {
    /// The name and the version, such as `NSString:1`.
    public var description: String { "\(name.escapedForDisplay()):\(version)" }
}
