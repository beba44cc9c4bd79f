import KeyedArchiving
import PropertyLists
import SequentialArchives

/// Prints what a sequential archive holds as a tree: each object where it is met first, and its values below it.
///
/// What is still to be printed is on a list of its own, so that objects may nest as deep as they like.
struct SequentialTree {
    private let archive: SequentialArchive
    private let options: GraphOptions
    private let console: Console
    private var budget: Budget
    private var meter: OutputMeter
    private var printed: Set<SequentialReference> = []
    private var pending: [Item] = []

    private enum Item {
        case line(String, level: Int)
        case value(SequentialValue, level: Int)
    }

    /// From this level on lines start at the same column.
    private static let deepestIndentation = 64

    init(_ archive: SequentialArchive, _ options: GraphOptions, on console: Console, paidFrom budget: Budget) {
        self.archive = archive
        self.options = options
        self.console = console
        self.budget = budget
        meter = OutputMeter(console.output)
    }

    mutating func print() throws(ArchiveError) {
        let header = archive.header
        let note = "sequential archive, \(header.byteOrder.rawValue)-endian, system version \(header.systemVersion)"
        console.output.write("\(console.palette.paint(note, .note))\n")
        push(archive.groups, level: 0)
        while let item = pending.popLast(), console.output.takesMore {
            switch item {
            case .line(let text, let level): write(text, level)
            case .value(let value, let level): print(value, level)
            }
            try meter.pay(from: &budget)
        }
    }

    private mutating func print(_ value: SequentialValue, _ level: Int) {
        guard case .object(let reference) = value, let object = archive.object(reference) else {
            return write(text(of: value), level)
        }
        let name = console.palette.paint(object.className.escaped(), .className)
        guard printed.insert(reference).inserted else { return write("→ \(reference) \(name)", level) }
        guard level < options.maximumDepth else { return write("\(reference) \(name) …", level) }
        let groups = object.groups
        if groups.allSatisfy({ $0.values.allSatisfy { !Self.holdsObjects($0) } }) {
            let values = groups.flatMap(\.values).map(text(of:)).joined(separator: ", ")
            return write(values.isEmpty ? "\(reference) \(name)" : "\(reference) \(name) \(values)", level)
        }
        write("\(reference) \(name)", level)
        push(groups, level: level + 1)
    }

    /// Puts what is in groups before what is still to be printed.
    private mutating func push(_ groups: [SequentialGroup], level: Int) {
        for group in groups.reversed() {
            if group.values.contains(where: Self.holdsObjects) {
                for value in group.values.reversed() { push(value, level: level) }
            } else {
                pending.append(.line(group.values.map(text(of:)).joined(separator: ", "), level: level))
            }
        }
    }

    /// Puts a value there, of an array or a structure its parts; types nest within bounds, so this may recurse.
    private mutating func push(_ value: SequentialValue, level: Int) {
        switch value {
        case .array(let parts), .structure(let parts): for part in parts.reversed() { push(part, level: level) }
        default: pending.append(.value(value, level: level))
        }
    }

    private static func holdsObjects(_ value: SequentialValue) -> Bool {
        switch value {
        case .object: true
        case .array(let parts), .structure(let parts): parts.contains(where: holdsObjects)
        default: false
        }
    }

    /// A value in a few words, its text shortened.
    private func text(of value: SequentialValue) -> String {
        let palette = console.palette
        switch value {
        case .bytes(let bytes), .atom(let bytes), .selector(let bytes): return text(of: bytes)
        case .cString(let reference): return archive.cString(reference).map(text(of:)) ?? "nil"
        case .class(let reference):
            let name = archive.classRecord(reference)?.name ?? ""
            return "class \(palette.paint(name.escaped(), .className))"
        case .integer, .unsignedInteger, .real: return palette.paint(value.description, .number)
        case .object, .null, .array, .structure, .ignored: return value.description
        }
    }

    private func text(of bytes: [UInt8]) -> String {
        guard let text = String(validating: bytes, as: UTF8.self), !text.contains("\0") else { return bytes.preview }
        return console.palette.paint(text.quoted(limit: options.stringLimit ?? displayLimit), .string)
    }

    private func write(_ text: String, _ level: Int) {
        console.output.write(spaces: 2 * min(level, Self.deepestIndentation))
        console.output.write("\(text)\n")
    }
}
