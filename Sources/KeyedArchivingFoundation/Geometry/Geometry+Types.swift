public import Foundation
public import KeyedArchiving

/// `NSValue` with a point, or the text `{x, y}`.
extension CGPoint: Geometry {
    /// Two reals.
    public static var _forms: _GeometryForms<CGPoint> {
        _GeometryForms(
            "{n,n}", reals: { [Double($0.x), Double($0.y)] }, make: { CGPoint(x: $0[0], y: $0[1]) },
            box: { .point($0) }, unbox: { if case .point(let point) = $0 { point } else { nil } })
    }
}

/// `NSValue` with a size, or the text `{width, height}`.
extension CGSize: Geometry {
    /// Two reals.
    public static var _forms: _GeometryForms<CGSize> {
        _GeometryForms(
            "{n,n}", reals: { [Double($0.width), Double($0.height)] }, make: { CGSize(width: $0[0], height: $0[1]) },
            box: { .size($0) }, unbox: { if case .size(let size) = $0 { size } else { nil } })
    }
}

/// `NSValue` with a rectangle, or the text `{{x, y}, {width, height}}`.
extension CGRect: Geometry {
    /// Four reals.
    public static var _forms: _GeometryForms<CGRect> {
        _GeometryForms(
            "{{n,n},{n,n}}",
            reals: { [$0.origin.x, $0.origin.y, $0.size.width, $0.size.height].map { Double($0) } },
            make: { CGRect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) },
            box: { .rect($0) }, unbox: { if case .rect(let rect) = $0 { rect } else { nil } })
    }
}

/// `NSAffineTransform`, with the precision of 32-bit reals that archives have.
///
/// A scaling, a translation or both leave out elements that are 0 or 1, as in all archives that were examined.
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
    /// The text `[a, b, c, d, tx, ty]`, as which UIKit encodes a transform under a key, and the content of an `NSValue`.
    private static var forms: _GeometryForms<AffineTransform> {
        _GeometryForms(
            "[n,n,n,n,n,n]", reals: \.reals, make: { AffineTransform($0) }, box: { .affineTransform($0) },
            unbox: { if case .affineTransform(let transform) = $0 { transform } else { nil } })
    }

    /// The text `[a, b, c, d, tx, ty]`.
    public var geometryText: String { Self.forms.text(self) }

    /// Creates a transform from the text `[a, b, c, d, tx, ty]`, or fails if the text has another shape.
    public init?(geometryText text: String) {
        guard let transform = Self.forms.parse(text) else { return nil }
        self = transform
    }

    /// Creates a transform from an `NSValue` that holds one, or fails if it holds something else.
    public init?(_ content: BoxedValue) {
        guard let transform = Self.forms.unbox(content) else { return nil }
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
