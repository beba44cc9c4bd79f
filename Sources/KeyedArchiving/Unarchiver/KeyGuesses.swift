/// Where the keys that an object is asked for are likely to be.
///
/// Apple's archiver orders the keys of an object by a hash, so that their order in the file is not the one in which
/// they were encoded and are decoded. But it is the same for all objects of a class that have the same keys. So each
/// class has a row: for the first key asked for, the second and so on, the position where it was found last. A row that
/// is wrong costs a search; it cannot cause a wrong answer, because the key at the position is always compared.
struct KeyGuesses {
    /// Keys asked for after this many are looked for one after the other; objects with more keys have neither lines in
    /// `KeyLayouts` nor are they searched to the end, but get an index of their keys.
    static let rowLength = 24

    /// The rows, the first for the top level; each begins as the order in the file.
    private var positions: [UInt16] = []

    init() {
        positions.reserveCapacity(5 * Self.rowLength)
        addClass()
    }

    /// Adds a row for the class with the next index.
    mutating func addClass() {
        positions.append(contentsOf: 0..<UInt16(Self.rowLength))
    }

    /// Where to look first for the key that an object of a class is asked for as the `number`-th, counted from 0.
    ///
    /// - Parameter classIndex: The index of the class; -1 for the top level.
    @inline(__always)
    func position(_ classIndex: Int, _ number: Int) -> Int {
        number < Self.rowLength ? Int(positions[(classIndex &+ 1) &* Self.rowLength &+ number]) : number
    }

    /// Keeps the position at which a key was found.
    mutating func remember(_ position: Int, _ classIndex: Int, _ number: Int) {
        guard number < Self.rowLength, let position = UInt16(exactly: position) else { return }
        positions[(classIndex &+ 1) &* Self.rowLength &+ number] = position
    }
}
