import Foundation
package import KeyedArchiving

// Instances of Foundation's classes among values of any type, as `JSONSerialization` and user infos have them. Arrays
// and dictionaries of Foundation's are cast to those of Swift, and need nothing here.

extension NSNull: CodedStandIn {
    /// `NSNull`.
    package func codedObject(in content: inout UntypedContent) throws -> any Codingable { ArchivedNull() }
}

extension NSError: CodedStandIn {
    /// The error with its user info.
    package func codedObject(in content: inout UntypedContent) throws -> any Codingable { try archived(in: &content) }

    /// The error with its user info.
    ///
    /// - Throws: As ``UntypedContent`` does for each value of the user info.
    func archived(in content: inout UntypedContent) throws -> ArchivedNSError {
        let info = userInfo
        let userInfo = info.isEmpty ? nil : try content.entering(.key("NSUserInfo")) { try $0.dictionary(info) }
        return ArchivedNSError(domain: domain, code: code, userInfo: userInfo)
    }
}

extension NSString: CodedStandIn {
    /// The text.
    package func codedObject(in content: inout UntypedContent) throws -> any Codingable { self as String }
}

extension NSNumber: CodedStandIn {
    /// The number as the kind that it was made from; a boolean is one of two instances.
    ///
    /// A decimal number says of itself that it is a real, which would round it.
    package func codedObject(in content: inout UntypedContent) throws -> any Codingable {
        if let number = self as? NSDecimalNumber { return number.decimalValue }
        if self === NSNumber(value: true) || self === NSNumber(value: false) { return boolValue }
        // The code is one character, which is followed by a zero.
        switch UInt8(bitPattern: objCType.pointee) {
        case UInt8(ascii: "d"): return doubleValue
        case UInt8(ascii: "f"): return floatValue
        case UInt8(ascii: "Q"), UInt8(ascii: "L"): return uint64Value
        default: return int64Value
        }
    }
}

extension NSDate: CodedStandIn {
    /// The date.
    package func codedObject(in content: inout UntypedContent) throws -> any Codingable { self as Date }
}

extension NSData: CodedStandIn {
    /// The data.
    package func codedObject(in content: inout UntypedContent) throws -> any Codingable { self as Data }
}

extension NSURL: CodedStandIn {
    /// The URL.
    package func codedObject(in content: inout UntypedContent) throws -> any Codingable { self as URL }
}

extension NSUUID: CodedStandIn {
    /// The UUID.
    package func codedObject(in content: inout UntypedContent) throws -> any Codingable { self as UUID }
}
