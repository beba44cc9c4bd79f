public import Foundation
public import KeyedArchiving

/// A point, a size, a rectangle or a range: a value that archives hold as an `NSValue` or as a text.
///
/// In a collection each is an `NSValue` object. Under a key Apple's `encode(_:forKey:)` writes points, sizes, rectangles,
/// insets and offsets as text, and so does this library's; a range is an `NSValue` there too. Reading takes both forms.
public protocol Geometry: Codingable {
    // Don't implement or call this; documentation leaves it out.

    /// The two forms in which archives hold values of the type.
    static var _forms: _GeometryForms<Self> { get }
}

/// The text form of a geometry value, and its form as the content of an `NSValue`.
public struct _GeometryForms<Value> {
    let text: (Value) -> String
    let parse: (String) -> Value?
    let box: (Value) -> BoxedValue
    let unbox: (BoxedValue) -> Value?

    /// Creates the forms of a value that is some reals.
    ///
    /// - Parameters:
    ///   - shape: The braces and commas of the text, with `n` for each number, as ``GeometryText/tokens(in:shape:)``
    ///     takes it.
    ///   - reals: The numbers, in the order of the text.
    ///   - make: Makes a value of as many numbers as the shape has.
    init(
        _ shape: String,
        reals: @escaping (Value) -> [Double],
        make: @escaping ([Double]) -> Value,
        box: @escaping (Value) -> BoxedValue,
        unbox: @escaping (BoxedValue) -> Value?
    ) {
        self.init(
            text: { GeometryText.text(reals($0), shape: shape) },
            parse: { GeometryText.numbers(in: $0, shape: shape).map(make) }, box: box, unbox: unbox)
    }

    /// Creates forms.
    init(
        text: @escaping (Value) -> String,
        parse: @escaping (String) -> Value?,
        box: @escaping (Value) -> BoxedValue,
        unbox: @escaping (BoxedValue) -> Value?
    ) {
        self.text = text
        self.parse = parse
        self.box = box
        self.unbox = unbox
    }
}

extension Geometry {
    /// The text form, such as `{1, 2}`.
    public var geometryText: String { Self._forms.text(self) }

    /// The value as the content of an `NSValue`.
    public var boxed: BoxedValue { Self._forms.box(self) }

    /// Creates a value from the text form, or fails if the text has another shape.
    public init?(geometryText text: String) {
        guard let value = Self._forms.parse(text) else { return nil }
        self = value
    }

    /// Creates a value from the content of an `NSValue`, or fails if that is of another kind.
    public init?(_ content: BoxedValue) {
        guard let value = Self._forms.unbox(content) else { return nil }
        self = value
    }

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
                key: BoxedValueFields.kind,
                remedy: "decode it as BoxedValue to see what it is"
            )
        }
        self = geometry
    }

    /// Objects that may be decoded as another type, too.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(GeometryCoding<Self>.self)) }
}

/// Reads geometry from its text form, too.
@usableFromInline
enum GeometryCoding<Coded: Geometry>: ValueCoding {
    /// The value, also from an `NSValue` or from the text form.
    @usableFromInline
    static func converted(_ object: any Codingable) -> Coded? {
        switch object {
        case let geometry as Coded: geometry
        case let value as BoxedValue: Coded(value)
        case let text as String: Coded(geometryText: text)
        default: nil
        }
    }
}

/// The text in which archives hold points, sizes, rectangles and ranges, such as `{{0, 0}, {100, 20}}`.
enum GeometryText {
    /// A number as Apple writes it: 17 significant digits at most, without trailing zeros.
    static func text(_ number: Double) -> String {
        String(format: "%.17g", number)
    }

    /// Numbers in the braces of a shape, with a space after each comma.
    static func text(_ numbers: [Double], shape: String) -> String {
        var rest = numbers[...]
        return shape.reduce(into: "") { text, character in
            switch character {
            case "n": text += rest.popFirst().map(self.text) ?? ""
            case ",": text += ", "
            default: text.append(character)
            }
        }
    }

    /// The numbers in a text; nil if the text has another shape.
    ///
    /// - Parameter shape: As ``tokens(in:shape:)`` takes it.
    static func numbers(in text: String, shape: String) -> [Double]? {
        guard let tokens = tokens(in: text, shape: shape) else { return nil }
        let numbers = tokens.compactMap { Double($0) }
        return numbers.count == tokens.count ? numbers : nil
    }

    /// The parts of a text in the places of its numbers.
    ///
    /// - Parameter shape: The braces and commas that have to be there, with `n` for each number: `{n,n}`. There may be
    ///   spaces between all of them.
    /// - Returns: Nil if the text has another shape.
    static func tokens(in text: String, shape: String) -> [Substring]? {
        var rest = Substring(text)
        var tokens: [Substring] = []
        for expected in shape {
            rest = rest.drop { $0.isWhitespace }
            guard expected == "n" else {
                guard rest.popFirst() == expected else { return nil }
                continue
            }
            let token = rest.prefix { $0 != "," && $0 != "}" && $0 != "]" && !$0.isWhitespace }
            tokens.append(token)
            rest = rest.dropFirst(token.count)
        }
        return rest.allSatisfy(\.isWhitespace) ? tokens : nil
    }
}

// Geometry under keys, as Apple's `encode(_:forKey:)` and `decodePoint(forKey:)` and their kin have it: as text.

extension KeyedArchiver {
    /// Encodes a point as text, as Apple's call of this name does.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/finished`` after finishing.
    public func encode(_ point: CGPoint, forKey key: String) throws { try encode(point.geometryText, forKey: key) }

    /// Encodes a size as text, as Apple's call of this name does.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/finished`` after finishing.
    public func encode(_ size: CGSize, forKey key: String) throws { try encode(size.geometryText, forKey: key) }

    /// Encodes a rectangle as text, as Apple's call of this name does.
    ///
    /// A collection holds it as an `NSValue`; for one under a key, encode a ``BoxedValue``. Reading takes both.
    ///
    /// ```swift
    /// try archiver.encode(CGRect(x: 0, y: 0, width: 100, height: 20), forKey: "frame")
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/finished`` after finishing.
    public func encode(_ rect: CGRect, forKey key: String) throws { try encode(rect.geometryText, forKey: key) }

    /// Encodes edge insets as text, as Apple's call of this name does.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/finished`` after finishing.
    public func encode(_ insets: EdgeInsets, forKey key: String) throws { try encode(insets.geometryText, forKey: key) }

    /// Encodes directional edge insets as text, as Apple's call of this name does.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/finished`` after finishing.
    public func encode(_ insets: DirectionalEdgeInsets, forKey key: String) throws {
        try encode(insets.geometryText, forKey: key)
    }

    /// Encodes an offset as text, as Apple's call of this name does.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/finished`` after finishing.
    public func encode(_ offset: Offset, forKey key: String) throws { try encode(offset.geometryText, forKey: key) }
}

extension KeyedUnarchiver {
    /// Decodes a point, a text or an `NSValue`; zero if the key is missing.
    ///
    /// ```swift
    /// let origin = try unarchiver.decodePoint(forKey: "origin")
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError`` if the value is of another kind or malformed.
    public func decodePoint(forKey key: String) throws -> CGPoint {
        try decodeIfPresent(CGPoint.self, forKey: key) ?? CGPoint()
    }

    /// Decodes a size, a text or an `NSValue`; zero if the key is missing.
    ///
    /// ```swift
    /// let size = try unarchiver.decodeSize(forKey: "size")
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError`` if the value is of another kind or malformed.
    public func decodeSize(forKey key: String) throws -> CGSize {
        try decodeIfPresent(CGSize.self, forKey: key) ?? CGSize()
    }

    /// Decodes a rectangle, a text or an `NSValue`; zero if the key is missing.
    ///
    /// ```swift
    /// let frame = try unarchiver.decodeRect(forKey: "frame")
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError`` if the value is of another kind or malformed.
    public func decodeRect(forKey key: String) throws -> CGRect {
        try decodeIfPresent(CGRect.self, forKey: key) ?? CGRect()
    }
}
