import KeyedArchiving
import PropertyLists

/// Names objects by the paths at which they are shown, rather than by their numbers, which change with every edit.
///
/// An object that was put off to the end has its own number there, so that paths stay short.
struct StableNames {
    /// The archives that are being shown, each held in data of the one before, with the places of their objects.
    private var archives: [[UID: PathLink?]] = [[:]]
    /// The place at which everything is.
    private let start: PathLink?
    /// The places of the items that are open, the innermost last.
    private var open: [PathLink?] = []
    private var continuedCount = 0

    /// Creates names for the graph at a path, or for a whole archive.
    init(at path: ArchivePath = ArchivePath()) {
        start = path.steps.reduce(nil) { PathLink($1, after: $0) }
    }

    /// The innermost place that is open.
    private var place: PathLink? { open.last ?? start }

    /// Takes note of an item that has contents.
    mutating func begin(_ item: GraphItem) {
        let place = place(of: item.label)
        record(item, at: place)
        guard let holder = item.content.fileHolder else { return open.append(place) }
        open.append(holder == nil ? place : PathLink(.nestedArchive, after: place))
        archives.append([:])
    }

    mutating func end(_ item: GraphItem) {
        if item.content.fileHolder != nil { archives.removeLast() }
        _ = open.popLast()
    }

    /// Takes note of an item without contents.
    mutating func leaf(_ item: GraphItem) {
        guard case .later(let uid) = item.repeatLabel else { return record(item, at: place(of: item.label)) }
        let continued = PathLink(.key("continued"), after: nil)
        archives[archives.count - 1][uid] = .some(PathLink(.index(continuedCount), after: continued))
        continuedCount += 1
    }

    /// The name of an object, which was shown or put off before; nil if it wasn't.
    func name(of uid: UID) -> String? {
        archives.last?[uid].map { ($0?.path ?? ArchivePath()).description }
    }

    private mutating func record(_ item: GraphItem, at place: PathLink?) {
        // Only objects that something else refers to, too, are named again.
        if case .first(let uid) = item.repeatLabel { archives[archives.count - 1][uid] = .some(place) }
    }

    private func place(of label: GraphLabel) -> PathLink? {
        func link(_ step: ArchivePath.Step) -> PathLink? { PathLink(step, after: place) }
        func link(_ key: ArchivePath.Step, _ position: Int) -> PathLink? {
            PathLink(.index(position), after: PathLink(key, after: place))
        }
        return switch label {
        case .root: place
        case .topLevel(let name), .extra(let name), .field(let name), .entry(let name): link(.key(name.repaired))
        case .element(let position), .counted(let position, _): link(.index(position))
        case .scalarKey(let key): link(.key(ScalarFormatter(palette: Palette(isColored: false)).text(of: key)))
        case .run(_, let position): link(.key("NSAttributes"), position)
        case .keyAt(let position): link(.key("key"), position)
        case .valueAt(let position): link(.key("value"), position)
        case .continued(let uid): archives.last?[uid] ?? place
        }
    }
}

extension GraphItem.Content {
    /// The data that an archive or another list is in, nil for a separate file; nil if this is neither.
    var fileHolder: GraphItem.DataHolder?? {
        switch self {
        case .archive(_, let holder), .list(_, let holder): .some(holder)
        default: nil
        }
    }
}
