// Containers: which line feeds had a return shows in the order in which Apple's writer lists objects: each when it is first
// referred to, and what it holds right after it.

extension RemovedReturns {
    /// The line feeds of a container that may have had a return, in each way by which the writer could have its
    /// references; empty if there are too many.
    ///
    /// - Parameter reader: Reads the other objects.
    mutating func choices(
        of container: Step,
        _ reader: BinaryPropertyListReader,
        charging budget: inout Budget
    ) throws(ArchiveError) -> [[Int]] {
        let end = container.contents.upperBound
        var found: [[Int]] = []
        var paths = [ReferencePath(container: container.object, position: container.contents.lowerBound)]
        while let path = paths.popLast() {
            if path.position == end, !path.endsWithReturn {
                if path.returns.count == container.count { found.append(path.returns) }
                guard found.count <= Self.mostChoices else { return [] }
                continue
            }
            let references = numbers(
                at: path.position, width: referenceSize, afterReturn: path.endsWithReturn, until: end)
            for reference in references where path.returns.count + reference.returns.count <= container.count {
                let cost = reference.returns.isEmpty ? 1 : 1 + path.returns.count
                guard try look(cost, charging: &budget) else { return [] }
                if let longer = path.followed(by: reference, reader) { paths.append(longer) }
            }
        }
        return found
    }

    private static var mostChoices: Int { 16 }
}

/// A way to read the references of a container up to one of them.
private struct ReferencePath {
    private let container: Int
    private(set) var position: Int
    /// Whether the last reference ends with a return that is missing.
    private(set) var endsWithReturn = false
    /// The line feeds that had a return before them.
    private(set) var returns: [Int] = []
    /// The last new object.
    private var last: Int
    /// Whether that holds others, so that it isn't known which one follows.
    private var isOpen = false
    /// How many values the writer may have listed again since then.
    private var copies = 0

    init(container: Int, position: Int) {
        (self.container, self.position, last) = (container, position, container)
    }

    /// The path with one more reference; nil if the writer can't have it there: it lists new objects of a container after
    /// it, each after the one before and all that it holds, and refers to no container twice.
    func followed(by reference: RemovedReturns.Number, _ reader: BinaryPropertyListReader) -> ReferencePath? {
        guard let object = Int(exactly: reference.value), object < reader.objectCount, object != container,
            let found = try? reader.header(at: ObjectIndex(object))
        else { return nil }
        var path = self
        (path.position, path.endsWithReturn) = (reference.end, reference.endsWithReturn)
        if !reference.returns.isEmpty { path.returns += reference.returns }
        let holdsOthers = found.kind.isContainer && found.references.count > 0
        if object <= last {
            guard !holdsOthers else { return nil }
            path.copies += 1
        } else if holdsOthers || !isOpen {
            guard isOpen || object - last - 1 <= copies else { return nil }
            (path.last, path.isOpen, path.copies) = (object, holdsOthers, 0)
        }
        return path
    }
}
