public import Foundation
public import KeyedArchiving

/// The content of an `NSValue`.
///
/// A call that asks for any object returns this type for an `NSValue`. A call that names `CGPoint` or another kind
/// returns that kind.
public enum BoxedValue: Hashable, Sendable {
    /// A point.
    case point(CGPoint)
    /// A size.
    case size(CGSize)
    /// A rectangle.
    case rect(CGRect)
    /// A range.
    case range(NSRange)
    /// Distances from the edges of a rectangle.
    case edgeInsets(EdgeInsets)
    /// Distances from the edges of a rectangle, as UIKit has them; the field names are those of ``edgeInsets(_:)``.
    case viewEdgeInsets(EdgeInsets)
    /// Distances from the edges of a rectangle in the direction of text.
    case directionalEdgeInsets(DirectionalEdgeInsets)
    /// A distance to the right and downward.
    case offset(Offset)
    /// A transform of the plane.
    case affineTransform(AffineTransform)
    /// A C number, or a C array of numbers.
    case numbers(BoxedNumbers)

    /// The kind of the value, in words.
    public var kind: String {
        switch self {
        case .point: "a point"
        case .size: "a size"
        case .rect: "a rectangle"
        case .range: "a range"
        case .edgeInsets, .viewEdgeInsets: "edge insets"
        case .directionalEdgeInsets: "directional edge insets"
        case .offset: "an offset"
        case .affineTransform: "an affine transform"
        case .numbers(let numbers): numbers.isArray ? "a C array" : "a C number"
        }
    }

    // CGPoint and its kin are not hashable everywhere.

    /// Compares contents.
    public static func == (lhs: BoxedValue, rhs: BoxedValue) -> Bool {
        switch (lhs, rhs) {
        case (.point(let lhs), .point(let rhs)): lhs == rhs
        case (.size(let lhs), .size(let rhs)): lhs == rhs
        case (.rect(let lhs), .rect(let rhs)): lhs == rhs
        case (.range(let lhs), .range(let rhs)): lhs == rhs
        case (.edgeInsets(let lhs), .edgeInsets(let rhs)): lhs == rhs
        case (.viewEdgeInsets(let lhs), .viewEdgeInsets(let rhs)): lhs == rhs
        case (.directionalEdgeInsets(let lhs), .directionalEdgeInsets(let rhs)): lhs == rhs
        case (.offset(let lhs), .offset(let rhs)): lhs == rhs
        case (.affineTransform(let lhs), .affineTransform(let rhs)): lhs == rhs
        case (.numbers(let lhs), .numbers(let rhs)): lhs == rhs
        default: false
        }
    }

    /// Hashes the kind and the content.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        switch self {
        case .point(let point): hasher.combine([point.x, point.y])
        case .size(let size): hasher.combine([size.width, size.height])
        case .rect(let rect): hasher.combine([rect.origin.x, rect.origin.y, rect.size.width, rect.size.height])
        case .range(let range): hasher.combine(range)
        case .edgeInsets(let insets), .viewEdgeInsets(let insets): hasher.combine(insets)
        case .directionalEdgeInsets(let insets): hasher.combine(insets)
        case .offset(let offset): hasher.combine(offset)
        case .affineTransform(let transform): hasher.combine(transform)
        case .numbers(let numbers): hasher.combine(numbers)
        }
    }
}

/// `NSValue`.
extension BoxedValue: Codingable {
    /// `NSValue`.
    public static var codedClassName: String { "NSValue" }

    /// Writes the content, and the number of its kind.
    public func encode(with archiver: KeyedArchiver) throws {
        switch self {
        case .point(let point): try archiver.encode(point.geometryText, forKey: BoxedValueFields.point)
        case .size(let size): try archiver.encode(size.geometryText, forKey: BoxedValueFields.size)
        case .rect(let rect): try archiver.encode(rect.geometryText, forKey: BoxedValueFields.rect)
        case .range(let range):
            guard NSRange(checkedLocation: range.location, length: range.length) != nil else {
                throw ArchiveError(
                    .unrepresentable, "\(range.location), \(range.length) is no range that an archive holds",
                    remedy: "let the bounds be 0 or more, and their difference an Int")
            }
            // The bounds are separate objects, the length first.
            try archiver.encode(range.length as any Codingable, forKey: BoxedValueFields.rangeLength)
            try archiver.encode(range.location as any Codingable, forKey: BoxedValueFields.rangeLocation)
        case .edgeInsets, .viewEdgeInsets, .directionalEdgeInsets, .offset, .affineTransform:
            for (key, real) in zip(storedKind?.realKeys ?? [], reals) { try archiver.encode(real, forKey: key) }
        case .numbers(let numbers): return try numbers.encode(with: archiver)
        }
        if let storedKind { try archiver.encode(storedKind.rawValue, forKey: BoxedValueFields.kind) }
    }

    private var storedKind: BoxedValueFields.Kind? {
        switch self {
        case .point: .point
        case .size: .size
        case .rect: .rect
        case .range: .range
        case .edgeInsets: .edgeInsets
        case .viewEdgeInsets: .viewEdgeInsets
        case .directionalEdgeInsets: .directionalEdgeInsets
        case .offset: .offset
        case .affineTransform: .affineTransform
        case .numbers: nil
        }
    }

    /// The fields of a structure of reals.
    private var reals: [Double] {
        switch self {
        case .edgeInsets(let insets), .viewEdgeInsets(let insets): insets.reals
        case .directionalEdgeInsets(let insets): insets.reals
        case .offset(let offset): [offset.horizontal, offset.vertical]
        case .affineTransform(let transform): transform.reals
        case .point, .size, .rect, .range, .numbers: []
        }
    }

    /// Reads the content by the number of its kind, or, without one, by its Objective-C type.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        guard let number = try unarchiver.optionalInteger(forKey: BoxedValueFields.kind) else {
            self = .numbers(try BoxedNumbers(coder: unarchiver))
            return
        }
        switch BoxedValueFields.Kind(rawValue: number) {
        case .point: self = .point(try unarchiver.geometry(forKey: BoxedValueFields.point))
        case .size: self = .size(try unarchiver.geometry(forKey: BoxedValueFields.size))
        case .rect: self = .rect(try unarchiver.geometry(forKey: BoxedValueFields.rect))
        case .range:
            let length = try unarchiver.requiredInteger(forKey: BoxedValueFields.rangeLength)
            let location = try unarchiver.requiredInteger(forKey: BoxedValueFields.rangeLocation)
            guard let range = NSRange(checkedLocation: location, length: length) else {
                throw unarchiver.damaged(
                    "a range of \(length) from \(location) is impossible",
                    key: BoxedValueFields.rangeLength
                )
            }
            self = .range(range)
        case .edgeInsets: self = .edgeInsets(EdgeInsets(try unarchiver.reals(of: .edgeInsets)))
        case .viewEdgeInsets: self = .viewEdgeInsets(EdgeInsets(try unarchiver.reals(of: .viewEdgeInsets)))
        case .directionalEdgeInsets:
            self = .directionalEdgeInsets(DirectionalEdgeInsets(try unarchiver.reals(of: .directionalEdgeInsets)))
        case .offset: self = .offset(Offset(try unarchiver.reals(of: .offset)))
        case .affineTransform: self = .affineTransform(AffineTransform(try unarchiver.reals(of: .affineTransform)))
        case nil:
            throw unarchiver.failure(
                .invalidValue,
                "values of kind \(number) are not known",
                key: BoxedValueFields.kind,
                remedy: "register ArchivedObject for the class to keep the fields as they are"
            )
        }
    }
}

extension KeyedUnarchiver {
    /// The reals of a structure in an `NSValue`, as many as it has.
    fileprivate func reals(of kind: BoxedValueFields.Kind) throws -> [Double] {
        try kind.realKeys.map { try requiredReal(forKey: $0) }
    }

    /// A point, a size or a rectangle in the field of an `NSValue`.
    fileprivate func geometry<Value: Geometry>(forKey key: String) throws -> Value {
        guard let value = Value(geometryText: try requiredString(forKey: key)) else {
            throw damaged("the text of a geometry value is malformed", key: key)
        }
        return value
    }
}
