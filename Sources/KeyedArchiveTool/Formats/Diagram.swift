/// A diagram that is being gathered: boxes, and arrows between them.
///
/// Which of them are drawn is decided when all are known, so that those nearest to the start are.
struct Diagram {
    /// An object with its plain values.
    struct Box {
        var name: String
        /// The class, which decides the color; nil for a value that isn't an object.
        var className: String?
        var lines: [String]
        /// How many plain values have no line.
        var omittedCount = 0
    }

    /// A reference from one object to another.
    struct Arrow {
        /// The name of the box that it leads to, which may come later.
        var target: String
        var label: String
    }

    private(set) var boxes: [Box] = []
    private(set) var arrows: [[Arrow]] = []
    private var positions: [String: Int] = [:]
    /// How many boxes and arrows weren't kept.
    private var droppedCount = 0

    /// How many plain values a box shows.
    private static let lineLimit = 24
    /// The maximum number of arrows kept; a diagram with more is unreadable.
    private static let keptCount = 1 << 20
    private var arrowCount = 0

    /// Adds a box.
    ///
    /// - Returns: Its position.
    mutating func add(_ box: Box) -> Int {
        positions[box.name] = boxes.count
        boxes.append(box)
        arrows.append([])
        return boxes.count - 1
    }

    /// Adds a plain value to a box, or counts it.
    mutating func add(line: @autoclosure () -> String, to box: Int) {
        if boxes[box].lines.count <= Self.lineLimit {
            boxes[box].lines.append(line())
        } else {
            boxes[box].omittedCount += 1
        }
    }

    /// Adds an arrow, or counts it.
    mutating func add(arrowTo target: String, _ label: @autoclosure () -> String, from box: Int) {
        arrowCount += 1
        if arrowCount <= Self.keptCount {
            arrows[box].append(Arrow(target: target, label: label()))
        } else {
            droppedCount += 1
        }
    }

    /// Draws the diagram, within bounds.
    ///
    /// - Parameter hint: The advice for showing parts that were left out.
    func text<Syntax: DiagramSyntax>(in syntax: Syntax.Type, bounds: DiagramBounds, hint: String) -> [String] {
        let chosen = chosenBoxes(Syntax.self, bounds)
        let isChosen = Set(chosen)
        var parts: [String] = [Syntax.header]
        var (arrowCount, arrowSize, omittedArrows) = (0, 0, droppedCount)
        var colors: Set<Int> = []
        for position in chosen {
            let box = boxes[position]
            var drawn: [String] = []
            var omitted = 0
            for arrow in arrows[position] {
                guard let target = positions[arrow.target], isChosen.contains(target) else {
                    omitted += 1
                    continue
                }
                let text = Syntax.arrow(box.name, arrow.target, arrow.label)
                if arrowCount < bounds.arrows, arrowSize + text.utf8.count <= bounds.arrowSize {
                    arrowCount += 1
                    arrowSize += text.utf8.count
                    drawn.append(text)
                } else {
                    omitted += 1
                }
            }
            omittedArrows += omitted
            let color = box.className.map(DiagramColors.index)
            if let color { colors.insert(color) }
            parts.append(Syntax.box(box.name, lines(of: box, omittedArrows: omitted), color: color))
            parts += drawn
        }
        let omittedBoxes = boxes.count - chosen.count
        if omittedBoxes > 0 || omittedArrows > 0 {
            let counts = "\(omittedBoxes) more boxes and \(omittedArrows) more arrows are left out"
            parts.append(Syntax.box("omitted", [counts, hint], color: nil))
        }
        parts += colors.sorted().map { Syntax.style(ofColor: $0) }
        return parts + [Syntax.footer]
    }

    private func lines(of box: Box, omittedArrows: Int) -> [String] {
        var lines = box.lines
        if box.omittedCount > 0 { lines.append("… \(box.omittedCount) more") }
        if omittedArrows > 0 { lines.append("→ … \(omittedArrows) left out") }
        return lines
    }

    /// The boxes nearest to the start, as many as the bounds allow.
    private func chosenBoxes<Syntax: DiagramSyntax>(_ syntax: Syntax.Type, _ bounds: DiagramBounds) -> [Int] {
        var chosen: [Int] = []
        var isSeen = [Bool](repeating: false, count: boxes.count)
        var size = 0
        // Boxes without an arrow to them, such as those of several top-level values, follow.
        for start in boxes.indices where !isSeen[start] {
            isSeen[start] = true
            var queue = [start]
            var next = 0
            while next < queue.count {
                let position = queue[next]
                next += 1
                size += Syntax.box(boxes[position].name, boxes[position].lines, color: 0).utf8.count + 64
                guard chosen.count < bounds.boxes, size <= bounds.boxSize || chosen.isEmpty else { return chosen }
                chosen.append(position)
                for arrow in arrows[position] {
                    guard let target = positions[arrow.target], !isSeen[target] else { continue }
                    isSeen[target] = true
                    queue.append(target)
                }
            }
        }
        return chosen
    }
}

/// How much of a diagram is drawn.
struct DiagramBounds {
    var boxes: Int
    /// How many bytes all boxes take.
    var boxSize: Int
    var arrows: Int
    /// How many bytes all arrows take.
    var arrowSize: Int

    /// The bounds for Mermaid, which refuses more than 50,000 characters and more than 500 arrows.
    static let mermaid = DiagramBounds(boxes: 150, boxSize: 30_000, arrows: 450, arrowSize: 17_000)
    /// The bounds for Graphviz, for drawing in some seconds.
    static let dot = DiagramBounds(boxes: 400, boxSize: 200_000, arrows: 1500, arrowSize: 200_000)

    /// The bounds for the number of boxes that the user asked for, without other limits.
    static func boxes(_ count: Int) -> DiagramBounds {
        DiagramBounds(boxes: count, boxSize: .max, arrows: .max, arrowSize: .max)
    }
}

/// The colors of boxes: a class always has the same.
enum DiagramColors {
    private static let colors = [
        "#DCEBFA", "#FDE7D3", "#DDF2DC", "#F9DADA", "#E8E0F5", "#EFE3DC", "#FBE2F1", "#ECECEC", "#F4F3C9", "#D6F2F5",
        "#E3EFD0", "#FFEBB8",
    ]

    /// The number of the color of a class.
    static func index(of className: String) -> Int {
        // FNV-1a: Swift's own hashes differ from run to run.
        var hash: UInt32 = 0x811C_9DC5
        for byte in className.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        return Int(hash % UInt32(colors.count))
    }

    /// A color as `#DCEBFA`.
    static func color(_ index: Int) -> String { colors[index % colors.count] }
}

/// How a language for diagrams writes boxes and arrows.
protocol DiagramSyntax {
    static var header: String { get }
    static var footer: String { get }
    /// How much is drawn unless the user asks for more.
    static var bounds: DiagramBounds { get }
    /// The name of the format on a command line.
    static var formatName: String { get }
    static func box(_ name: String, _ lines: [String], color: Int?) -> String
    static func arrow(_ from: String, _ to: String, _ label: String) -> String
    /// The style definition for boxes of a color, in syntaxes whose boxes don't include their style.
    static func style(ofColor color: Int) -> String
}
