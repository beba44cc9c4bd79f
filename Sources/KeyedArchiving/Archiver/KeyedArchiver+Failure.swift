internal import PropertyLists

// Where an error arose while objects are encoded.
//
// Encoding keeps no record of where it is. The path is collected as an error propagates: each call that encodes under a
// key adds the key to the trail, and the outermost call makes a path of it.

extension ArchiverState {
    /// The path from an error to the outermost call that it has reached so far.
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
        return state.classes[state.scope.classIndex].record.hasPositions
    }

    /// Adds the way from the outermost object to one whose contents had been put off, as no call encloses it any more.
    ///
    /// Without an outermost object the way is forgotten; the error keeps its key.
    ///
    /// - Complexity: O(*n*) in what has been encoded.
    func extendTrail(of error: any Error, from root: UInt32?, to uid: UInt32) {
        guard contentDepth == .max, let error = error as? ArchiveError, error.path == nil else { return }
        if error.trailNumber == nil || error.trailNumber != state.trail.number { state.trail.steps = [] }
        guard let root, let steps = state.steps(from: Int(root), to: Int(uid)) else { return state.trail.steps = [] }
        state.trail.steps += steps.reversed()
    }

    /// Adds steps to the way that an error has come; the outermost call turns it into a path.
    ///
    /// An error that has a path, even of another archive, keeps it. Archives that only serve to compare objects add
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

extension ArchivedClass {
    /// Whether objects are arrays or sets, whose elements a path names by their position alone.
    fileprivate var hasPositions: Bool {
        let family = FoundationFamily(of: self)
        return family == .array || family == .set
    }
}

extension ArchiverState {
    /// The steps from one object that has been encoded to another, by the shortest way; nil if there is none.
    fileprivate func steps(from root: Int, to target: Int) -> [ArchivePath.Step]? {
        var search = BreadthFirstSearch<Int, BinaryObjectTable.Reference>()
        var next: Int? = root
        while !search.hasReached(target), let uid = next {
            if uid < objects.count {
                for reference in table.references(of: objects[uid]) {
                    search.arrive(at: reference.uid, from: uid, by: reference)
                }
            }
            next = search.next()
        }
        return search.way(to: target, from: root)?.flatMap { steps(of: $0.reference, from: $0.parent ?? root) }
    }

    private func steps(of reference: BinaryObjectTable.Reference, from uid: Int) -> [ArchivePath.Step] {
        let key = table.text(of: reference.key) ?? ""
        guard let position = reference.position else { return [.key(key)] }
        let classUID = table.references(of: objects[uid]).first { table.text(of: $0.key) == "$class" }?.uid
        let record = classes.first { $0.uid == UInt32(truncatingIfNeeded: classUID ?? 0) && $0.uid != 0 }?.record
        return key == "NS.objects" && record?.hasPositions == true ? [.index(position)] : [.key(key), .index(position)]
    }
}
