public import KeyedArchiving

/// A value whose Apple class has a mutable subclass with the same fields.
///
/// Reading takes both classes for the value; ``MutableVariant`` writes it as the mutable one.
public protocol HasMutableVariant: Codingable {
    /// The coded name of the mutable class.
    static var mutableClassName: String { get }
}
