import KeyedArchiving
import PropertyLists

/// Prints a graph as a diagram: a box for each object with its plain values, and an arrow for each reference.
struct DiagramFormat<Syntax: DiagramSyntax>: GraphFormat {
    static var isForPeople: Bool { true }

    private let output: TextOutput
    private let text = TreePrinter(palette: Palette(isColored: false), stringLimit: 40)
    private var boxes: [Box] = []
    private var archiveCount = 0
    private var containerCount = 0

    /// A box whose content is being visited; its arrows are printed as they are reached.
    private struct Box {
        var name: String
        /// The prefix of the names of boxes in the same archive, since each archive has UIDs of its own.
        var archive: String
        var lines: [String]
        var omittedCount = 0
    }

    /// How many plain values a box shows.
    private static var lineLimit: Int { 24 }

    init(_ output: TextOutput) {
        self.output = output
    }

    mutating func begin(_ item: GraphItem) {
        if boxes.isEmpty { output.write(Syntax.header) }
        let box = box(for: item)
        if !item.label.isOnItsOwn { arrow(to: box.name, item.label) }
        boxes.append(box)
    }

    mutating func end(_ item: GraphItem) {
        guard var box = boxes.popLast() else { return }
        if box.omittedCount > 0 { box.lines.append("… \(box.omittedCount) more") }
        output.write(Syntax.box(box.name, box.lines))
        if boxes.isEmpty { output.write(Syntax.footer) }
    }

    mutating func leaf(_ item: GraphItem) {
        guard let last = boxes.indices.last else { return }
        switch item.repeatLabel {
        case .again(let uid), .cycle(let uid), .later(let uid):
            arrow(to: "\(boxes[last].archive)\(uid.rawValue)", item.label)
        case .none, .first, .repeated, .cut:
            if boxes[last].lines.count <= Self.lineLimit {
                boxes[last].lines.append(text.label(item.label) + text.item(item))
            } else {
                boxes[last].omittedCount += 1
            }
        }
    }

    private func arrow(to name: String, _ label: GraphLabel) {
        guard let box = boxes.last else { return }
        output.write(Syntax.arrow(box.name, name, String(text.label(label).dropLast(2))))
    }

    private mutating func box(for item: GraphItem) -> Box {
        let archive = boxes.last?.archive ?? ""
        switch item.content {
        case .object(let object):
            return Box(name: "\(archive)\(object.uid.rawValue)", archive: archive, lines: [text.item(item)])
        case .archive(let nested, let holder):
            archiveCount += 1
            // A reference to the data that holds an archive leads to the archive.
            let name = item.repeatLabel.uid.map { "\(archive)\($0.rawValue)" } ?? "archive\(archiveCount)"
            let line = holder == nil ? "\(nested.archiver), \(nested.objectCount) objects" : text.item(item)
            return Box(name: name, archive: "a\(archiveCount)n", lines: [line])
        case .list:
            archiveCount += 1
            let name = item.repeatLabel.uid.map { "\(archive)\($0.rawValue)" } ?? "archive\(archiveCount)"
            return Box(name: name, archive: "a\(archiveCount)n", lines: [text.item(item)])
        default:
            containerCount += 1
            return Box(name: "container\(containerCount)", archive: archive, lines: [text.item(item)])
        }
    }
}

/// How a language for diagrams writes boxes and arrows.
protocol DiagramSyntax {
    static var header: String { get }
    static var footer: String { get }
    static func box(_ name: String, _ lines: [String]) -> String
    static func arrow(_ from: String, _ to: String, _ label: String) -> String
}

extension GraphItem.RepeatLabel {
    /// The UID that the label shows.
    fileprivate var uid: UID? {
        switch self {
        case .none: nil
        case .first(let uid), .repeated(let uid), .again(let uid), .cycle(let uid), .later(let uid): uid
        case .cut(let uid): uid
        }
    }
}
