public import KeyedArchiving

/// A point, a size, a rectangle or a range: a value that archives hold as an `NSValue` or as a text.
///
/// In a collection each is an `NSValue` object. Under a key Apple's `encode(_:forKey:)` for geometry writes the text,
/// and so does ``KeyedArchiving/KeyedArchiver/encodeGeometry(_:forKey:)``. Reading takes both forms.
public protocol Geometry: Codingable {
    /// Creates a value from the text form, such as `{1, 2}`, or fails if it has another shape.
    init?(geometryText text: String)

    /// The text form.
    var geometryText: String { get }

    /// Creates a value from the content of an `NSValue`, or fails if that is of another kind.
    init?(_ value: BoxedValue)

    /// The value as the content of an `NSValue`.
    var boxed: BoxedValue { get }
}

extension Geometry {
    /// `NSValue`.
    public static var codedClassName: String { "NSValue" }

    /// Writes the value as an `NSValue`.
    public func encode(with archiver: KeyedArchiver) throws {
        try boxed.encode(with: archiver)
    }

    /// Reads an `NSValue` of this kind.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        let value = try BoxedValue(coder: unarchiver)
        guard let geometry = Self(value) else {
            throw unarchiver.failure(
                .invalidUnarchiveOperation,
                "the value is \(value.kind), not \(Self.self)",
                key: "NS.special",
                remedy: "decode it as BoxedValue to see what it is"
            )
        }
        self = geometry
    }

    /// The value, also from an `NSValue` or from the text form.
    public static func _cast(_ object: any Codingable) -> Self? {
        switch object {
        case let geometry as Self: geometry
        case let value as BoxedValue: Self(value)
        case let text as String: Self(geometryText: text)
        default: nil
        }
    }
}
