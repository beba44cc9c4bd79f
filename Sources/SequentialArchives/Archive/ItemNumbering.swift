/// The numbers that objects, classes and C strings get when an archive is written: in the order in which they are seen.
struct ItemNumbering {
    private var numbers: [Int?]
    private var count = 0

    init(itemCount: Int) {
        numbers = Array(repeating: nil, count: itemCount)
    }

    /// The number of an item that was seen before; nil for any other.
    func knownNumber(of item: Int) -> Int? { numbers[item] }

    /// The number of an item, and whether it is new.
    mutating func number(of item: Int) -> (number: Int, isNew: Bool) {
        if let number = numbers[item] { return (number, false) }
        numbers[item] = count
        defer { count += 1 }
        return (count, true)
    }
}
