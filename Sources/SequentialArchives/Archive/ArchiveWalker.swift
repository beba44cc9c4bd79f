internal import PropertyLists

/// Visits the contents of an archive in the order of the file, each object where it is seen first, without recursion.
struct ArchiveWalker: ~Copyable {
    /// The next event of a walk.
    enum Event {
        /// A group begins; its values follow.
        case group(SequentialGroup)
        /// A value that isn't an object seen for the first time.
        case value(SequentialValue, TypeCodeNode)
        /// An array or a structure begins.
        case begin(TypeCodeNode)
        /// An array or a structure ends.
        case end
        /// An object begins that wasn't seen before; its groups follow.
        case beginObject(Int)
        /// An object ends.
        case endObject
    }

    /// An object or the top level, and the group in it that is being visited.
    private struct Frame {
        var groups: GroupSource
        var nodes: [TypeCodeNode] = []
        var values = SequentialValue.Walk([], 0..<0)
    }

    let archive: SequentialArchive
    private var frames: [Frame]
    private var seen: [Bool]
    private var recent: SharedContents.Recent?

    init(_ archive: SequentialArchive) {
        self.archive = archive
        frames = [Frame(groups: archive.topLevelSource)]
        seen = Array(repeating: false, count: archive.itemCount)
    }

    /// The next event; nil at the end.
    mutating func next() -> Event? {
        let top = frames.count - 1
        guard top >= 0 else { return nil }
        // What a group holds was checked when it was read or made, so nothing is thrown here.
        guard let step = try? frames[top].values.next(in: frames[top].nodes) else {
            if let group = archive.next(&frames[top].groups, &recent) {
                frames[top].nodes = group.nodes
                frames[top].values = SequentialValue.Walk(group.values, group.nodes.indices)
                return .group(group)
            }
            frames.removeLast()
            return frames.isEmpty ? nil : .endObject
        }
        switch step {
        case .begin(let node): return .begin(node)
        case .end: return .end
        case .scalar(.object(let reference), _) where !seen[reference.number]:
            seen[reference.number] = true
            frames.append(Frame(groups: archive.source(ofObject: reference.number)))
            return .beginObject(reference.number)
        case .scalar(let value, let node), .bytes(let value, let node, _), .mismatch(let value, let node):
            return .value(value, node)
        }
    }
}
