internal import PropertyLists

extension UnarchiverState {
    /// The steps of a circle through an object: key and object, until it is reached again.
    ///
    /// Only objects that are being decoded can lie on it, so the search follows those.
    func circle(through uid: Int) -> [String] {
        var steps: [String] = []
        var current = uid
        var seen: Set<Int> = []
        while seen.insert(current).inserted, let (key, next) = step(from: current, to: uid) {
            steps.append("\(key.quotedForDisplay) #\(next)")
            if next == uid { break }
            current = next
        }
        return steps
    }

    /// A reference from an object to another that is being decoded, or to the target itself.
    private func step(from uid: Int, to target: Int) -> (key: String, uid: Int)? {
        guard
            let object = try? reader.object(at: reader.unchecked(uid, of: objects)),
            case .dictionary(let keys, let values) = object
        else { return nil }
        var found: (key: String, uid: Int)?
        for position in 0..<keys.count {
            guard let key = try? reader.archiveString(at: reader.unchecked(position, of: keys))?.repaired else {
                continue
            }
            for next in references(at: reader.unchecked(position, of: values)) where isBeingDecoded(next) {
                if next == target { return (key, next) }
                if found == nil { found = (key, next) }
            }
        }
        return found
    }

    private func isBeingDecoded(_ uid: Int) -> Bool {
        uid < progress.count && progress[uid] == Progress.decoding
    }

    private func references(at index: Int) -> [Int] {
        switch try? reader.object(at: index) {
        case .uid(let uid): [Int(truncatingIfNeeded: uid.rawValue)]
        case .array(let elements):
            (0..<elements.count).compactMap { position in
                guard
                    let element = try? reader.object(at: reader.unchecked(position, of: elements)),
                    case .uid(let uid) = element
                else { return nil }
                return Int(truncatingIfNeeded: uid.rawValue)
            }
        default: []
        }
    }
}
