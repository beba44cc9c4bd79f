import KeyedArchiving
import PropertyLists

/// Names objects by the paths at which they are shown, rather than by their numbers, which change with every edit.
///
/// An object that was put off to the end has a number of its own there, so that paths stay short.
struct StableNames {
    /// The archives that are being shown, each held in data of the one before.
    private var archives: [[UID: [ArchivePath.Step]]] = [[:]]
    private var path: [ArchivePath.Step]
    private var steps: [Int] = []
    private var continuedCount = 0

    /// Creates names for what is at a path, or for a whole archive.
    init(at path: ArchivePath = ArchivePath()) {
        self.path = path.steps
    }

    /// Takes note of an item that has content of its own.
    mutating func begin(_ item: GraphItem) {
        steps.append(path.count)
        path = self.path(to: item.label)
        record(item, at: path)
        guard let holder = item.content.fileHolder else { return }
        if holder != nil { path.append(.nestedArchive) }
        archives.append([:])
    }

    mutating func end(_ item: GraphItem) {
        if item.content.fileHolder != nil { archives.removeLast() }
        let count = steps.popLast() ?? 0
        path.removeLast(max(0, path.count - count))
    }

    /// Takes note of an item without content of its own.
    mutating func leaf(_ item: GraphItem) {
        guard case .later(let uid) = item.repeatLabel else { return record(item, at: path(to: item.label)) }
        archives[archives.count - 1][uid] = [.key("continued"), .index(continuedCount)]
        continuedCount += 1
    }

    /// The name of an object, which was shown or put off before; nil if it wasn't.
    func name(of uid: UID) -> String? {
        archives.last?[uid].map { ArchivePath($0).description }
    }

    private mutating func record(_ item: GraphItem, at path: [ArchivePath.Step]) {
        // Only objects that something else refers to, too, are named again.
        if case .first(let uid) = item.repeatLabel { archives[archives.count - 1][uid] = path }
    }

    private func path(to label: GraphLabel) -> [ArchivePath.Step] {
        switch label {
        case .root: path
        case .topLevel(let name), .extra(let name), .field(let name), .entry(let name): path + [.key(name.repaired)]
        case .element(let position), .counted(let position, _): path + [.index(position)]
        case .scalarKey(let key): path + [.key(ScalarFormatter(palette: Palette(isColored: false)).text(of: key))]
        case .run(_, let position): path + [.key("NSAttributes"), .index(position)]
        case .keyAt(let position): path + [.key("key"), .index(position)]
        case .valueAt(let position): path + [.key("value"), .index(position)]
        case .continued(let uid): archives.last?[uid] ?? path
        }
    }
}

extension GraphItem.Content {
    /// The data that an archive or another list is in, nil for a file of its own; nil if this is neither.
    fileprivate var fileHolder: GraphItem.DataHolder?? {
        switch self {
        case .archive(_, let holder), .list(_, let holder): .some(holder)
        default: nil
        }
    }
}
