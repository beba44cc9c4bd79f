public import Foundation

/// `NSValue` with a rectangle, or the text `{{x, y}, {width, height}}`.
extension CGRect: Geometry {
    /// Creates a rectangle from `{{x, y}, {width, height}}`.
    public init?(geometryText text: String) {
        guard let numbers = GeometryText.numbers(in: text, shape: "{{n,n},{n,n}}") else { return nil }
        self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    /// The text `{{x, y}, {width, height}}`.
    public var geometryText: String { "{\(origin.geometryText), \(size.geometryText)}" }

    /// Creates a rectangle from an `NSValue` that holds one.
    public init?(_ value: BoxedValue) {
        guard case .rect(let rect) = value else { return nil }
        self = rect
    }

    /// The rectangle as the content of an `NSValue`.
    public var boxed: BoxedValue { .rect(self) }
}
