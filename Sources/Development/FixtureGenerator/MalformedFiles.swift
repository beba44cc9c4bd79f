/// Damaged files, written by hand from the documented layout.
///
/// Each has one defect, which its name says.
///
/// The template is a binary property list with one object, the number 7:
///
///     62 70 6C 69 73 74 30 30    "bplist00"
///     10 07                      object 0 at byte 8: an integer of one byte
///     08                         the offset table at byte 10: object 0 is at byte 8
///     00 00 00 00 00 00          five unused bytes, the sort version
///     01 01                      the size of an offset, the size of a reference
///     00 00 00 00 00 00 00 01    the number of objects
///     00 00 00 00 00 00 00 00    the top object
///     00 00 00 00 00 00 00 0A    where the offset table is
enum MalformedFiles {
    static let all: [Fixture] = [
        Fixture("array-contains-itself.plist", binary([0xA1, 0x00])),
        Fixture("array-count-past-end.plist", binary([0xAF, 0x11, 0xFF, 0xFF])),
        Fixture("ascii-string-with-high-byte.plist", binary([0x51, 0xE9])),
        Fixture("cut-short.plist", Array(binary([0x10, 0x07]).dropLast(5))),
        Fixture("fill-byte-as-object.plist", binary([0x0F])),
        Fixture("object-count-huge.plist", binary([0x10, 0x07], count: .max)),
        Fixture("offset-in-header.plist", binary([0x10, 0x07], offset: 4)),
        Fixture("offset-size-zero.plist", binary([0x10, 0x07], offsetSize: 0)),
        Fixture("reference-past-end.plist", binary([0xA1, 0x05])),
        Fixture("string-length-huge.plist", binary([0x5F, 0x13] + [0x7F] + Array(repeating: 0xFF, count: 7))),
        Fixture("top-object-past-end.plist", binary([0x10, 0x07], top: 1)),
        Fixture("version-16.plist", Array("bplist16".utf8) + binary([0x10, 0x07]).dropFirst(8)),
        Fixture("xml-entity-declared.xml", Array(entity.utf8)),
        Fixture("xml-unclosed.xml", Array("<plist version=\"1.0\"><dict><key>a</key>".utf8)),
    ]

    /// The template with another object or other numbers in the trailer.
    private static func binary(
        _ object: [UInt8],
        offset: UInt8 = 8,
        offsetSize: UInt8 = 1,
        count: UInt64 = 1,
        top: UInt64 = 0
    ) -> [UInt8] {
        var bytes = Array("bplist00".utf8) + object
        let table = UInt64(bytes.count)
        bytes.append(offset)
        bytes += [0, 0, 0, 0, 0, 0, offsetSize, 1]
        for number in [count, top, table] {
            bytes += stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> UInt64($0)) }
        }
        return bytes
    }

    private static let entity = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist [<!ENTITY laugh "ha">]>
        <plist version="1.0"><string>&laugh;</string></plist>

        """
}
