public import Foundation
public import KeyedArchiving

/// `NSValue` with a range, or the text `{location, length}`.
extension NSRange: Geometry {
    /// Creates a range from `{location, length}`, or fails if its end would not fit.
    public init?(geometryText text: String) {
        guard
            let tokens = GeometryText.tokens(in: text, shape: "{n,n}"), tokens.count == 2,
            let location = Self.integer(tokens[0]), let length = Self.integer(tokens[1])
        else { return nil }
        self.init(checkedLocation: location, length: length)
    }

    /// An integer, which a real would hold rounded, or a real without a fraction.
    private static func integer(_ token: Substring) -> Int? {
        Int(token) ?? Double(token).flatMap { Int(exactly: $0) }
    }

    /// The text `{location, length}`.
    public var geometryText: String { "{\(location), \(length)}" }

    /// Creates a range from an `NSValue` that holds one.
    public init?(_ value: BoxedValue) {
        guard case .range(let range) = value else { return nil }
        self = range
    }

    /// The range as the content of an `NSValue`.
    public var boxed: BoxedValue { .range(self) }

    /// Creates a range, or fails if its end would not fit or it is negative.
    init?(checkedLocation location: Int, length: Int) {
        guard location >= 0, length >= 0, !location.addingReportingOverflow(length).overflow else { return nil }
        self.init(location: location, length: length)
    }
}

/// `NSValue` with a range, as `NSRange`.
extension Range: Codingable, Geometry where Bound == Int {
    /// Creates a range from `{location, length}`, or fails if its end would not fit.
    public init?(geometryText text: String) {
        guard let range = NSRange(geometryText: text) else { return nil }
        self = range.lowerBound..<range.upperBound
    }

    /// The text `{location, length}`.
    public var geometryText: String { range.geometryText }

    /// Creates a range from an `NSValue` that holds one.
    public init?(_ value: BoxedValue) {
        guard case .range(let range) = value,
            NSRange(checkedLocation: range.location, length: range.length) != nil
        else { return nil }
        self = range.lowerBound..<range.upperBound
    }

    /// The range as the content of an `NSValue`.
    public var boxed: BoxedValue { .range(range) }

    /// The same as Foundation has it; the length of one that no archive holds, which encoding refuses, may not fit.
    private var range: NSRange { NSRange(location: lowerBound, length: upperBound &- lowerBound) }
}
