import PropertyLists
import TestSupport

/// An archive whose binary form has an extra array of strings that share their bytes.
enum OverlappingArchive {
    /// The bytes of an archive of one string; the outer dictionary has a further key with an array of such strings.
    static func bytes(stringCount: Int, length: Int) throws -> [UInt8] {
        // As many strings as are to overlap, of one character; their offsets are then changed to lie in a long string
        // of counts, each of which begins a string as long as what follows it.
        var table = BinaryObjectTable()
        let filler = table.addString(String(repeating: "\u{5F}\u{11}\u{03}\u{68}", count: stringCount + length / 2))
        let strings = (0..<stringCount).map {
            table.addString("\(Character(UnicodeScalar(UInt8(0x30 + $0 % 64))))\($0)")
        }
        let root = table.addDictionary(keys: [table.addString("root")], values: [table.uid(1)])
        let objects = table.addArray([table.addString("$null"), table.addString("x")])
        let outer = table.addDictionary(
            keys: ["$version", "$archiver", "$top", "$objects", "extra"].map { table.addString($0) },
            values: [
                table.addInteger(100_000), table.addString("NSKeyedArchiver"), root, objects,
                table.addArray([filler] + strings),
            ]
        )
        var bytes = try table.write(top: outer)
        let reader = try BinaryPropertyListReader(bytes)
        let offsetSize = reader.trailer.offsetSize
        guard case .dictionary(_, let values) = try reader.object(at: reader.topObject),
            case .array(let elements) = try reader.object(at: reader.reference(4, of: values)),
            case .asciiString(let range) = try reader.object(at: reader.reference(0, of: elements))
        else { return [] }
        for number in 0..<stringCount {
            let index = try reader.reference(number + 1, of: elements)
            let position = range.lowerBound + 4 * number
            for byte in 0..<offsetSize {
                bytes[reader.trailer.offsetTableStart + index.rawValue * offsetSize + byte] = UInt8(
                    truncatingIfNeeded: position >> (8 * (offsetSize - 1 - byte)))
            }
        }
        return bytes
    }
}
