internal import PropertyLists

extension SequentialScanner {
    /// The error for invalid content of the file, which counts as damaged unless a remedy says something else.
    func failure(
        _ code: ArchiveError.Code,
        _ reason: String,
        at position: Int,
        remedy: String = ArchiveError.damageRemedy
    ) -> ArchiveError {
        ArchiveError(code, reason, at: position, remedy: remedy)
    }

    /// The error for an archive that ends too early.
    @inline(never)
    func truncated(_ count: Int = 1) -> ArchiveError {
        let missing = count - (bytes.count - position)
        return failure(
            .truncated,
            "the archive ends at byte \(bytes.count) where \(missing) more \(missing == 1 ? "is" : "are") announced",
            at: position,
            remedy: "get a complete copy"
        )
    }

    @inline(never)
    func wrongHead(_ head: UInt8, _ expected: String) -> ArchiveError {
        let digits = String(head, radix: 16, uppercase: true)
        return failure(.invalidMarker, "byte 0x\(digits) stands where \(expected) is expected", at: position)
    }

    @inline(never)
    func wrongReference(_ number: Int, as kind: NumberedItem.Kind, at start: Int) -> ArchiveError {
        guard number >= 0, number < tables.items.count else {
            return failure(
                .invalidReference,
                "object \(number) is referred to, but there are only \(tables.items.count) so far",
                at: start
            )
        }
        return failure(
            .invalidReference,
            "\(tables.items[number].kind.words) is referred to where \(kind.words) is expected",
            at: start
        )
    }

    /// The error with the path and the object of the value that is being read.
    @inline(never)
    func located(_ error: ArchiveError) -> ArchiveError {
        var error = error
        guard error.path == nil else { return error }
        var path = SequentialPath()
        for index in 0..<frames.count where !frames[index].isLoop && !path.isFull {
            append(frames[index], to: &path)
        }
        if !current.isLoop, !path.isFull, current.count > 0 || frames.isEmpty {
            append(current, to: &path)
        }
        error.path = ArchivePath(path.steps)
        if current.object != NumberedItem.none, Int(current.object) < tables.items.count {
            error.reference = SequentialReference(Int(current.object))
            error.className = className(of: tables.items[Int(current.object)])
        }
        return error
    }

    private func append(_ frame: Frame, to path: inout SequentialPath) {
        path.append(group: max(0, Int(frame.count) - 1))
        if frame.place.word != 0, let index = valueIndex(of: frame.place) { path.append(value: index) }
    }

    /// The index in its group of the value that is being read; nil in a loop or after one.
    private func valueIndex(of place: ScanPlace) -> Int? {
        var string = SharedString(start: 0, count: 0)
        for number in 0..<tables.strings.count where tables.strings[number].program <= place.word {
            if tables.strings[number].program > string.program { string = tables.strings[number] }
        }
        var (next, scalars) = (program.place(ofWord: string.program), 0)
        while next != place, next.codes != 0 {
            switch next.code {
            case ScanCode.loop: return nil
            case ScanCode.raw: scalars = scalars.addingOrMaximum(Int(program.operand(at: next)))
            case ScanCode.more: break
            default: scalars += 1
            }
            next = program.place(after: next)
        }
        return valueIndex(holding: scalars, in: string.nodes)
    }

    /// The index of the value that holds a scalar of a group, which is counted through all values.
    private func valueIndex(holding scalar: Int, in nodes: Range<Int>) -> Int {
        var (index, node, left) = (0, nodes.lowerBound, scalar)
        while node < nodes.upperBound, tables.parser.nodes[node].scalarCount <= left {
            left -= tables.parser.nodes[node].scalarCount
            node += Int(tables.parser.nodes[node].nodeCount)
            index += 1
        }
        return index
    }

    private func className(of item: NumberedItem) -> String? {
        guard item.classNumber != NumberedItem.none, Int(item.classNumber) < tables.items.count else { return nil }
        return bytes.text(tables.strings[tables.items[Int(item.classNumber)].string].range)
    }
}

/// The groups and values that lead to a place, such as `root.groups[2][0]`.
struct SequentialPath {
    private(set) var steps: [ArchivePath.Step] = []
    private var length = 0
    /// The maximum number of groups in a path; a longer path is cut, and leads to an object around the place.
    private static let maximumLength = 64

    /// Whether steps to further groups are left out, each of which takes time.
    var isFull: Bool { length >= Self.maximumLength }

    /// Appends a step to a group.
    mutating func append(group: Int) {
        length += 1
        steps += [.key("groups"), .index(group)]
    }

    /// Appends a step to a value.
    mutating func append(value: Int) {
        steps.append(.index(value))
        if length == 1, steps == [.key("groups"), .index(0), .index(0)] { steps = [.key("root")] }
    }
}
