public import Foundation

/// `NSValue` with a size, or the text `{width, height}`.
extension CGSize: Geometry {
    /// Creates a size from `{width, height}`.
    public init?(geometryText text: String) {
        guard let numbers = GeometryText.numbers(in: text, shape: "{n,n}") else { return nil }
        self.init(width: numbers[0], height: numbers[1])
    }

    /// The text `{width, height}`.
    public var geometryText: String { GeometryText.text(Double(width), Double(height)) }

    /// Creates a size from an `NSValue` that holds one.
    public init?(_ value: BoxedValue) {
        guard case .size(let size) = value else { return nil }
        self = size
    }

    /// The size as the content of an `NSValue`.
    public var boxed: BoxedValue { .size(self) }
}
