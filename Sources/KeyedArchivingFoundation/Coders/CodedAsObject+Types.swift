public import Foundation
public import KeyedArchiving

// Foundation's types that are always objects of their own classes in archives, however they are decoded or encoded.

/// `NSData`.
extension Data: CodedAsObject {}

/// `NSDate`.
extension Date: CodedAsObject {}

/// `NSURL`.
extension URL: CodedAsObject {}

/// `NSUUID`.
extension UUID: CodedAsObject {}

/// `NSDecimalNumber`.
extension Decimal: CodedAsObject {}

/// `NSAttributedString`.
extension AttributedString: CodedAsObject {}

/// `NSIndexSet`.
extension IndexSet: CodedAsObject {}

/// `NSIndexPath`.
extension IndexPath: CodedAsObject {}

/// `NSCharacterSet`.
extension CharacterSet: CodedAsObject {}

/// `NSLocale`.
extension Locale: CodedAsObject {}

/// `NSTimeZone`.
extension TimeZone: CodedAsObject {}

/// `NSCalendar`.
extension Calendar: CodedAsObject {}

/// `NSDateComponents`, except for values with a component that this class doesn't have, such as a day of the year.
extension DateComponents: PartlyCodedAsObject {}

/// `NSDateInterval`, except for intervals so short that their end, as a rounded date, doesn't show their duration.
extension DateInterval: PartlyCodedAsObject {
    package var isWholeAsObject: Bool { end.timeIntervalSince(start) == duration }
}

/// `NSPersonNameComponents`.
extension PersonNameComponents: CodedAsObject {}

/// `NSMeasurement`.
extension Measurement: CodedAsObject {}

/// `NSValue` with a point, or its text.
extension CGPoint: CodedAsObject {}

/// `NSValue` with a size, or its text.
extension CGSize: CodedAsObject {}

/// `NSValue` with a rectangle, or its text.
extension CGRect: CodedAsObject {}

/// `NSValue` with a range.
extension NSRange: CodedAsObject {}

/// `NSAffineTransform`, if 32 bits hold the numbers.
extension AffineTransform: PartlyCodedAsObject {
    package var isWholeAsObject: Bool { reals.allSatisfy { Double(Float($0)) == $0 } }
}

/// `NSColor` or `UIColor`.
extension ArchivedColor: CodedAsObject {}

/// `NSColorSpace`.
extension ArchivedColorSpace: CodedAsObject {}

/// `NSFont` or `UIFont`.
extension ArchivedFont: CodedAsObject {}
