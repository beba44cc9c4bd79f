/// Distances from the four edges of a rectangle, as `NSEdgeInsets` has them.
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
