import Foundation
import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Values without keys of type codes, which the platform's coder and this library's read from each other.
///
/// Codes that the platform's coder ends the process for are left out: `s`, `S`, `:`, structures; and `*`, for which it
/// writes the address of the text.
@Suite struct TypeCodeTests {
    /// The values that are encoded, in order.
    private static func encode(with coder: NSCoder) {
        var (byte, flag, small, large) = (Int8(-7), true, Int32(-70_000), UInt64.max - 2)
        var (single, double, list) = (Float(0.5), 2.25, [Int32(1), -2, 3])
        coder.encodeValue(ofObjCType: "c", at: &byte)
        coder.encodeValue(ofObjCType: "B", at: &flag)
        coder.encodeValue(ofObjCType: "i", at: &small)
        coder.encodeValue(ofObjCType: "Q", at: &large)
        coder.encodeValue(ofObjCType: "f", at: &single)
        coder.encodeValue(ofObjCType: "d", at: &double)
        coder.encode("text" as NSString)
        list.withUnsafeMutableBytes { elements in
            if let start = elements.baseAddress { coder.encodeValue(ofObjCType: "[3i]", at: start) }
        }
    }

    private static let types = "cBiQfd@[3i]"

    private static let words = [
        "integer(-7)", "unsignedInteger(1)", "integer(-70000)", "unsignedInteger(18446744073709551613)", "real(0.5)",
        "real(2.25)", "text", "[1, -2, 3]",
    ]

    private static func words(_ value: TypedValue) -> String {
        switch value {
        case .object(let object): "\(object)"
        case .array(let elements): "\(elements.compactMap { $0.integer(as: Int.self) })"
        default: "\(value)"
        }
    }

    @Test func `what the platform's archiver writes is read`() throws {
        let archiver = NSKeyedArchiver(requiringSecureCoding: false)
        Self.encode(with: archiver)
        archiver.finishEncoding()
        let unarchiver = try KeyedUnarchiver(forReadingFrom: Array(archiver.encodedData))
        #expect(try unarchiver.decodeValues(ofObjCTypes: Self.types).map(Self.words) == Self.words)
    }

    @Test func `what is written is read by the platform's unarchiver`() throws {
        let archiver = KeyedArchiver()
        try archiver.encodeValues(
            ofObjCTypes: Self.types,
            [
                .integer(-7), .integer(1), .integer(-70_000), .unsignedInteger(.max - 2), .real(0.5), .real(2.25),
                .object("text"), .array([.integer(1), .integer(-2), .integer(3)]),
            ])
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: Data(try archiver.encodedBytes))
        unarchiver.requiresSecureCoding = false
        unarchiver.decodingFailurePolicy = .setErrorAndReturn
        var (byte, flag, small, large) = (Int8(0), false, Int32(0), UInt64(0))
        var (single, double, list) = (Float(0), 0.0, [Int32(0), 0, 0])
        unarchiver.decodeValue(ofObjCType: "c", at: &byte)
        unarchiver.decodeValue(ofObjCType: "B", at: &flag)
        unarchiver.decodeValue(ofObjCType: "i", at: &small)
        unarchiver.decodeValue(ofObjCType: "Q", at: &large)
        unarchiver.decodeValue(ofObjCType: "f", at: &single)
        unarchiver.decodeValue(ofObjCType: "d", at: &double)
        let text = unarchiver.decodeObject() as? String
        list.withUnsafeMutableBytes { elements in
            if let start = elements.baseAddress { unarchiver.decodeValue(ofObjCType: "[3i]", at: start) }
        }
        expectRows {
            (byte, -7)
            (flag, true)
            (small, -70_000)
            (large, .max - 2)
            (single, 0.5)
            (double, 2.25)
            (text, "text")
            (list, [1, -2, 3])
            (unarchiver.error, nil)
        }
    }

    @Test func `the stored values are the same`() throws {
        let platform = NSKeyedArchiver(requiringSecureCoding: false)
        Self.encode(with: platform)
        platform.finishEncoding()
        let archiver = KeyedArchiver()
        try archiver.encodeValues(
            ofObjCTypes: Self.types,
            [
                .integer(-7), .integer(1), .integer(-70_000), .unsignedInteger(.max - 2), .real(0.5), .real(2.25),
                .object("text"), .array([.integer(1), .integer(-2), .integer(3)]),
            ])
        let (theirs, ours) = (
            try KeyedArchive(Array(platform.encodedData)), try KeyedArchive(try archiver.encodedBytes)
        )
        for position in 0..<6 {
            #expect(theirs.topLevelValue(forKey: "$\(position)") == ours.topLevelValue(forKey: "$\(position)"))
        }
        let arrays = try [theirs, ours].map { archive in
            guard case .uid(let uid)? = archive.topLevelValue(forKey: "$7"), let record = try archive.record(at: uid)
            else { return [PropertyList]() }
            let values = ["NS.count", "NS.size", "NS.type", "$0", "$1", "$2"].compactMap { record[$0] }
            let name = try archive.archivedClass(at: record.classUID).name
            return values + [.string(PropertyListString(name))]
        }
        #expect(arrays[0].count == 7)
        #expect(arrays[0] == arrays[1])
    }
}
