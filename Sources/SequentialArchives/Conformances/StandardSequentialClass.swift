/// A class of Foundation's that the library knows.
protocol StandardSequentialClass: SequentialCodingable {
    /// Whether an instance keeps all that an object of some classes has, so that it is written as it was.
    static func canHold(_ versions: [CodedClassVersion]) -> Bool
}
