internal import PropertyLists

extension UnarchiverState {
    /// The shortest path from the top level to an object, for an error text.
    ///
    /// Paths are searched only when an error reaches the caller, so decoding keeps no record of where it is.
    ///
    /// - Parameters:
    ///   - uid: The object, which may be missing from the archive; nil for the top level.
    ///   - key: The key of that object, if there is one to add.
    /// - Returns: The path, or nil if nothing leads to the object.
    /// - Complexity: O(*n*) in the size of the archive.
    func path(to uid: UID?, key: String?) -> ArchivePath? {
        var steps: [ArchivePath.Step] = []
        if let uid {
            var search = PathSearch(reader: reader, objects: objects, target: uid)
            guard let found = search.steps(from: top.keys, top.values) else { return nil }
            steps = found
        }
        if let key { steps.append(.key(key)) }
        return ArchivePath(steps)
    }

    /// The shortest way from an object back to itself, or nil if there is none.
    func circle(through uid: Int) -> ArchivePath? {
        guard
            let object = try? reader.object(at: reader.unchecked(uid, of: objects)),
            case .dictionary(let keys, let values) = object
        else { return nil }
        var search = PathSearch(reader: reader, objects: objects, target: UID(UInt64(uid)))
        return search.steps(from: keys, values).map { ArchivePath($0) }
    }
}

/// Searches the archive breadth first.
///
/// What cannot be read is passed over: there is an error to report already.
private struct PathSearch {
    /// How an object was first reached.
    struct Arrival {
        /// The object that refers to it; null for the start.
        var parent: UID
        /// The object index of the key.
        var key: Int
        /// The position, if the key's value is an array.
        var position: Int?
    }

    let reader: BinaryPropertyListReader
    let objects: BinaryReferences
    let target: UID
    var arrivals: [UID: Arrival] = [:]
    var queue: [UID] = []
    /// The dictionaries and arrays that were gone through, by object index: hostile archives share long ones.
    var visited: Set<Int> = []

    init(reader: BinaryPropertyListReader, objects: BinaryReferences, target: UID) {
        self.reader = reader
        self.objects = objects
        self.target = target
    }

    /// The steps to the target from the top level or an object, given by its fields.
    mutating func steps(from keys: BinaryReferences, _ values: BinaryReferences) -> [ArchivePath.Step]? {
        visitFields(keys, values, of: .null)
        var head = 0
        while arrivals[target] == nil, head < queue.count {
            let uid = queue[head]
            head += 1
            let index = reader.unchecked(Int(uid.rawValue), of: objects)
            guard case .dictionary(let keys, let values)? = try? reader.object(at: index),
                visited.insert(index).inserted
            else { continue }
            visitFields(keys, values, of: uid)
        }
        return arrivals[target] == nil ? nil : collectSteps()
    }

    private func collectSteps() -> [ArchivePath.Step] {
        var parts: [[ArchivePath.Step]] = []
        var uid = target
        while let arrival = arrivals[uid] {
            parts.append(steps(of: arrival))
            if arrival.parent == .null { break }
            uid = arrival.parent
        }
        return parts.reversed().flatMap { $0 }
    }

    /// A collection's own position is what people count; other arrays of references keep their key.
    private func steps(of arrival: Arrival) -> [ArchivePath.Step] {
        let name = (try? reader.archiveString(at: arrival.key))?.repaired ?? ""
        guard let position = arrival.position else { return [.key(name)] }
        return name == "NS.objects" ? [.index(position)] : [.key(name), .index(position)]
    }

    private mutating func visitFields(_ keys: BinaryReferences, _ values: BinaryReferences, of parent: UID) {
        for field in 0..<keys.count {
            let key = reader.unchecked(field, of: keys)
            let index = reader.unchecked(field, of: values)
            guard (try? reader.isString(at: key, "$class")) == false, let value = try? reader.object(at: index) else {
                continue
            }
            switch value {
            case .uid(let uid): arrive(uid, Arrival(parent: parent, key: key))
            case .array(let elements) where visited.insert(index).inserted:
                for position in 0..<elements.count {
                    guard case .uid(let uid)? = try? reader.object(at: reader.unchecked(position, of: elements)) else {
                        continue
                    }
                    arrive(uid, Arrival(parent: parent, key: key, position: position))
                }
            default: break
            }
        }
    }

    private mutating func arrive(_ uid: UID, _ arrival: Arrival) {
        guard uid != .null, arrivals[uid] == nil else { return }
        guard uid.rawValue < UInt64(objects.count) else {
            if uid == target { arrivals[uid] = arrival }
            return
        }
        arrivals[uid] = arrival
        queue.append(uid)
    }
}
