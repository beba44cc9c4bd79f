/// The object indices of the containers that are being filled, one inside the other, to find those that hold
/// themselves.
struct BinaryTreePath {
    private var indices: [ObjectIndex] = []
    /// The indices that lie too deep to look through.
    private var deepIndices: Set<ObjectIndex> = []

    /// How many indices are looked through.
    ///
    /// Real files are less deep; the indices of deeper containers are in a set.
    private static let shallowDepth = 16

    /// How many containers are being filled.
    var depth: Int { indices.count }

    /// Whether a container is being filled.
    @inline(__always)
    func contains(_ index: ObjectIndex) -> Bool {
        for open in indices.prefix(Self.shallowDepth) where open == index { return true }
        return indices.count > Self.shallowDepth && deepIndices.contains(index)
    }

    mutating func enter(_ index: ObjectIndex) {
        if indices.count >= Self.shallowDepth { deepIndices.insert(index) }
        indices.append(index)
    }

    mutating func leave() {
        guard let index = indices.popLast() else { return }
        if indices.count >= Self.shallowDepth { deepIndices.remove(index) }
    }
}
