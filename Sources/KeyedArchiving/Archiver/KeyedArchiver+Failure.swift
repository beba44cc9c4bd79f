internal import PropertyLists

// Where an error arose while objects are encoded.
//
// Encoding keeps no record of where it is. The path is collected as an error propagates: each call that encodes under a
// key adds the key to the trail, and the outermost call makes a path of it.

extension ArchiverState {
    /// The path from an error to the outermost call that it has reached so far.
    struct FailureTrail {
        /// The error that it belongs to, which is recognized by identity.
        var error: ArchiveError?
        /// The steps, innermost first.
        var steps: [ArchivePath.Step] = []

        func belongs(to error: ArchiveError) -> Bool { self.error?.isIdentical(to: error) == true }
    }
}

extension KeyedArchiver {
    /// An error of encoding the value of a key, with the key in its path.
    @usableFromInline
    @inline(never)
    func located(_ error: any Error, forKey key: String) -> any Error {
        located(error, [.key(key)])
    }

    /// An error that came out of encoding the next value without a key.
    func locatedUnkeyed(_ error: any Error) -> any Error {
        located(error, [.key(CodingKeyRules.generated(state.frame.unkeyedCount))])
    }

    /// An error that came out of encoding an element of a list under a key.
    ///
    /// The object's other fields aren't known yet: `NS.keys` counts if it comes first, as collections have it.
    ///
    /// - Parameter start: The start of the list's references.
    @usableFromInline
    @inline(never)
    func located(_ error: any Error, inElementsFrom start: Int, forKey key: String) -> any Error {
        let position = state.elements.count - start
        guard key == CollectionPart.values.key, state.frame.classIndex != nil else {
            return located(error, [.key(key), .index(position)])
        }
        let keys = state.value(encodedForKey: CollectionPart.keys.key).map { state.table.references(inArray: $0) } ?? []
        let steps = state.steps(toListed: position, keys) { name in
            name.isIdentical(to: key) || state.value(encodedForKey: name) != nil
        }
        return located(error, steps)
    }

    /// Adds the path from the outermost object to one whose contents were deferred, as no call encloses it anymore.
    ///
    /// Without an outermost object the way is forgotten; the error keeps its key.
    ///
    /// - Complexity: O(*n*) in the number of objects encoded so far.
    func extendTrail(of error: any Error, from root: EntryUID?, to uid: EntryUID) {
        guard contentDepth == .max, let error = error as? ArchiveError, error.path == nil else { return }
        guard state.trail.belongs(to: error) else { return }
        guard let root, let steps = state.steps(from: root.number, to: uid.number) else {
            return state.trail.steps = []
        }
        state.trail.steps += steps.reversed()
    }

    /// Adds steps to the way that an error has come; the outermost call turns it into a path.
    ///
    /// An error that has a path, even of another archive, keeps it. Archives that only serve to compare objects add
    /// nothing.
    func located(_ error: any Error, _ steps: [ArchivePath.Step]) -> any Error {
        guard contentDepth == .max, var error = error as? ArchiveError, error.path == nil else { return error }
        if !state.trail.belongs(to: error) {
            state.trail.steps = error.key.map { [.key($0)] } ?? []
            if error.key == nil { error.key = ArchivePath(steps).lastKey }
            state.trail.error = error
        }
        state.trail.steps += steps.reversed()
        if state.depth == 0 {
            error.path = ArchivePath(state.trail.steps.reversed())
            state.trail = ArchiverState.FailureTrail()
        }
        return error
    }
}

extension ArchiverState {
    /// The steps from one object that has been encoded to another, by the shortest way; nil if there is none.
    fileprivate func steps(from root: Int, to target: Int) -> [ArchivePath.Step]? {
        var graph = EntryGraph(count: objects.count)
        for uid in 0..<objects.count {
            graph.append(references: table.references(of: objects[uid]).lazy.map { EntryUID($0.uid) })
        }
        guard let path = graph.nearestPaths(from: [EntryUID(root)]).path(to: EntryUID(target)) else { return nil }
        return zip(path, path.dropFirst()).flatMap { uid, next in
            let reference = table.references(of: objects[uid.number]).first { $0.uid == next.number }
            return reference.map { steps(of: $0, from: uid.number) } ?? []
        }
    }

    private func steps(of reference: BinaryObjectTable.Reference, from uid: Int) -> [ArchivePath.Step] {
        let key = table.text(of: reference.key) ?? ""
        guard let position = reference.position else { return [.key(key)] }
        guard key == CollectionPart.values.key else { return [.key(key), .index(position)] }
        func value(of name: String) -> Entry? { table.value(ofKey: name, in: objects[uid]) }
        let lists = [CollectionPart.keys.key, key].map { name in
            value(of: name).map { table.references(inArray: $0) } ?? []
        }
        return steps(toListed: position, lists[0].count == lists[1].count ? lists[0] : []) { value(of: $0) != nil }
    }

    /// The steps to the element at a position of the `NS.objects` of an object.
    ///
    /// - Parameters:
    ///   - keys: The objects that its `NS.keys` refer to; none if these aren't the keys of its `NS.objects`.
    ///   - hasField: Whether it has a field of a name.
    fileprivate func steps(
        toListed position: Int,
        _ keys: [Int?],
        _ hasField: (String) -> Bool
    ) -> [ArchivePath.Step] {
        ArchivePath.steps(toListed: position, hasField: hasField) {
            stepToEntry(position, of: keys, hasField)
        }
    }

    /// The step to the value at a position of a dictionary by its key, if that is an integer or a short string that
    /// leads there.
    private func stepToEntry(_ position: Int, of keys: [Int?], _ isField: (String) -> Bool) -> ArchivePath.Step? {
        let names = keys.map { uid -> EntryName? in
            guard let entry = entry(uid) else { return nil }
            if let digits = table.digits(of: entry) { return .integer(digits) }
            guard let text = table.text(of: entry), text.utf16.count <= ArchiveIndex.shortTextLength else { return nil }
            return .text(PropertyListString(text))
        }
        return EntrySteps(names: names).step(toEntryAt: position, isField: isField)
    }

    private func entry(_ uid: Int?) -> Entry? {
        guard let uid, uid > 0, uid < objects.count else { return nil }
        return objects[uid]
    }

    /// The value that the object being encoded has under a key so far.
    fileprivate func value(encodedForKey key: String) -> Entry? {
        if let shape = frame.shape {
            for position in shapes.shape(shape).start..<frame.next {
                let (id, place) = shapes.key(at: position)
                if shapes.keys.text(of: id).isIdentical(to: key) { return table.value(at: frame.firstPlace + place) }
            }
            return nil
        }
        for position in frame.start..<fields.count {
            if shapes.keys.text(of: fields[position].key).isIdentical(to: key) { return fields[position].value }
        }
        return nil
    }
}
