/// A colour as archives hold it: `NSColor` or `UIColor`.
///
/// It is content without behaviour: nothing is converted between colour spaces.
public enum ArchivedColor: Hashable, Sendable {
    /// A colour with components.
    case components(ColorComponents)
    /// A colour of a catalogue, such as `textColor` of `System`, with the colour to use where that is not known.
    indirect case catalog(String, name: String, fallback: ArchivedColor?)
    /// A colour without components, such as a pattern, by the number of its kind; it can be read but not written.
    case other(kind: Int)

    /// The components of the colour, or those of its fallback; nil if there are none.
    public var colorComponents: ColorComponents? {
        switch self {
        case .components(let components): components
        case .catalog(_, _, let fallback): fallback?.colorComponents
        case .other: nil
        }
    }
}
