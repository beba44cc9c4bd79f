/// The shared storage of containers.
///
/// Its only trick is its `deinit`. Swift releases nested values recursively, so a tree a million levels deep would
/// overflow the stack. Each storage knows how many levels lie below it. Few are left to Swift; where there are many, the
/// dying container hands its deep children to a work list and lets them die empty, one after the other.
///
/// `elements` changes only while the storage is uniquely referenced, which makes sharing it between threads safe.
final class ContainerStorage: @unchecked Sendable {
    private(set) var elements: [PropertyList]

    /// How many levels of containers lie below this one, at most.
    private var height: Int

    /// How many levels are released by recursion: more than real files have, and little stack.
    private static let recursionLimit = 64

    init(_ elements: [PropertyList]) {
        self.elements = elements
        height = 0
        for element in elements { noteHeight(of: element) }
    }

    /// Appends an element; the caller knows that the storage is not shared.
    func append(_ element: PropertyList) {
        elements.append(element)
        noteHeight(of: element)
    }

    private func noteHeight(of element: PropertyList) {
        if let storage = element.containerStorage, storage.height >= height { height = storage.height + 1 }
    }

    deinit {
        guard height > Self.recursionLimit else { return }
        var dying: [ContainerStorage] = []
        moveDeepContainers(to: &dying)
        while var container = dying.popLast() {
            if isKnownUniquelyReferenced(&container) { container.moveDeepContainers(to: &dying) }
        }
    }

    private func moveDeepContainers(to dying: inout [ContainerStorage]) {
        for element in elements {
            if let storage = element.containerStorage, storage.height > Self.recursionLimit { dying.append(storage) }
        }
        elements = []
        height = 0
    }
}

extension PropertyList {
    /// The storage of a container, or nil for a scalar.
    var containerStorage: ContainerStorage? {
        switch self {
        case .array(let array), .orderedSet(let array), .set(let array): array.storage
        case .dictionary(let dictionary): dictionary.storage
        default: nil
        }
    }
}
