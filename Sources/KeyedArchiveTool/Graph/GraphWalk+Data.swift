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
        let nested: OpenedFile.Content?
        do throws(ArchiveError) {
            nested = depth < options.maximumDepth ? try self.nested(in: bytes) : nil
        } catch {
            return showProblem(GraphItem(label: item.label, content: .problem(error)))
        }
        guard let nested else { return showLeaf(item, value) }
        try budget.allocateBuffer(of: bytes.count)
        let holder = GraphItem.DataHolder(size: bytes.count, object: object)
        var item = item
        item.content =
            switch nested {
            case .archive(let archive): .archive(ArchiveFacts(archive), holder: holder)
            case .sequential(let mirror): .archive(ArchiveFacts(mirror), holder: holder)
            case .list(let list): .list(list.format, holder: holder)
            }
        if case .uid(let uid) = value, level.graph.isShared(uid) {
            item.repeatLabel = repeatLabelOfLine(uid)
            if case .repeated = item.repeatLabel {
                item.repeatLabel = .again(uid)
                return sayLeaf(item)
            }
        }
        switch nested {
        case .archive(let archive): try begin(ShownArchive(archive), item, depth: depth + 1)
        case .sequential(let mirror): try begin(ShownArchive(mirror), item, depth: depth + 1)
        case .list(let list): begin(list.root, item, depth: depth + 1)
        }
    }

    /// What data holds; nil if that is neither an archive nor another property list.
    ///
    /// Text of the OpenStep form isn't looked for: nearly all text could be that.
    private func nested(in data: [UInt8]) throws(ArchiveError) -> OpenedFile.Content? {
        guard FileKind(data).isOpenedInData else { return nil }
        let limits = limits.limits
        guard levelCount <= limits.nestedArchives else {
            throw .limit("nestedArchives", limits.nestedArchives)
        }
        do throws(ArchiveError) {
            guard let archive = level.graph.archive, !FileKind(data).isSequential else {
                return try OpenedFile.Content(data, limits: self.limits)
            }
            // The archive counts how deep the ones in it are.
            if let nested = try archive.nestedArchive(in: data) { return .archive(nested) }
            let list = try PropertyListDocument(data, limits: self.limits.limitsOfTrees)
            return list.root.hasKeyOfArchives ? nil : .list(list)
        } catch {
            if error.code == .limitExceeded { throw error }
            return nil
        }
    }
}
