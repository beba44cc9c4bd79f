#if !hasFeature(Embedded)

/// The two paths to the decoder that was asked for them last.
///
/// A type that tries one kind of value after the other makes an error for each, at each depth. Each path has most of its
/// steps in common with the one before, and only the others are looked up.
struct DecoderPaths {
    /// The numbers of the decoders on the path, outermost first: in ascending order, as each is numbered after the one
    /// around it.
    private var numbers: [Int] = []
    /// How many steps and keys lead to each of them.
    private var ends: [(step: Int, key: Int)] = []
    private var steps: [ArchivePath.Step] = []
    private var keys: [any CodingKey] = []

    /// The path in the archive, from where decoding began.
    mutating func steps(to decoder: TreeDecoder) -> [ArchivePath.Step] {
        move(to: decoder)
        return steps
    }

    /// The path of keys.
    mutating func keys(to decoder: TreeDecoder) -> [any CodingKey] {
        move(to: decoder)
        return keys
    }

    /// Changes the path to that of a decoder: removes the decoders that aren't on it, and adds the missing ones.
    private mutating func move(to decoder: TreeDecoder) {
        var others: [TreeDecoder] = []
        var next: TreeDecoder? = decoder
        var known = 0
        while let decoder = next {
            if let position = position(of: decoder) {
                known = position + 1
                break
            }
            others.append(decoder)
            next = decoder.parent
        }
        cut(to: known)
        for decoder in others.reversed() { add(decoder) }
    }

    private func position(of decoder: TreeDecoder) -> Int? {
        guard decoder.pathNumber != 0 else { return nil }
        var range = numbers.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if numbers[middle] == decoder.pathNumber { return middle }
            range = numbers[middle] < decoder.pathNumber ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }

    private mutating func cut(to count: Int) {
        numbers.removeLast(numbers.count - count)
        ends.removeLast(ends.count - count)
        let end = ends.last ?? (0, 0)
        steps.removeLast(steps.count - end.step)
        keys.removeLast(keys.count - end.key)
    }

    private mutating func add(_ decoder: TreeDecoder) {
        if decoder.pathNumber == 0 { decoder.pathNumber = decoder.session.nextPathNumber() }
        if let parent = decoder.parent {
            switch decoder.step {
            case .none: break
            case .key(let key):
                steps += decoder.source.steps(to: key, in: parent.value, parent.keysForPath())
            case .position(let position):
                steps += decoder.source.steps(toElement: position, of: parent.value)
            }
        }
        if let key = decoder.step.key { keys.append(key) }
        numbers.append(decoder.pathNumber)
        ends.append((steps.count, keys.count))
    }
}

#endif
