internal import Foundation
public import KeyedArchiving

/// `NSValue` with a range, as `NSRange`.
extension Range: Codingable, Geometry where Bound == Int {
    /// Creates a range from `{location, length}`, or fails if its end would not fit.
    public init?(geometryText text: String) {
        guard let range = NSRange(geometryText: text) else { return nil }
        self = range.lowerBound..<range.upperBound
    }

    /// The text `{location, length}`.
    public var geometryText: String { NSRange(self).geometryText }

    /// Creates a range from an `NSValue` that holds one.
    public init?(_ value: BoxedValue) {
        guard case .range(let range) = value else { return nil }
        self = range.lowerBound..<range.upperBound
    }

    /// The range as the content of an `NSValue`.
    public var boxed: BoxedValue { .range(NSRange(self)) }
}
