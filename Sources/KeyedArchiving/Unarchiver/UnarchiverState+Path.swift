internal import PropertyLists

extension UnarchiverState {
    /// The shortest path from the top level to an object, for an error text.
    ///
    /// Paths are searched only when an error reaches the caller, so decoding keeps no record of where it is.
    ///
    /// - Parameters:
    ///   - uid: The object; nil for the top level.
    ///   - key: The key of that object, if there is one to add.
    /// - Returns: The path, or nil if the object cannot be reached.
    /// - Complexity: O(*n*) in the size of the archive.
    func path(to uid: UID?, key: String?) -> ArchivePath? {
        var steps: [ArchivePath.Step] = []
        if let uid {
            guard uid.rawValue > 0, uid.rawValue < UInt64(objects.count) else { return nil }
            var search = PathSearch(reader: reader, objects: objects)
            guard let found = search.steps(to: Int(uid.rawValue), top: top) else { return nil }
            steps = found
        }
        if let key { steps.append(.key(key)) }
        return ArchivePath(steps)
    }
}

/// Searches the archive breadth first.
///
/// What cannot be read is passed over: there is an error to report already.
private struct PathSearch {
    /// How an object was first reached.
    struct Arrival {
        var parent: Int
        var steps: [ArchivePath.Step]
    }

    let reader: BinaryPropertyListReader
    let objects: BinaryReferences
    var arrivals: [Int: Arrival] = [:]
    var queue: [Int] = []

    init(reader: BinaryPropertyListReader, objects: BinaryReferences) {
        self.reader = reader
        self.objects = objects
    }

    mutating func steps(
        to target: Int,
        top: (keys: BinaryReferences, values: BinaryReferences)
    ) -> [ArchivePath.Step]? {
        visitFields(top.keys, top.values, of: 0)
        var head = 0
        while arrivals[target] == nil, head < queue.count {
            let uid = queue[head]
            head += 1
            guard
                let object = try? reader.object(at: reader.unchecked(uid, of: objects)),
                case .dictionary(let keys, let values) = object
            else { continue }
            visitFields(keys, values, of: uid)
        }
        return arrivals[target] == nil ? nil : collectSteps(to: target)
    }

    private func collectSteps(to target: Int) -> [ArchivePath.Step] {
        var parts: [[ArchivePath.Step]] = []
        var uid = target
        while uid != 0, let arrival = arrivals[uid] {
            parts.append(arrival.steps)
            uid = arrival.parent
        }
        return parts.reversed().flatMap { $0 }
    }

    private mutating func visitFields(_ keys: BinaryReferences, _ values: BinaryReferences, of parent: Int) {
        for position in 0..<keys.count {
            guard
                let key = try? reader.archiveString(at: reader.unchecked(position, of: keys)),
                let name = key.string, name != "$class",
                let value = try? reader.object(at: reader.unchecked(position, of: values))
            else { continue }
            switch value {
            case .uid(let uid): arrive(uid, from: parent, [.key(name)])
            case .array(let elements): visitElements(elements, of: parent, name)
            default: break
            }
        }
    }

    private mutating func visitElements(_ elements: BinaryReferences, of parent: Int, _ name: String) {
        for position in 0..<elements.count {
            guard
                let element = try? reader.object(at: reader.unchecked(position, of: elements)),
                case .uid(let uid) = element
            else { continue }
            // A collection's own position is what people count; other arrays of references keep their key.
            let steps: [ArchivePath.Step] = name == "NS.objects" ? [.index(position)] : [.key(name), .index(position)]
            arrive(uid, from: parent, steps)
        }
    }

    private mutating func arrive(_ uid: UID, from parent: Int, _ steps: [ArchivePath.Step]) {
        guard uid.rawValue > 0, uid.rawValue < UInt64(objects.count) else { return }
        let uid = Int(uid.rawValue)
        guard arrivals[uid] == nil else { return }
        arrivals[uid] = Arrival(parent: parent, steps: steps)
        queue.append(uid)
    }
}
