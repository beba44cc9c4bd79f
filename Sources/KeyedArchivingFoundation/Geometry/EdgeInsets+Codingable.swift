/// `NSValue` with edge insets, or the text `{top, left, bottom, right}`.
extension EdgeInsets: Geometry {
    /// Creates distances from `{top, left, bottom, right}`.
    public init?(geometryText text: String) {
        guard let numbers = GeometryText.numbers(in: text, shape: "{n,n,n,n}") else { return nil }
        self.init(top: numbers[0], left: numbers[1], bottom: numbers[2], right: numbers[3])
    }

    /// The text `{top, left, bottom, right}`.
    public var geometryText: String {
        "{\([top, left, bottom, right].map(GeometryText.text).joined(separator: ", "))}"
    }

    /// Creates distances from an `NSValue` that holds them.
    public init?(_ value: BoxedValue) {
        guard case .edgeInsets(let insets) = value else { return nil }
        self = insets
    }

    /// The distances as the content of an `NSValue`.
    public var boxed: BoxedValue { .edgeInsets(self) }
}
