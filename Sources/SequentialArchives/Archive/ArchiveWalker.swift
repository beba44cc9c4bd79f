internal import PropertyLists

/// Visits the contents of an archive in the order of the file, each object where it is met first, without recursion.
struct ArchiveWalker {
    /// What comes next.
    enum Event {
        /// A group begins; its values follow.
        case group(SequentialGroup)
        /// A value that isn't an object met for the first time.
        case value(SequentialValue, TypeCodeNode)
        /// An array or a structure begins.
        case begin(TypeCodeNode)
        /// An array or a structure ends.
        case end
        /// An object begins that wasn't met before; its groups follow.
        case beginObject(Int)
        /// An object ends.
        case endObject
    }

    private enum Token {
        case value(SequentialValue, TypeCodeNode)
        case begin(TypeCodeNode)
        case end
    }

    private struct Frame {
        var groups: GroupSource
        var tokens: [Token] = []
        var next = 0
    }

    let archive: SequentialArchive
    private var frames: [Frame]
    private var met: [Bool]

    init(_ archive: SequentialArchive) {
        self.archive = archive
        frames = [Frame(groups: archive.topLevelSource)]
        met = Array(repeating: false, count: archive.itemCount)
    }

    /// How many objects are open.
    var depth: Int { frames.count - 1 }

    /// The next event; nil at the end.
    mutating func next() -> Event? {
        let top = frames.count - 1
        guard top >= 0 else { return nil }
        guard frames[top].next < frames[top].tokens.count else {
            if let group = archive.next(&frames[top].groups) {
                frames[top].tokens.removeAll(keepingCapacity: true)
                frames[top].next = 0
                Self.flatten(group, into: &frames[top].tokens)
                return .group(group)
            }
            frames.removeLast()
            return frames.isEmpty ? nil : .endObject
        }
        let token = frames[top].tokens[frames[top].next]
        frames[top].next += 1
        switch token {
        case .begin(let node): return .begin(node)
        case .end: return .end
        case .value(.object(let reference), _) where !met[reference.number]:
            met[reference.number] = true
            frames.append(Frame(groups: archive.source(ofObject: reference.number)))
            return .beginObject(reference.number)
        case .value(let value, let node): return .value(value, node)
        }
    }

    private static func flatten(_ group: SequentialGroup, into tokens: inout [Token]) {
        var node = 0
        for value in group.values {
            flatten(value, group.nodes, node, into: &tokens)
            node += Int(group.nodes[node].nodeCount)
        }
    }

    /// Puts a value in the list; types nest within bounds, so this may recurse.
    private static func flatten(
        _ value: SequentialValue,
        _ nodes: [TypeCodeNode],
        _ index: Int,
        into tokens: inout [Token]
    ) {
        switch value {
        case .array(let elements):
            tokens.append(.begin(nodes[index]))
            for element in elements { flatten(element, nodes, index + 1, into: &tokens) }
            tokens.append(.end)
        case .structure(let fields):
            tokens.append(.begin(nodes[index]))
            var field = index + 1
            for value in fields {
                flatten(value, nodes, field, into: &tokens)
                field += Int(nodes[field].nodeCount)
            }
            tokens.append(.end)
        default: tokens.append(.value(value, nodes[index]))
        }
    }
}
