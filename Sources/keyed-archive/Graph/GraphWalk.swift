import KeyedArchiving
import PropertyLists

/// Walks the graph of an archive depth first and tells a format what it meets.
///
/// Each object is shown once, at the first place where it is met; other places refer to it. So the output grows with
/// the archive and not with the number of ways through it. The walk has a stack of its own, and an object that would
/// stand deeper than ``deepestPlace`` is put off to the end, so that long chains neither exhaust memory nor indent
/// without bound.
struct GraphWalk<Format: GraphFormat> {
    private(set) var format: Format
    private let options: GraphOptions
    private let output: TextOutput
    private var budget: WorkBudget
    private var levels: [Level] = []
    private var stack: [Frame] = []

    /// How many parts of the archive could not be read.
    private(set) var problemCount = 0

    /// How many containers deep an object may stand within its archive before it is put off to the end.
    static var deepestPlace: Int { 64 }

    /// A container whose content is being shown.
    private struct Frame {
        /// What was said to the format; nil for the one around everything.
        var item: GraphItem?
        var children: [(label: GraphLabel, value: PropertyList)]
        var next = 0
        /// How many objects and containers lie around the children.
        var depth: Int
        /// Whether this frame is that of an archive, and so the last level is its own.
        var isArchive = false
    }

    /// What is known of an archive while its content is being shown.
    private struct Level {
        var graph: ArchiveGraph
        var states: [State]
        /// Objects that were put off, with their depths.
        var later: [(uid: UID, depth: Int)] = []
        var nextLater = 0
        /// The size of the stack when the archive began.
        var base: Int
    }

    /// How far an object has come.
    private enum State: UInt8 {
        case unseen, putOff, open, done
    }

    /// Creates a walk that prints to `output`, for a file of the given size; the work is bounded by that.
    init(_ format: Format, _ options: GraphOptions, fileSize: Int, output: TextOutput) {
        self.format = format
        self.options = options
        self.output = output
        budget = WorkBudget(forFileOf: fileSize, limits: .default)
    }

    /// Shows a whole archive.
    mutating func show(_ archive: KeyedArchive) throws(ArchiveError) {
        try begin(archive, GraphItem(label: .root, content: .archive(archive, holder: nil)), depth: 0)
        try run()
    }

    /// Shows one value of an archive.
    mutating func show(_ value: PropertyList, of archive: KeyedArchive) throws(ArchiveError) {
        try pushLevel(archive)
        stack.append(Frame(item: nil, children: [(.root, value)], depth: 0, isArchive: true))
        try run()
    }

    private mutating func run() throws(ArchiveError) {
        while let frame = stack.last, output.takesMore {
            if frame.next < frame.children.count {
                stack[stack.count - 1].next += 1
                let child = frame.children[frame.next]
                try show(child.value, child.label, depth: frame.depth)
            } else if frame.isArchive, let (uid, depth) = nextPutOff() {
                try show(.uid(uid), .continued(uid), depth: depth)
            } else {
                end(frame)
            }
        }
    }

    private mutating func end(_ frame: Frame) {
        stack.removeLast()
        if frame.isArchive { levels.removeLast() }
        guard let item = frame.item else { return }
        if let uid = item.content.trackedUID { setState(.done, of: uid) }
        format.end(item)
    }

    // MARK: - One value

    private mutating func show(_ value: PropertyList, _ label: GraphLabel, depth: Int) throws(ArchiveError) {
        let level = levels.count - 1
        let content = levels[level].graph.resolve(value)
        try budget.spend(1 + content.size / 16 + label.size / 16)
        var item = GraphItem(label: label, content: content)
        var uid: UID?
        if case .uid(let reference) = value { uid = reference }
        switch content {
        case .null, .classRecord: format.leaf(item)
        case .problem:
            problemCount += 1
            format.leaf(item)
        case .container(let container):
            guard depth < options.maximumDepth else {
                item.mark = .cut(nil)
                return format.leaf(item)
            }
            begin(item, container.graphChildren, depth: depth)
        case .scalar(.data(let bytes)) where options.opensNestedArchives:
            try showData(bytes, nil, item, uid, depth: depth)
        case .object(let object):
            if case .data(let bytes) = object.content, options.opensNestedArchives, object.children.isEmpty {
                try showData(bytes, object, item, uid, depth: depth)
            } else {
                show(object, item, depth: depth)
            }
        case .scalar, .archive: showLeaf(item, uid)
        }
    }

    /// Shows an object: its content here, or where that is.
    private mutating func show(_ object: GraphObject, _ item: GraphItem, depth: Int) {
        guard !object.children.isEmpty else { return showLeaf(item, object.uid) }
        var item = item
        item.mark = place(of: object.uid, item.label, depth: depth)
        switch item.mark {
        case .none, .first:
            setState(.open, of: object.uid)
            begin(item, object.children, depth: depth)
        case .again, .cycle, .cut: format.leaf(item)
        case .later:
            if state(of: object.uid) == .unseen {
                setState(.putOff, of: object.uid)
                levels[levels.count - 1].later.append((object.uid, depth))
            }
            format.leaf(item)
        }
    }

    /// Decides whether the content of an object stands at a place.
    private func place(of uid: UID, _ label: GraphLabel, depth: Int) -> GraphItem.Mark {
        let level = levels[levels.count - 1]
        switch state(of: uid) {
        case .done: return .again(uid)
        case .open: return .cycle(uid)
        case .putOff:
            if case .continued = label { return .first(uid) }
            return .later(uid)
        case .unseen:
            if depth >= options.maximumDepth { return .cut(uid) }
            if stack.count - level.base > Self.deepestPlace { return .later(uid) }
            return level.graph.isShared(uid) ? .first(uid) : .none
        }
    }

    /// Shows what has no content of its own; what is shared and not short is told apart by its UID.
    private mutating func showLeaf(_ item: GraphItem, _ uid: UID?) {
        var item = item
        if let uid, item.content.isWorthSharing, levels[levels.count - 1].graph.isShared(uid) {
            item.mark = state(of: uid) == .unseen ? .first(uid) : .again(uid)
            setState(.done, of: uid)
        }
        format.leaf(item)
    }

    // MARK: - Archives in data

    private mutating func showData(
        _ bytes: [UInt8],
        _ object: GraphObject?,
        _ item: GraphItem,
        _ uid: UID?,
        depth: Int
    ) throws(ArchiveError) {
        var item = item
        do {
            let parent = levels[levels.count - 1].graph
            guard depth < options.maximumDepth, let archive = try parent.archive.nestedArchive(in: bytes) else {
                return showLeaf(item, uid)
            }
            try budget.spend(bytes.count)
            item.content = .archive(archive, holder: GraphItem.DataHolder(size: bytes.count, object: object))
            if let uid, parent.isShared(uid) {
                item.mark = state(of: uid) == .unseen ? .first(uid) : .again(uid)
                setState(.done, of: uid)
                if case .again = item.mark { return format.leaf(item) }
            }
            try begin(archive, item, depth: depth + 1)
        } catch  where error.code == .limitExceeded {
            problemCount += 1
            format.leaf(GraphItem(label: item.label, content: .problem(error)))
        }
    }

    private mutating func begin(_ archive: KeyedArchive, _ item: GraphItem, depth: Int) throws(ArchiveError) {
        try pushLevel(archive)
        let children =
            try archive.topLevel().map { (label: GraphLabel.topLevel($0.key), value: $0.value) }
            + archive.extraTopLevelValues().map { (label: GraphLabel.extra($0.key), value: $0.value) }
        begin(item, children, depth: depth - 1)
        stack[stack.count - 1].isArchive = true
    }

    // MARK: - The stack

    private mutating func begin(
        _ item: GraphItem,
        _ children: [(label: GraphLabel, value: PropertyList)],
        depth: Int
    ) {
        format.begin(item)
        stack.append(Frame(item: item, children: children, depth: depth + 1))
    }

    private mutating func pushLevel(_ archive: KeyedArchive) throws(ArchiveError) {
        let graph = try ArchiveGraph(archive, showsRawFields: options.showsRawFields, budget: &budget)
        let states = Array(repeating: State.unseen, count: archive.objectCount)
        levels.append(Level(graph: graph, states: states, base: stack.count))
    }

    private mutating func nextPutOff() -> (uid: UID, depth: Int)? {
        let last = levels.count - 1
        guard levels[last].nextLater < levels[last].later.count else { return nil }
        defer { levels[last].nextLater += 1 }
        return levels[last].later[levels[last].nextLater]
    }

    private func state(of uid: UID) -> State {
        levels[levels.count - 1].states[Int(uid.rawValue)]
    }

    private mutating func setState(_ state: State, of uid: UID) {
        levels[levels.count - 1].states[Int(uid.rawValue)] = state
    }
}
