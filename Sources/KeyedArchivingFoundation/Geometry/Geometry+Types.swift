public import Foundation
public import KeyedArchiving

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

/// `NSAffineTransform`, with the precision of 32-bit reals that archives have.
///
/// A scaling, a translation or both leave out what is 0 or 1, as in all archives that were seen.
extension AffineTransform: Codingable {
    private static let key = "NSTransformStruct"

    /// `NSAffineTransform`.
    public static var codedClassName: String { "NSAffineTransform" }

    /// Writes the numbers that the kind of transform needs: two for a translation or a scaling, four for both, or six.
    public func encode(with archiver: KeyedArchiver) throws {
        let (tag, numbers) = storedNumbers
        let bytes = numbers.flatMap { number in
            withUnsafeBytes(of: Float(number).bitPattern.bigEndian) { Array($0) }
        }
        try archiver.encodeBytes(tag + bytes, forKey: Self.key)
    }

    /// The numbers to write, and the byte that says which they are if there are two.
    private var storedNumbers: (tag: [UInt8], numbers: [CGFloat]) {
        guard m12 == 0, m21 == 0 else { return ([], [m11, m12, m21, m22, tX, tY]) }
        if m11 == 1, m22 == 1 { return ([1], [tX, tY]) }
        if tX == 0, tY == 0 { return ([2], [m11, m22]) }
        return ([], [m11, m22, tX, tY])
    }

    /// Reads six numbers, or four without m12 and m21, or, after a byte that says which, the two of a translation (1)
    /// or of a scaling (2).
    public init(coder unarchiver: KeyedUnarchiver) throws {
        let bytes = Array(try unarchiver.requiredData(forKey: Self.key))
        self.init()
        // Six numbers are the most that there are.
        let numbers = bytes.count <= 24 ? Self.numbers(in: bytes[(bytes.count % 4)...]) : []
        switch (bytes.count, bytes.first) {
        case (24, _):
            (m11, m12, m21, m22) = (numbers[0], numbers[1], numbers[2], numbers[3])
            (tX, tY) = (numbers[4], numbers[5])
        case (16, _):
            (m11, m22) = (numbers[0], numbers[1])
            (tX, tY) = (numbers[2], numbers[3])
        case (9, 1): (tX, tY) = (numbers[0], numbers[1])
        case (9, 2): (m11, m22) = (numbers[0], numbers[1])
        default:
            throw unarchiver.damaged(
                "an affine transform has \(bytes.count) bytes, not 24, 16 or 9", key: Self.key)
        }
    }

    /// The 32-bit reals in a sequence of bytes, the most significant byte first.
    private static func numbers(in bytes: ArraySlice<UInt8>) -> [CGFloat] {
        stride(from: bytes.startIndex, to: bytes.endIndex, by: 4).map { start in
            let bits = bytes[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            return CGFloat(Float(bitPattern: bits))
        }
    }
}

extension AffineTransform {
    /// Creates a transform from the text `[a, b, c, d, tx, ty]`, as which UIKit encodes one under a key, or fails if
    /// the text has another shape.
    public init?(geometryText text: String) {
        guard let numbers = GeometryText.numbers(in: text, shape: "[n,n,n,n,n,n]") else { return nil }
        self.init(numbers)
    }

    /// The text `[a, b, c, d, tx, ty]`.
    public var geometryText: String { "[\(reals.map(GeometryText.text).joined(separator: ", "))]" }

    /// Creates a transform from an `NSValue` that holds one, or fails if it holds something else.
    public init?(_ value: BoxedValue) {
        guard case .affineTransform(let transform) = value else { return nil }
        self = transform
    }

    var reals: [Double] { [m11, m12, m21, m22, tX, tY].map { Double($0) } }

    /// Creates a transform from six reals.
    init(_ reals: [Double]) {
        let numbers = reals.map { CGFloat($0) }
        self.init(
            m11: numbers[0], m12: numbers[1], m21: numbers[2], m22: numbers[3], tX: numbers[4], tY: numbers[5])
    }
}
