import KeyedArchiving
import PropertyLists

extension PropertyListDocument {
    /// The archives that the list holds in its data, with their places.
    ///
    /// Archives inside of these archives aren't among them.
    ///
    /// - Throws: ``KeyedArchiving/ArchiveError/Code/limitExceeded``.
    /// - Complexity: O(*n*) in the size of the list.
    func archives(limits: InputLimits) throws(ArchiveError) -> [FoundArchive] {
        var found: [FoundArchive] = []
        var open: [(steps: [ArchivePath.Step], list: PropertyList)] = [([], root)]
        while let (steps, list) = open.popLast() {
            switch list {
            case .array(let elements), .set(let elements), .orderedSet(let elements):
                for (position, element) in elements.enumerated() where element.isContainer || element.isData {
                    open.append((steps + [.index(position)], element))
                }
            case .dictionary(let entries):
                for (key, value) in entries where value.isContainer || value.isData {
                    open.append((steps + [.key(key.text)], value))
                }
            case .data(let bytes):
                guard FileKind(bytes).isOpenedInData else { continue }
                let path = ArchivePath(steps + [.nestedArchive])
                switch try? OpenedFile.Content(bytes, limits: limits, validation: .onAccess) {
                case .archive(let archive): found.append(FoundArchive(path: path, archive: archive))
                case .sequential(let mirror): found.append(FoundArchive(path: path, mirror))
                case .list(let list): open.append((steps + [.nestedArchive], list.root))
                case nil: continue
                }
            default: continue
            }
        }
        return found.reversed()
    }
}

extension PropertyList {
    fileprivate var isData: Bool {
        if case .data = self { true } else { false }
    }

    /// The text of a key, or a word for another value.
    fileprivate var text: String {
        if case .string(let string) = self { string.repaired } else { kind }
    }
}
