import KeyedArchiving
import PropertyLists

extension GraphWalk {
    /// Shows data, opened if it holds an archive or another property list.
    mutating func show(
        data bytes: [UInt8],
        in object: GraphObject?,
        of value: PropertyList,
        _ item: GraphItem,
        depth: Int
    ) throws(ArchiveError) {
        var sharedUID: UID?
        if case .uid(let uid) = value, level.graph.isShared(uid) { sharedUID = uid }
        if let sharedUID, let known = level.openedData[sharedUID] {
            switch known {
            case .document(let content):
                return sayLeaf(GraphItem(label: item.label, content: content, repeatLabel: .again(sharedUID)))
            case .noDocument: return showLeaf(item, value)
            case .problem(let error): return showProblem(GraphItem(label: item.label, content: .problem(error)))
            }
        }
        guard depth < options.maximumDepth else { return showLeaf(item, value) }
        let nested: Document?
        do throws(ArchiveError) {
            nested = try level.document.open(bytes)
        } catch {
            if let sharedUID { level.openedData[sharedUID] = .problem(error) }
            return showProblem(GraphItem(label: item.label, content: .problem(error)))
        }
        guard let nested else {
            if let sharedUID { level.openedData[sharedUID] = .noDocument }
            return showLeaf(item, value)
        }
        let holder = GraphItem.DataHolder(document: nested, size: bytes.count, object: object)
        var item = item
        item.content =
            switch nested.content {
            case .archive(let archive): .archive(ArchiveFacts(archive), holder: holder)
            case .sequential(let archive): .archive(ArchiveFacts(archive), holder: holder)
            case .list(let list): .list(list.format, holder: holder)
            }
        if let sharedUID {
            item.repeatLabel = repeatLabelOfLine(sharedUID)
            level.openedData[sharedUID] = .document(item.content)
        }
        switch nested.content {
        case .archive(let archive): try begin(.keyed(archive), item, in: nested, depth: depth + 1)
        case .sequential(let archive): try begin(.sequential(archive), item, in: nested, depth: depth + 1)
        case .list(let list): try begin(list.root, item, in: nested, depth: depth + 1)
        }
    }
}
