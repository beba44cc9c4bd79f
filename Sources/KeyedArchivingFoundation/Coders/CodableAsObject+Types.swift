public import Foundation
public import KeyedArchiving

// Foundation's types that are always objects of their own classes in archives, however they are decoded or encoded.

/// `NSData`.
extension Data: CodableAsObject {}

/// `NSDate`.
extension Date: CodableAsObject {}

/// `NSURL`.
extension URL: CodableAsObject {}

/// `NSUUID`.
extension UUID: CodableAsObject {}

/// `NSDecimalNumber`.
extension Decimal: CodableAsObject {}

/// `NSAttributedString`.
extension AttributedString: CodableAsObject {}

/// `NSIndexSet`.
extension IndexSet: CodableAsObject {}

/// `NSIndexPath`.
extension IndexPath: CodableAsObject {}

/// `NSCharacterSet`.
extension CharacterSet: CodableAsObject {}

/// `NSLocale`.
extension Locale: CodableAsObject {}

/// `NSTimeZone`.
extension TimeZone: CodableAsObject {}

/// `NSCalendar`.
extension Calendar: CodableAsObject {}

/// `NSDateComponents`, except for values with a component that this class doesn't have, such as a day of the year.
extension DateComponents: PartlyCodedAsObject {}

/// `NSDateInterval`, except for intervals so short that their end, as a rounded date, doesn't show their duration.
extension DateInterval: PartlyCodedAsObject {
    package var isWholeAsObject: Bool { end.timeIntervalSince(start) == duration }
}

/// `NSPersonNameComponents`.
extension PersonNameComponents: CodableAsObject {}

/// `NSMeasurement`.
extension Measurement: CodableAsObject {}

/// `NSValue` with a point, or its text.
extension CGPoint: CodableAsObject {}

/// `NSValue` with a size, or its text.
extension CGSize: CodableAsObject {}

/// `NSValue` with a rectangle, or its text.
extension CGRect: CodableAsObject {}

/// `NSValue` with a range.
extension NSRange: CodableAsObject {}

/// `NSAffineTransform`, if 32 bits hold the numbers.
extension AffineTransform: PartlyCodedAsObject {
    package var isWholeAsObject: Bool { reals.allSatisfy { Double(Float($0)) == $0 } }
}

/// `NSColor` or `UIColor`.
extension ArchivedColor: CodableAsObject {}

/// `NSColorSpace`.
extension ArchivedColorSpace: CodableAsObject {}

/// `NSFont` or `UIFont`.
extension ArchivedFont: CodableAsObject {}
