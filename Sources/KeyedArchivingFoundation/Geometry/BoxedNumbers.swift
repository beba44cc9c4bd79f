/// C values in an `NSValue`: a number, an array of numbers, or a C string.
public struct BoxedNumbers: Hashable, Sendable {
    /// The numbers, all of one kind.
    public enum Content: Hashable, Sendable {
        /// Integers.
        case integers([Int64])
        /// Integers of type `Q` of which one or more are above `Int64.max`.
        case unsignedIntegers([UInt64])
        /// Reals.
        case reals([Double])
        /// Booleans.
        case booleans([Bool])
        /// A C string.
        case string(String)

        /// Compares contents, number by number: one array may be compared with itself by its address, and so be equal
        /// with a NaN in it.
        public static func == (left: Content, right: Content) -> Bool {
            switch (left, right) {
            case (.integers(let left), .integers(let right)): left == right
            case (.unsignedIntegers(let left), .unsignedIntegers(let right)): left == right
            case (.reals(let left), .reals(let right)): left.elementsEqual(right)
            case (.booleans(let left), .booleans(let right)): left == right
            case (.string(let left), .string(let right)): left == right
            default: false
            }
        }
    }

    /// The Objective-C code of the type of each number, such as `i` for an `Int32`.
    public var typeCode: Character

    /// Whether the value is an array, even of one number.
    public var isArray: Bool

    /// The numbers.
    public var content: Content

    /// Creates a value of integers.
    public init(integers: [Int64], typeCode: Character = "q", isArray: Bool = true) {
        self.typeCode = typeCode
        self.isArray = isArray
        content = .integers(integers)
    }

    /// Creates a value of integers without a sign, of type `Q`.
    ///
    /// Decoded again, it has them as ``Content/integers(_:)`` if all fit.
    public init(unsignedIntegers: [UInt64], isArray: Bool = true) {
        typeCode = "Q"
        self.isArray = isArray
        content = .unsignedIntegers(unsignedIntegers)
    }

    /// Creates a value of booleans, of type `B`.
    public init(booleans: [Bool], isArray: Bool = true) {
        typeCode = "B"
        self.isArray = isArray
        content = .booleans(booleans)
    }

    /// Creates a C string, of type `*`.
    public init(string: String) {
        typeCode = "*"
        isArray = false
        content = .string(string)
    }

    /// Creates a value of reals.
    public init(reals: [Double], typeCode: Character = "d", isArray: Bool = true) {
        self.typeCode = typeCode
        self.isArray = isArray
        content = .reals(reals)
    }
}
