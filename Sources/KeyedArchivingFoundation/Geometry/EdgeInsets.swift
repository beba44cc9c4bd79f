/// Distances from the four edges of a rectangle, as `NSEdgeInsets` has them.
///
/// ```swift
/// try archiver.encode(EdgeInsets(top: 8, left: 16, bottom: 8, right: 16), forKey: "insets")
/// ```
public struct EdgeInsets: Hashable, Sendable {
    /// The distance from the top.
    public var top: Double
    /// The distance from the left.
    public var left: Double
    /// The distance from the bottom.
    public var bottom: Double
    /// The distance from the right.
    public var right: Double

    /// Creates distances.
    public init(top: Double, left: Double, bottom: Double, right: Double) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }
}

/// `NSValue` with edge insets, or the text `{top, left, bottom, right}`.
extension EdgeInsets: Geometry {
    /// Four reals; as the content of an `NSValue`, `NSEdgeInsets`.
    ///
    /// `UIEdgeInsets` are read too; ``BoxedValue/viewEdgeInsets(_:)`` writes them.
    public static var _forms: _GeometryForms<EdgeInsets> {
        _GeometryForms("{n,n,n,n}", reals: \.reals, make: { EdgeInsets($0) }, box: { .edgeInsets($0) }) {
            switch $0 {
            case .edgeInsets(let insets), .viewEdgeInsets(let insets): insets
            default: nil
            }
        }
    }

    var reals: [Double] { [top, left, bottom, right] }

    /// Creates distances from four reals.
    init(_ reals: [Double]) {
        self.init(top: reals[0], left: reals[1], bottom: reals[2], right: reals[3])
    }
}

/// Distances from the four edges of a rectangle in the direction of text, as `NSDirectionalEdgeInsets` has them.
///
/// ```swift
/// let insets = DirectionalEdgeInsets(top: 8, leading: 16, bottom: 8, trailing: 16)
/// try archiver.encode(insets, forKey: "insets")
/// ```
public struct DirectionalEdgeInsets: Hashable, Sendable {
    /// The distance from the top.
    public var top: Double
    /// The distance from the edge where lines begin.
    public var leading: Double
    /// The distance from the bottom.
    public var bottom: Double
    /// The distance from the edge where lines end.
    public var trailing: Double

    /// Creates distances.
    public init(top: Double, leading: Double, bottom: Double, trailing: Double) {
        self.top = top
        self.leading = leading
        self.bottom = bottom
        self.trailing = trailing
    }
}

/// `NSValue` with directional edge insets, or the text `{top, leading, bottom, trailing}`.
extension DirectionalEdgeInsets: Geometry {
    /// Four reals.
    public static var _forms: _GeometryForms<DirectionalEdgeInsets> {
        _GeometryForms(
            "{n,n,n,n}", reals: \.reals, make: { DirectionalEdgeInsets($0) }, box: { .directionalEdgeInsets($0) },
            unbox: { if case .directionalEdgeInsets(let insets) = $0 { insets } else { nil } })
    }

    var reals: [Double] { [top, leading, bottom, trailing] }

    /// Creates distances from four reals.
    init(_ reals: [Double]) {
        self.init(top: reals[0], leading: reals[1], bottom: reals[2], trailing: reals[3])
    }
}

/// A distance to the right and downward, as `UIOffset` has it.
///
/// ```swift
/// try archiver.encode(Offset(horizontal: 2, vertical: -1), forKey: "shadow")
/// ```
public struct Offset: Hashable, Sendable {
    /// The distance to the right.
    public var horizontal: Double
    /// The distance downward.
    public var vertical: Double

    /// Creates a distance.
    public init(horizontal: Double, vertical: Double) {
        self.horizontal = horizontal
        self.vertical = vertical
    }
}

/// `NSValue` with an offset, or the text `{horizontal, vertical}`.
extension Offset: Geometry {
    /// Two reals.
    public static var _forms: _GeometryForms<Offset> {
        _GeometryForms(
            "{n,n}", reals: { [$0.horizontal, $0.vertical] }, make: { Offset($0) }, box: { .offset($0) },
            unbox: { if case .offset(let offset) = $0 { offset } else { nil } })
    }

    /// Creates a distance from two reals.
    init(_ reals: [Double]) {
        self.init(horizontal: reals[0], vertical: reals[1])
    }
}
