internal import PropertyLists

// Entries of $objects that lead elsewhere because a byte of their reference is wrong.

extension ArchiveSalvager {
    /// Puts an object that nothing refers to in the place of the entry whose reference leads elsewhere.
    ///
    /// Apple's writer numbers the entries in their order, except values that were written before, and refers to
    /// everything but further copies of booleans and UIDs. So an object without a reference belongs to the entry
    /// between those before and after it, if the reference there differs from its number by one byte.
    mutating func repairEntries(_ list: BinaryReferences) throws(ArchiveError) {
        let (strays, isReferred) = try strayObjects(except: list)
        guard !strays.isEmpty else { return }
        var uses: [ObjectIndex: Int] = [:]
        for entry in entries { uses[entry, default: 0] += 1 }
        var next = 1
        for stray in strays where entries[0] < stray {
            // Entries before the stray object aren't looked at again: strays come in order, too.
            while next + 1 < entries.count, entries[next] < stray, entries[next + 1] < stray { next += 1 }
            var best: (place: Int, doubt: Int)?
            for place in max(1, next - 4)..<min(next + 3, entries.count) {
                let old = entries[place]
                guard differsByOneByte(old, stray),
                    let doubt = try doubt(of: stray, at: place, isShared: uses[old, default: 0] > 1, isReferred),
                    doubt < best?.doubt ?? .max
                else { continue }
                best = (place, doubt)
            }
            guard let place = best?.place else { continue }
            uses[entries[place], default: 1] -= 1
            uses[stray] = 1
            entries[place] = stray
            damages.append("the entry \(place) of $objects led to another object")
        }
    }

    /// The doubt that an object belongs to a place among the entries, from 0 for none; nil if it can't belong there.
    ///
    /// - Parameters:
    ///   - isShared: Whether another entry refers to the object in the place, too.
    ///   - isReferred: For each object, whether a container other than the list of the entries refers to it.
    private mutating func doubt(
        of stray: ObjectIndex,
        at place: Int,
        isShared: Bool,
        _ isReferred: [Bool]
    ) throws(ArchiveError) -> Int? {
        let old = entries[place]
        guard let before = entries[max(0, place - 8)..<place].max(), before < stray else { return nil }
        // Values that were written before come between.
        let after = entries[(place + 1)..<min(place + 9, entries.count)].first { $0 > before }
        let isInOrder = after.map { stray < $0 } ?? true
        if isInOrder {
            guard reader.contains(old) else { return 0 }
            var isPart = isReferred[old]
            if isPart { isPart = try !isEntry(old) }
            let wasInOrder = before <= old && after.map { old <= $0 } ?? true
            if !wasInOrder, !isPart { return 0 }
            if isShared || isPart { return 1 }
        }
        if !isShared, try isEntry(old) { return nil }
        if !isInOrder, let after, try isEntry(after) { return nil }
        return 2
    }

    /// Whether an object can only be an entry: one with a class, or a class record.
    private mutating func isEntry(_ object: ObjectIndex) throws(ArchiveError) -> Bool {
        guard let fields = index.fields(at: object) else { return false }
        try stored.budget.step(through: fields.count, looks: 2)
        return index.value(of: ClassFields.instanceClass, in: fields) != nil
            || index.value(of: ClassFields.name, in: fields) != nil
    }

    private func differsByOneByte(_ first: ObjectIndex, _ second: ObjectIndex) -> Bool {
        var difference = first.rawValue ^ second.rawValue
        var count = 0
        while difference != 0 {
            if difference & 0xFF != 0 { count += 1 }
            difference = Int(UInt(bitPattern: difference) >> 8)
        }
        return count == 1
    }

    /// The objects that no container refers to, in order, and for each object whether a container other than the list
    /// of the entries does.
    private mutating func strayObjects(
        except list: BinaryReferences
    ) throws(ArchiveError) -> (strays: [ObjectIndex], isReferred: [Bool]) {
        var isReferred = Array(repeating: false, count: reader.objectCount)
        isReferred[0] = true
        for object in reader.objectIndices {
            guard let references = try? reader.header(at: object).references, references != list else { continue }
            try stored.budget.step(through: references.count)
            for position in 0..<references.count {
                let child = reader.unchecked(position, of: references)
                if reader.contains(child) { isReferred[child] = true }
            }
        }
        var isEntry = Array(repeating: false, count: reader.objectCount)
        for entry in entries where reader.contains(entry) { isEntry[entry] = true }
        var strays: [ObjectIndex] = []
        for object in reader.objectIndices where !isReferred[object] && !isEntry[object] && isThere(object) {
            guard let kind = try? reader.header(at: object).kind, kind != .uid, kind != .simple else { continue }
            if kind == .dictionary {
                guard try self.isEntry(object) else { continue }
            }
            strays.append(object)
        }
        return (strays, isReferred)
    }
}
