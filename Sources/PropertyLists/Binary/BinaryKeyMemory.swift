/// The dictionary keys met lately, by object index.
///
/// Archives have few keys and refer to each of them from every object of a class. Remembering them saves making the
/// same string again and again. A key that another one displaces is read anew.
struct BinaryKeyMemory {
    private var indices: [Int] = []
    private var keys: [PropertyList] = []

    private static let slots = 256

    subscript(index: Int) -> PropertyList? {
        get {
            let slot = index & (Self.slots &- 1)
            return slot < indices.count && indices[slot] == index ? keys[slot] : nil
        }
        set {
            guard let newValue else { return }
            if indices.isEmpty {
                indices = Array(repeating: -1, count: Self.slots)
                keys = Array(repeating: .null, count: Self.slots)
            }
            let slot = index & (Self.slots &- 1)
            indices[slot] = index
            keys[slot] = newValue
        }
    }
}
