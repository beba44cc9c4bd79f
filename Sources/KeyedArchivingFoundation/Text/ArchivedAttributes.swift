public import Foundation

/// The attribute of Foundation's attributed strings that holds what an archive had: values by their names, such as
/// `NSFont`.
///
/// ```swift
/// for run in text.runs {
///     if case .font(let font)? = run[ArchivedAttributes.self]?["NSFont"] { print(font.name) }
/// }
/// ```
public enum ArchivedAttributes: AttributedStringKey {
    /// Values by their names.
    public typealias Value = [String: AttributeValue]

    /// The name of the attribute.
    public static let name = "KeyedArchiving.attributes"
}
