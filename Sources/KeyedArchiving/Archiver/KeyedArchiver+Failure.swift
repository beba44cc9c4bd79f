internal import PropertyLists

// Where an error arose while objects are encoded.
//
// Encoding keeps no record of where it is. An error tells on its way out: each call that encodes under a key adds the
// key to the trail, and the outermost one makes a path of it.

extension ArchiverState {
    /// The way from an error to the outermost call that it has reached so far.
    struct FailureTrail {
        /// Which error it belongs to; the error has the same number.
        var number = 0
        /// The steps, innermost first.
        var steps: [ArchivePath.Step] = []
    }
}

extension KeyedArchiver {
    /// An error that came out of encoding what is under a key.
    @usableFromInline
    @inline(never)
    func located(_ error: any Error, forKey key: String) -> any Error {
        located(error, [.key(key)])
    }

    /// An error that came out of encoding the next value without a key.
    func locatedUnkeyed(_ error: any Error) -> any Error {
        located(error, [.key("$\(state.scope.unkeyedCount)")])
    }

    /// An error that came out of encoding an element of a list under a key.
    ///
    /// The position of an array's element is what people count; the lists of other objects keep their key.
    ///
    /// - Parameter start: Where the references of the list start.
    @usableFromInline
    @inline(never)
    func located(_ error: any Error, inElementsFrom start: Int, forKey key: String) -> any Error {
        let position = ArchivePath.Step.index(state.elements.count - start)
        return located(error, key == "NS.objects" && encodesPositions ? [position] : [.key(key), position])
    }

    /// Whether the object that is being encoded is one whose elements a path names by their position alone.
    private var encodesPositions: Bool {
        guard state.scope.classIndex >= 0 else { return false }
        let record = state.classes[state.scope.classIndex].record
        let family = ([record.name] + record.hierarchy).lazy.compactMap { FoundationFamily.byClassName[$0] }.first
        return family == .array || family == .set
    }

    /// Forgets the way that an error has come so far, because no call encloses the object that it comes from: its
    /// contents had been put off. The path then is that of the outermost object, and the key that of the error.
    func forgetTrail() {
        state.trail.steps = []
    }

    /// Adds steps to the way that an error has come; the outermost call turns it into a path.
    ///
    /// An error that has a path, be it of another archive, keeps it. Archives that only serve to compare objects add
    /// nothing.
    private func located(_ error: any Error, _ steps: [ArchivePath.Step]) -> any Error {
        guard contentDepth == .max, var error = error as? ArchiveError, error.path == nil else { return error }
        if error.trailNumber == nil || error.trailNumber != state.trail.number {
            state.trail.number += 1
            state.trail.steps = error.key.map { [.key($0)] } ?? []
            error.trailNumber = state.trail.number
            if error.key == nil { error.key = ArchivePath(steps).lastKey }
        }
        state.trail.steps += steps.reversed()
        if state.depth == 0 {
            error.path = ArchivePath(state.trail.steps.reversed())
            error.trailNumber = nil
            state.trail.steps = []
        }
        return error
    }
}
