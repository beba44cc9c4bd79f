package import Foundation
internal import KeyedArchiving

// Foundation's values: as long as one is equal to what its place in an archive decodes to, it is encoded as the object
// that is stored there.

extension Data: StoredValue {}
extension Date: StoredValue {}
extension DateInterval: StoredValue {}
extension DateComponents: StoredValue {}
extension Calendar: StoredValue {}
extension Locale: StoredValue {}
extension TimeZone: StoredValue {}
extension URL: StoredValue {}
extension URLQueryItem: StoredValue {}
extension UUID: StoredValue {}
extension Decimal: StoredValue {}
extension IndexSet: StoredValue {}
extension IndexPath: StoredValue {}
extension BoxedValue: StoredValue {}
extension AffineTransform: StoredValue {}
extension PersonNameComponents: StoredValue {}
extension PersonNames: StoredValue {}
extension ArchivedUnit: StoredValue {}
extension ArchivedUnitConverter: StoredValue {}
extension ArchivedColor: StoredValue {}
extension ArchivedColorSpace: StoredValue {}
extension ArchivedFont: StoredValue {}
extension MutableVariant: StoredValue where Value: StoredValue {
    package func isUnchanged(from stored: Self) -> Bool { value.isUnchanged(from: stored.value) }
}

extension Measurement: StoredValue {
    /// Whether both the number and the unit are the same: 1 km and 1,000 m are equal, and stored otherwise.
    package func isUnchanged(from stored: Self) -> Bool {
        value == stored.value && unit.isEqual(stored.unit)
    }
}

extension CharacterSet: StoredValue {
    /// Whether the members are the same, by the bitmap.
    package func isUnchanged(from stored: Self) -> Bool { bitmapRepresentation == stored.bitmapRepresentation }
}

extension AttributedString: StoredValue, StoredContainer {
    /// True: all of its subclasses, such as that of text views, have the fields of an attributed string.
    package static func keepsClass(_ stored: ArchivedClass) -> Bool { true }

    /// Whether a stored field is one of those that the type writes.
    package static func owns(_ key: String) -> Bool { ArchivedAttributedString.owns(key) }

    /// False: a value has no mutable variant.
    package static func isMutable(_ record: ArchivedClass) -> Bool { false }
}
