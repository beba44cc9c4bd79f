package import KeyedArchiving

extension TriedEdit {
    /// The places of an archive where edits are tried: what collections hold, and the fields of some objects.
    ///
    /// - Parameter isOpen: Whether anything may be in the fields of objects of a class; what Foundation's own objects
    ///   have in their fields isn't for anyone to choose.
    package static func places(
        in archive: KeyedArchive,
        where isOpen: (_ className: String) -> Bool
    ) throws -> [ArchiveView] {
        // A place's owner is asked for once, however many places it has.
        var areOpen: [ArchivePath: Bool] = [:]
        return try archive.matches("**").filter { view in
            guard view.path.steps.count > 1 else { return false }
            let path = ArchivePath(view.path.steps.dropLast())
            if let known = areOpen[path] { return known }
            let owner = archive[path]
            let result = owner.elements != nil || owner.entries != nil || isOpen(owner.className ?? "")
            areOpen[path] = result
            return result
        }
    }

    /// The changes of an edited archive that are elsewhere than the edit.
    package func changesElsewhere(
        in written: KeyedArchive,
        from archive: KeyedArchive,
        at place: ArchiveView
    ) throws -> [ArchiveDifference.Change] {
        let steps = place.path.steps
        // The nearest object before what was changed, and the steps from it: arrays may be in a field.
        var count = scope == .members ? steps.count : steps.count - 1
        while count > 0, archive[ArchivePath(Array(steps[..<count]))].uid == nil { count -= 1 }
        let owner = scope == .entry ? place.uid : archive[ArchivePath(Array(steps[..<count]))].uid
        let next = scope == .place ? steps[count...].first : nil
        return try written.difference(from: archive).changes.filter { change in
            let (path, side) = change.newPath.map { ($0, written) } ?? (change.oldPath ?? ArchivePath(), archive)
            return !(0...path.steps.count).contains { length in
                guard length > 0, side[ArchivePath(Array(path.steps[..<length]))].uid == owner else { return false }
                guard length < path.steps.count, let next else { return true }
                if case .index = next, case .index = path.steps[length] { return true }
                return next == path.steps[length]
            }
        }
    }
}
