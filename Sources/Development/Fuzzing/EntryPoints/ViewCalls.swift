import KeyedArchiving
import PropertyLists

/// Asks a view of a place for everything that may be there.
enum ViewCalls {
    static func exerciseAll(_ view: ArchiveView, of archive: KeyedArchive) {
        exercise(view)
        if let path = try? ArchivePath(view.path.description) { _ = archive[path].exists }
    }

    static func exercise(_ view: ArchiveView) {
        ExecutionCounts.count(.places)
        _ = (view.exists, view.isNil, view.value, view.uid, view.archive?.objectCount, view.description)
        _ = (view.string, view.int, view.double, view.bool, view.date, view.bytes)
        _ = (view.className, view.archivedClass)
        _ = (view["name"].exists, view[0].exists, view[-1].string, view[path: "a[0]"].exists, view.nestedArchive.exists)
        if let elements = view.elements, elements.startIndex < elements.endIndex {
            _ = (elements[elements.endIndex - 1].string, elements.first?.string)
        }
        _ = view.entries?.first.map { ($0.key.string, $0.value.string) }
        _ = view.fields?.last?.value.string
        visit(view.content)
        require(view)
        _ = (view.path.archivePath, try? view.path.description.archivePath)
    }

    private static func visit(_ content: ArchiveView.Content?) {
        switch content {
        case .list(let elements)?, .set(let elements)?: _ = elements.last?.uid
        case .dictionary(let entries)?: _ = entries.last?.value.uid
        case .countedSet(let members)?: _ = members.last.map { ($0.element.uid, $0.count) }
        case .object(let fields)?: _ = fields.last?.value.uid
        case .url(_, let base)?: _ = base?.uid
        default: break
        }
    }

    private static func require(_ view: ArchiveView) {
        do {
            try view.require()
        } catch {
            _ = error.description
        }
        _ = (
            try? view.require(\.string), try? view.require(\.int), try? view.require(\.double),
            try? view.require(\.bool)
        )
        _ = (try? view.require(\.date), try? view.require(\.bytes), try? view.require(\.archivedClass))
        _ = (try? view.decode([String: Int].self), try? view.decode([String].self))
        _ = (try? view.require(\.elements).count, try? view.require(\.entries).count, try? view.require(\.fields).count)
    }
}
