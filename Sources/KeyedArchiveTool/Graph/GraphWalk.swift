import KeyedArchiving
import PropertyLists

/// Walks the graph of an archive, or of a property list, depth first and passes its items to a format.
///
/// Each object is shown once, where its shortest path leads; other places refer to it. So the output grows with
/// the archive and not with the number of ways through it. The walk has an explicit stack, and an object that would
/// stand deeper than ``deepestPlace`` is put off to the end, so that long chains neither exhaust memory nor indent
/// without bound.
struct GraphWalk<Format: GraphFormat> {
    var format: Format
    var options: GraphOptions
    /// The parts of the archive that could not be read.
    var unshown = UnshownParts()
    private let output: TextOutput
    /// The archives that are being shown, each held in data of the one before.
    private var levels: [GraphLevel] = []
    private var stack: [Frame] = []

    /// How many containers deep an object may be within its archive before it is put off to the end.
    static var deepestPlace: Int { 64 }

    /// A container whose content is being shown.
    private struct Frame {
        /// The item reported to the format; nil for the outermost frame.
        var item: GraphItem?
        var children: GraphChildren
        var next = 0
        /// How many objects and containers lie around the children.
        var depth: Int
        /// Whether this frame is that of an archive or another list, and so the last level is its own.
        var isArchive = false
        /// The object whose children these are, also through containers in its fields; nil for those of the top level.
        var holder: UID?
    }

    /// Creates a walk that prints to `output`.
    init(_ format: Format, _ options: GraphOptions, output: TextOutput) {
        self.format = format
        self.options = options
        self.output = output
    }

    /// Shows a whole document.
    mutating func show(_ document: Document) throws(ArchiveError) {
        switch document.content {
        case .archive(let archive): try show(.keyed(archive), in: document)
        case .sequential(let archive): try show(.sequential(archive), in: document)
        case .list(let list):
            options.opensNestedArchives = true
            let item = GraphItem(label: .root, content: .list(list.format, holder: nil))
            try begin(list.root, item, in: document, depth: 0)
            try run()
        }
    }

    /// Shows a whole archive.
    mutating func show(_ archive: ShownArchive, in document: Document) throws(ArchiveError) {
        let item = GraphItem(label: .root, content: .archive(archive.facts, holder: nil))
        try begin(archive, item, in: document, depth: 0)
        try run()
    }

    /// Shows one value of an archive, or of a property list that isn't one.
    mutating func show(_ value: PropertyList, of archive: ShownArchive?, in document: Document) throws(ArchiveError) {
        try pushLevel(archive, of: document)
        let children = GraphChildren(others: [(.root, value)])
        try level.findPlaces(from: children)
        stack.append(Frame(item: nil, children: children, depth: 0, isArchive: true))
        try run()
    }

    /// Shows values of one archive, or of a property list that isn't one, as elements of a list.
    mutating func show(
        _ values: [PropertyList],
        of archive: ShownArchive?,
        in document: Document
    ) throws(ArchiveError) {
        try pushLevel(archive, of: document)
        let children = GraphChildren(elements: values)
        try level.findPlaces(from: children)
        stack.append(Frame(item: nil, children: children, depth: 0, isArchive: true))
        try run()
    }

    private mutating func run() throws(ArchiveError) {
        while output.takesMore, !stack.isEmpty {
            let top = stack.count - 1
            let next = stack[top].next
            if next < stack[top].children.count {
                stack[top].next += 1
                let child = stack[top].children[next]
                try show(child.value, child.label, depth: stack[top].depth)
            } else if stack[top].isArchive, let (uid, depth) = level.nextEnqueued() {
                try show(.uid(uid), .continued(uid), depth: depth)
            } else {
                end(stack.removeLast())
            }
        }
    }

    // MARK: - Open containers

    /// The innermost archive that is being shown; there always is one while the walk runs.
    var level: GraphLevel {
        get { levels[levels.count - 1] }
        _modify { yield &levels[levels.count - 1] }
    }

    /// The content of a value of the innermost archive.
    mutating func resolve(_ value: PropertyList) throws(ArchiveError) -> GraphItem.Content {
        try level.resolve(value)
    }

    /// The object of a reference of the innermost archive, without its contents.
    mutating func resolveAgain(_ uid: UID, ofClass classUID: UID) throws(ArchiveError) -> GraphItem.Content {
        try level.resolveAgain(uid, ofClass: classUID)
    }

    /// Whether an object that has content is put off here: it would be too deep, or those before it come first.
    var isTooDeep: Bool { Format.isByPath || stack.count - level.base > Self.deepestPlace }

    /// Whether an object stands among the children that are being shown.
    func isPlace(of uid: UID) -> Bool { level.isPlace(of: uid, in: stack.last?.holder) }

    /// Begins an item; its children are shown next.
    mutating func begin(_ item: GraphItem, _ children: GraphChildren, depth: Int) {
        format.begin(numbered(item))
        var holder = stack.last?.holder
        if case .object(let object) = item.content { holder = object.uid }
        stack.append(Frame(item: item, children: children, depth: depth + 1, holder: holder))
    }

    /// Begins an archive; its top level is shown next, at the given depth.
    mutating func begin(
        _ archive: ShownArchive,
        _ item: GraphItem,
        in document: Document,
        depth: Int
    ) throws(ArchiveError) {
        let begun = numbered(item)
        try pushLevel(archive, of: document)
        var children = GraphChildren()
        children.append(contentsOf: try level.topLevel().lazy.map { (.topLevel($0.key), $0.value) })
        // No path leads to keys beside the top level.
        let extra = Format.isByPath ? [] : try level.graph.entries.extraTopLevelValues()
        children.append(contentsOf: extra.lazy.map { (.extra($0.key), $0.value) })
        try level.findPlaces(from: children)
        format.begin(begun)
        stack.append(Frame(item: item, children: children, depth: depth, isArchive: true))
    }

    /// Begins a property list that isn't an archive; its contents are shown next, at the given depth.
    mutating func begin(
        _ list: PropertyList,
        _ item: GraphItem,
        in document: Document,
        depth: Int
    ) throws(ArchiveError) {
        let begun = numbered(item)
        try pushLevel(nil, of: document)
        format.begin(begun)
        let children =
            list.isContainer
            ? list.graphChildren : GraphChildren(others: [(.field(PropertyListString(PropertyList.wholeKey)), list)])
        stack.append(Frame(item: item, children: children, depth: depth, isArchive: true))
    }

    private mutating func end(_ frame: Frame) {
        if frame.isArchive { levels.removeLast() }
        guard let item = frame.item else { return }
        if case .object(let object) = item.content { level[object.uid] = .done(classUID: object.classUID) }
        format.end(numbered(item))
    }

    /// Reports an item without contents to the format.
    mutating func sayLeaf(_ item: GraphItem) {
        format.leaf(numbered(item))
    }

    /// The item with the numbers that the innermost archive is shown with.
    private func numbered(_ item: GraphItem) -> GraphItem {
        item.numbered(from: levels.last?.firstNumber ?? 0)
    }

    private mutating func pushLevel(_ archive: ShownArchive?, of document: Document) throws(ArchiveError) {
        levels.append(
            try GraphLevel(
                archive, of: document, options, isForPeople: Format.isForPeople, isByPath: Format.isByPath,
                base: stack.count))
    }
}
