import KeyedArchiving
import PropertyLists

/// Prints a graph as a page for browsers: data in JSON, of which the page's script makes a tree as it is opened.
struct HTMLFormat: GraphFormat {
    static var isForPeople: Bool { true }

    private let output: TextOutput
    private let text: TreePrinter
    private let file: String
    private let textLimit: Int
    private var frames: [Frame] = []
    private var archiveCount = 0
    private var topCount = 0
    /// How many bytes were printed when the file began.
    private let start: Int
    /// How many items were left out, since the page is large enough.
    private var omittedCount = 0

    /// The visited node.
    private struct Frame {
        /// The prefix of the numbers of objects, since each archive has its own.
        var archive: String
        var childCount = 0
        /// Whether it is left out.
        var isOmitted = false
    }

    /// How large a page gets for one file, in bytes; browsers take much longer to read more.
    private static let maximumSize = 64 << 20
    /// How much of data is shown in hexadecimal digits.
    private static let hexadecimalSize = 2048
    /// How large a picture may be to be in the page.
    private static let pictureSize = 4 << 20

    init(_ output: TextOutput, file: String, _ options: GraphOptions) {
        self.output = output
        self.file = file
        textLimit = options.stringLimit ?? 20_000
        text = TreePrinter(
            palette: Palette(isColored: false), stringLimit: displayLimit, dates: options.dates)
        start = output.count
    }

    mutating func begin(_ item: GraphItem) {
        let archive = archive(of: item)
        guard hasRoom else {
            omittedCount += 1
            return frames.append(Frame(archive: archive, isOmitted: true))
        }
        let isWritten = write(node(item, archive: frames.last?.archive ?? archive) + ",\"k\":[")
        frames.append(Frame(archive: archive, isOmitted: !isWritten))
    }

    mutating func end(_ item: GraphItem) {
        guard let frame = frames.popLast(), !frame.isOmitted else { return }
        output.write("]}")
        // What isn't closed here is closed at the end.
        if !output.takesMore { frames.append(frame) }
    }

    mutating func leaf(_ item: GraphItem) {
        guard hasRoom else { return omittedCount += 1 }
        write(node(item, archive: frames.last?.archive ?? "a0.") + "}")
    }

    mutating func finish() {
        guard omittedCount > 0 else { return }
        omitted("\(omittedCount) more are left out of this page; see --max-depth, or keyed-archive get FILE PATH")
    }

    mutating func endEarly(because error: ArchiveError) {
        while let frame = frames.popLast() {
            if !frame.isOmitted { output.write("]}") }
        }
        omitted("the rest cannot be shown: \(error.shownLine)")
    }

    private mutating func omitted(_ text: String) {
        write("{\"s\":\"p\",\"t\":\(Self.string(text))}")
    }

    /// Whether there is room for more; the contents of an omitted node are omitted, too.
    private var hasRoom: Bool { frames.last?.isOmitted != true && output.count - start < Self.maximumSize }

    /// Writes a node, with a comma if it isn't the first one where it is.
    ///
    /// - Returns: Whether the output took it.
    @discardableResult
    private mutating func write(_ node: String) -> Bool {
        let isFirst = frames.last.map { $0.childCount == 0 } ?? (topCount == 0)
        output.write(isFirst ? node : "," + node)
        guard output.takesMore else { return false }
        if frames.isEmpty { topCount += 1 } else { frames[frames.count - 1].childCount += 1 }
        return true
    }

    private mutating func archive(of item: GraphItem) -> String {
        switch item.content {
        case .archive, .list:
            archiveCount += 1
            return "a\(archiveCount)."
        default: return frames.last?.archive ?? "a0."
        }
    }

    // MARK: - Nodes

    /// The members of a node, without the closing brace.
    private func node(_ item: GraphItem, archive: String) -> String {
        var members: [String] = []
        var label = String(text.label(item.label).dropLast(2))
        if case .root = item.label { label = file.escaped() }
        if !label.isEmpty { members.append("\"l\":\(Self.string(label))") }
        switch item.repeatLabel {
        case .none: break
        case .first(let uid): members.append("\"i\":\"\(archive)\(uid.rawValue)\",\"n\":\(uid.rawValue)")
        case .repeated(let uid), .again(let uid), .later(let uid), .cycle(let uid):
            members.append("\"r\":\"\(archive)\(uid.rawValue)\",\"n\":\(uid.rawValue)")
        case .cut: break
        }
        members += content(item)
        return "{" + members.joined(separator: ",")
    }

    private func content(_ item: GraphItem) -> [String] {
        switch item.content {
        case .archive(let archive, let holder):
            let place = holder.map { ", in \($0.size) bytes" } ?? ""
            return named(archive.archiver, "\(archive.objectCount) objects\(place)")
        case .object(let object):
            var members = named(
                object.archivedClass.name,
                item.isReference ? "" : String(text.description(of: object).dropFirst(text.name(of: object).count)))
            guard !item.isReference else { return members }
            if let color = object.color?.hexadecimal { members.append("\"o\":\"\(color)\"") }
            switch object.content {
            case .data(let bytes): members += data(bytes)
            case .string(let string), .url(let string, _): members += long(string)
            default: break
            }
            return members
        case .scalar(.data(let bytes)): return ["\"s\":\"d\",\"t\":\(Self.string(bytes.preview))"] + data(bytes)
        case .scalar(.string(let string)): return styled("s", item) + long(string)
        case .scalar: return styled("v", item)
        case .problem: return styled("p", item)
        case .null, .classRecord, .container, .list: return styled("m", item)
        }
    }

    private func styled(_ style: String, _ item: GraphItem) -> [String] {
        var item = item
        item.repeatLabel = .none
        return ["\"s\":\"\(style)\",\"t\":\(Self.string(text.item(item)))"]
    }

    private func named(_ name: String, _ words: String) -> [String] {
        let words = words.drop { $0 == " " || $0 == "," }
        let text = words.isEmpty ? [] : ["\"t\":\(Self.string(String(words)))"]
        return ["\"c\":\(Self.string(name.escaped(limit: displayLimit)))"] + text
    }

    /// A text that is longer than a line.
    private func long(_ string: PropertyListString) -> [String] {
        let whole = string.repaired
        guard whole.utf8.count > displayLimit || whole.contains(where: \.isNewline) else { return [] }
        let isCut = whole.unicodeScalars.count > textLimit
        let shown = isCut ? String(String.UnicodeScalarView(whole.unicodeScalars.prefix(textLimit))) + "…" : whole
        return ["\"w\":\(Self.string(shown))"]
    }

    /// A picture, or the first bytes.
    private func data(_ bytes: [UInt8]) -> [String] {
        if case .other(let kind) = FileKind(bytes), let type = kind.pictureType, bytes.count <= Self.pictureSize {
            return ["\"m\":\"\(type)\",\"b\":\(JSONText.base64(bytes))"]
        }
        guard !bytes.isEmpty else { return [] }
        let shown = Array(bytes.prefix(Self.hexadecimalSize))
        return ["\"h\":\(JSONText.base64(shown)),\"z\":\(bytes.count)"]
    }

    /// Text as a string of JSON in which nothing can end a script or begin markup.
    static func string(_ text: String) -> String {
        var safe = ""
        for character in JSONText.string(text).unicodeScalars {
            switch character {
            case "<": safe += "\\u003C"
            case ">": safe += "\\u003E"
            case "&": safe += "\\u0026"
            default: safe.unicodeScalars.append(character)
            }
        }
        return safe
    }
}

extension GraphItem {
    /// Whether the content is shown elsewhere.
    fileprivate var isReference: Bool {
        switch repeatLabel {
        case .none, .first, .repeated: false
        case .again, .cycle, .later, .cut: true
        }
    }
}
