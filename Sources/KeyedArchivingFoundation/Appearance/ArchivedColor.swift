/// A color as archives hold it: `NSColor` or `UIColor`.
///
/// It is content without behavior: nothing is converted between color spaces.
public enum ArchivedColor: Hashable, Sendable {
    /// A color with components.
    case components(ColorComponents)
    /// A color of a catalog, such as `textColor` of `System`, with the color to use where that is not known.
    indirect case catalog(String, name: String, fallback: ArchivedColor?)
    /// A color without components, such as a pattern, by the number of its kind; it can be read but not written.
    case other(kind: Int)

    /// The components of the color, or those of its fallback; nil if there are none.
    public var colorComponents: ColorComponents? {
        switch self {
        case .components(let components): components
        case .catalog(_, _, let fallback): fallback?.colorComponents
        case .other: nil
        }
    }
}
