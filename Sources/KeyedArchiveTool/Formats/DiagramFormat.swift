import KeyedArchiving
import PropertyLists

/// Prints a graph as a diagram: a box for each object with its plain values, and an arrow for each reference.
///
/// A collection that only one object refers to has no box: its elements are in that of the object, with arrows such as
/// `children[0]`.
struct DiagramFormat<Syntax: DiagramSyntax>: GraphFormat {
    static var isForPeople: Bool { true }

    private let output: TextOutput
    private let text: TreePrinter
    private let maximumBoxes: Int?
    private var diagram = Diagram()
    private var frames: [Frame] = []
    private var archiveCount = 0
    private var containerCount = 0

    /// The visited object: a box, or a collection folded into one.
    private struct Frame {
        var box: Int
        /// The prefix of the names of boxes in the same archive, since each archive has its own UIDs.
        var archive: String
        /// The place in the box.
        var place = ""
    }

    /// How long the label of an arrow may get.
    private static var labelLimit: Int { 60 }

    init(_ output: TextOutput, _ options: GraphOptions) {
        self.output = output
        text = TreePrinter(
            palette: Palette(isColored: false), stringLimit: options.stringLimit ?? 40, dates: options.dates)
        maximumBoxes = options.maximumBoxes
    }

    mutating func begin(_ item: GraphItem) {
        let place = self.place(of: item.label)
        if let frame = frames.last, item.isFoldable {
            frames.append(Frame(box: frame.box, archive: frame.archive, place: place))
            return
        }
        let (box, archive) = box(for: item)
        if let frame = frames.last, !item.label.isOnItsOwn {
            diagram.add(arrowTo: box.name, place.escaped(limit: Self.labelLimit), from: frame.box)
        }
        frames.append(Frame(box: diagram.add(box), archive: archive))
    }

    mutating func end(_ item: GraphItem) {
        _ = frames.popLast()
    }

    mutating func leaf(_ item: GraphItem) {
        let place = self.place(of: item.label)
        guard let frame = frames.last else {
            _ = diagram.add(Diagram.Box(name: "value", lines: [text.item(item)]))
            return
        }
        switch item.repeatLabel {
        case .again(let uid), .cycle(let uid), .later(let uid):
            diagram.add(
                arrowTo: "\(frame.archive)\(uid.rawValue)", place.escaped(limit: Self.labelLimit), from: frame.box)
        case .none, .first, .repeated, .cut:
            diagram.add(
                line: (place.isEmpty ? "" : place.escaped(limit: Self.labelLimit) + ": ") + text.item(item),
                to: frame.box)
        }
    }

    mutating func finish() {
        let hint = "see --max-boxes, or start further inside: keyed-archive get FILE PATH --format \(Syntax.formatName)"
        let bounds = maximumBoxes.map { DiagramBounds.boxes($0) } ?? Syntax.bounds
        for part in diagram.text(in: Syntax.self, bounds: bounds, hint: hint) { output.write(part) }
        diagram = Diagram()
    }

    /// Where a label leads, from the box on: `children[0].name`.
    private func place(of label: GraphLabel) -> String {
        let name = String(text.label(label).dropLast(2))
        guard let place = frames.last?.place, !place.isEmpty else { return name }
        // A long place inside of many collections says no more when it is longer still.
        let start = place.utf8.count > 4 * Self.labelLimit ? "…" : place
        return name.hasPrefix("[") || name.isEmpty ? start + name : "\(start).\(name)"
    }

    private mutating func box(for item: GraphItem) -> (box: Diagram.Box, archive: String) {
        let archive = frames.last?.archive ?? "n"
        switch item.content {
        case .object(let object):
            let name = "\(archive)\(object.uid.rawValue)"
            let className = object.archivedClass.name
            return (Diagram.Box(name: name, className: className, lines: [text.item(item)]), archive)
        case .archive(let nested, let holder):
            let line = holder == nil ? "\(nested.archiver), \(nested.objectCount) objects" : text.item(item)
            return (boxOfFile(item, archive, line), "a\(archiveCount)n")
        case .list:
            return (boxOfFile(item, archive, text.item(item)), "a\(archiveCount)n")
        default:
            containerCount += 1
            return (Diagram.Box(name: "container\(containerCount)", lines: [text.item(item)]), archive)
        }
    }

    /// The box of an archive or another list, whose objects get their own names.
    private mutating func boxOfFile(_ item: GraphItem, _ archive: String, _ line: String) -> Diagram.Box {
        archiveCount += 1
        // A reference to the data that holds an archive leads to the archive.
        let name = item.repeatLabel.uid.map { "\(archive)\($0.rawValue)" } ?? "archive\(archiveCount)"
        return Diagram.Box(name: name, lines: [line])
    }
}

extension GraphItem {
    /// Whether this is a collection that nothing else refers to.
    fileprivate var isFoldable: Bool {
        guard case .none = repeatLabel, !label.isOnItsOwn else { return false }
        switch content {
        case .container: return true
        case .object(let object):
            switch object.content {
            case .list, .set, .countedSet, .dictionary: return true
            default: return false
            }
        default: return false
        }
    }
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
