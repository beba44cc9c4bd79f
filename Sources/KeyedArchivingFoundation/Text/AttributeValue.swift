public import Foundation

/// The value of an attribute of an archived string, in a form that Foundation's attributed strings can hold.
public enum AttributeValue: Hashable, Sendable {
    /// A string.
    case string(String)
    /// An integer.
    case integer(Int64)
    /// A real number.
    case real(Double)
    /// A boolean.
    case boolean(Bool)
    /// Bytes.
    case data(Data)
    /// A date.
    case date(Date)
    /// A URL.
    case url(URL)
    /// A color.
    case color(ArchivedColor)
    /// A font.
    case font(ArchivedFont)
    /// An object of any other class, as an archive of its own.
    case archive(Data)
}
