internal import PropertyLists

/// Where the state of an archiver is.
///
/// Making and releasing its tables takes longer than encoding what a small archive holds (row
/// `encode archive of two persons` of `Instructions.tsv`). So when an archiver ends whose tables are small,
/// they wait for the next: one storage in the whole process at most. It has one holder at a time, an archiver or
/// ``waiting``, so that no two tasks use it at once. Where many threads encode small archives, none waits for another
/// to take it or to leave it: it makes tables of its own.
final class ArchiverStorage: @unchecked Sendable {
    private static let waiting = Guarded<ArchiverStorage?>(nil)

    /// The state, without dynamic exclusivity checks.
    ///
    /// They are not needed: the methods of the state never call code of the user while an archiver has it, and an
    /// archiver belongs to one task at a time, so no access can begin while another is open. They would slow down every
    /// call (row `encode person` of `Instructions.tsv`). The one exception is a `deinit`: letting go of a
    /// delegate may release it, and its `deinit` must not use the archiver.
    @exclusivity(unchecked) var uncheckedState: ArchiverState

    private init(_ layout: ArchiveLayout) {
        unsafe uncheckedState = ArchiverState(layout)
    }

    /// A storage for an archive that is begun: the one that waits, or a new one.
    static func begun(_ layout: consuming ArchiveLayout) -> ArchiverStorage {
        guard ArchiverState.hasCommonShapes(layout) else { return ArchiverStorage(layout) }
        let storage = waiting.withValueIfAvailable { waiting in
            defer { waiting = nil }
            return waiting
        }
        guard let storage = storage ?? nil else { return ArchiverStorage(layout) }
        unsafe storage.uncheckedState.layout = layout
        return storage
    }

    /// Keeps the storage of an archiver that ends for the next, if it is small.
    func end() {
        guard unsafe uncheckedState.commonShapes != nil, unsafe uncheckedState.isSmall else { return }
        unsafe uncheckedState.restart()
        Self.waiting.withValueIfAvailable { $0 = self }
    }
}
