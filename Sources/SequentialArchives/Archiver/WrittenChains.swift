/// The numbers of chains of classes that were written, by where their names lie in memory.
///
/// Objects that were read share the chain of their class. Finding it by its names takes as long as these are, for each
/// object; so chains that are long, or have long names, are recognized by identity.
struct WrittenChains {
    private var numbers: [UInt: (chain: [CodedClassVersion], number: Int)] = [:]

    /// From which length of all names on a chain is kept, in bytes.
    static let leastSize = 256
    /// How many chains are kept: each of them is held, so that nothing else takes its place in memory.
    private static let mostChains = 1024

    /// The number of a chain that is kept.
    func number(of chain: [CodedClassVersion]) -> Int? {
        numbers.isEmpty ? nil : numbers[Self.address(of: chain)]?.number
    }

    /// Keeps a chain.
    mutating func keep(_ chain: [CodedClassVersion], _ number: Int) {
        if numbers.count == Self.mostChains { numbers = [:] }
        numbers[Self.address(of: chain)] = (chain, number)
    }

    /// The address of the elements of a chain.
    private static func address(of chain: [CodedClassVersion]) -> UInt {
        // Safe: nothing is read through the pointer, and it does not leave the closure; its bits do.
        unsafe chain.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
}
