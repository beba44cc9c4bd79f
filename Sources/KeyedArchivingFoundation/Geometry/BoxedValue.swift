public import Foundation

/// What an `NSValue` holds.
///
/// This is what a call that asks for any object gets for an `NSValue`. A call that names `CGPoint` or
/// another kind gets that.
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
    /// A C number, or a C array of numbers.
    case numbers(BoxedNumbers)

    /// What sort of value it is, in words.
    public var kind: String {
        switch self {
        case .point: "a point"
        case .size: "a size"
        case .rect: "a rectangle"
        case .range: "a range"
        case .edgeInsets: "edge insets"
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
        case .edgeInsets(let insets): hasher.combine(insets)
        case .numbers(let numbers): hasher.combine(numbers)
        }
    }
}
