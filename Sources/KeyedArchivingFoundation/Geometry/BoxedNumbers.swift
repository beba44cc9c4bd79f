/// C numbers in an `NSValue`: one, or an array of them.
public struct BoxedNumbers: Hashable, Sendable {
    /// The numbers, all of one kind.
    public enum Content: Hashable, Sendable {
        /// Integers.
        case integers([Int64])
        /// Reals.
        case reals([Double])
    }

    /// The Objective-C code of the type of each number, such as `i` for an `Int32`.
    public var typeCode: Character

    /// Whether the value is an array, be it of one number.
    public var isArray: Bool

    /// The numbers.
    public var content: Content

    /// Creates a value of integers.
    public init(integers: [Int64], typeCode: Character = "q", isArray: Bool = true) {
        self.typeCode = typeCode
        self.isArray = isArray
        content = .integers(integers)
    }

    /// Creates a value of reals.
    public init(reals: [Double], typeCode: Character = "d", isArray: Bool = true) {
        self.typeCode = typeCode
        self.isArray = isArray
        content = .reals(reals)
    }
}
