public import Foundation

/// `NSValue` with a point, or the text `{x, y}`.
extension CGPoint: Geometry {
    /// Creates a point from `{x, y}`.
    public init?(geometryText text: String) {
        guard let numbers = GeometryText.numbers(in: text, shape: "{n,n}") else { return nil }
        self.init(x: numbers[0], y: numbers[1])
    }

    /// The text `{x, y}`.
    public var geometryText: String { GeometryText.text(Double(x), Double(y)) }

    /// Creates a point from an `NSValue` that holds one.
    public init?(_ value: BoxedValue) {
        guard case .point(let point) = value else { return nil }
        self = point
    }

    /// The point as the content of an `NSValue`.
    public var boxed: BoxedValue { .point(self) }
}
