/// What a scanner does where a reference of one byte to a shared string begins a group.
struct GroupStart: BitwiseCopyable {
    enum Kind: UInt8, BitwiseCopyable {
        /// The string wasn't used as a type string, some of the values take no bytes, or the reference may be padding.
        case unknown
        /// The whole group is an object.
        case object
        /// The whole group is the bytes of a string object.
        case string
        /// The whole group is a raw byte.
        case byte
        /// The whole group is an integer of 4 bytes.
        case integer32
        /// The group has some other steps.
        case steps
    }

    var kind = Kind.unknown
    /// The first step.
    var step: UInt32 = 0

    init() {}

    /// How a group begins whose steps are known.
    ///
    /// - Parameters:
    ///   - number: The number of the step.
    ///   - step: The first step.
    init(at number: Int, _ step: ScanStep) {
        self.step = UInt32(truncatingIfNeeded: number)
        guard step.isLast, step.count == 1 else {
            kind = .steps
            return
        }
        kind =
            switch step.kind {
            case .object: .object
            case .string: .string
            case .raw: .byte
            case .integer32: .integer32
            default: .steps
            }
    }
}
