import PropertyLists

// Property lists that aren't archives, in both forms.

extension Family {
    static let listFamilies: [Family] = binaryLists + xmlLists

    private static let binaryLists: [Family] = [
        binary("deep arrays") { size, table in nest(size, &table) { table, inner in table.addArray([inner]) } },
        binary("deep dictionaries") { size, table in
            let key = table.addString("key")
            return nest(size, &table) { table, inner in table.addDictionary(keys: [key], values: [inner]) }
        },
        binary("deep sets") { size, table in nest(size, &table) { table, inner in table.addSet([inner]) } },
        binary("doubling arrays") { size, table in
            nest(size, &table) { table, inner in table.addArray([inner, inner]) }
        },
        binary("doubling dictionaries") { size, table in
            let keys = [table.addString("a"), table.addString("b")]
            return nest(size, &table) { table, inner in table.addDictionary(keys: keys, values: [inner, inner]) }
        },
        binary("deep with a long list in each") { size, table in
            let long = table.addArray(Array(repeating: table.addNull(), count: size / 3))
            return nest(size / 2, &table) { table, inner in table.addArray([inner, long]) }
        },
        binary("one long string many times") { size, table in
            let long = table.addString(String(repeating: "x", count: size / 2))
            return table.addArray(Array(repeating: long, count: size / 4))
        },
        binary("one long string as each key") { size, table in
            let long = table.addString(String(repeating: "x", count: size / 2))
            let keys = Array(repeating: long, count: size / 8)
            return table.addDictionary(keys: keys, values: keys)
        },
        binary("one long key of many dictionaries") { size, table in
            let long = table.addString(String(repeating: "\u{65E5}", count: size / 4))
            let one = table.addInteger(1)
            let each = (0..<size / 12).map { _ in table.addDictionary(keys: [long], values: [one]) }
            return table.addArray(each)
        },
        binary("one long list many times") { size, table in
            let long = table.addArray(Array(repeating: table.addNull(), count: size / 4))
            return table.addArray(Array(repeating: long, count: size / 4))
        },
        binary("one long data many times") { size, table in
            let long = table.addData(Array(repeating: 1, count: size / 2))
            return table.addArray(Array(repeating: long, count: size / 4))
        },
        binary("empty containers") { size, table in
            let none: [BinaryObjectTable.Entry] = []
            return table.addArray((0..<size / 5).map { _ in table.addArray(none) })
        },
        binary("NaN keys") { size, table in
            let keys = (0..<size / 24).map { _ in table.addDouble(.nan) }
            return table.addDictionary(keys: keys, values: keys)
        },
        binary("equal sets") { size, table in
            let members = (0..<size / 40).map { table.addInteger(Int64($0)) }
            let each = (0..<10).map { _ in table.addSet(members) }
            return table.addSet(each)
        },
        Family(name: "lists/binary/overlapping strings") { size in overlapping(size) },
    ]

    private static let xmlLists: [Family] = [
        xml("deep arrays", "<array>", "</array>"), xml("deep dictionaries", "<dict><key>k</key>", "</dict>"),
        xml("open arrays", "<array>", ""), xml("flat", "<true/>", "", around: "array"),
        xml("empty arrays", "<array/>", "", around: "array"),
        xml("strings", "<string>ab</string>", "", around: "array"),
        xml("one key", "<key>k</key><true/>", "", around: "dict"),
        xml("entities", "&amp;", "", around: "string"), xml("numeric references", "&#x65E5;", "", around: "string"),
        xml("CDATA", "<![CDATA[x]]>", "", around: "string"), xml("comments", "<!-- c -->", "", around: "array"),
        xml("comments in text", "a<!-- c -->", "", around: "string"), xml("spaces", " \n\t", "", around: "array"),
        xml("base64 with spaces", "A A\n", "", around: "data"), xml("digits", "1", "", around: "integer"),
        xml("zeros", "0", "", around: "integer"), xml("digits of a real", "1", "", around: "real"),
        xml("zeros of a real", "0.", "", around: "real"), xml("date", "2", "", around: "date"),
        xml("open tags", "<", "", around: "array"), xml("long tag", "a", "", around: "array"),
        xml("unclosed comment", "<!-- ", "", around: "array"), xml("processing", "<?a b?>", "", around: "array"),
        xml("attributes", "<true a='b'/>", "", around: "array"),
        xml("references", "<dict><key>CF$UID</key><integer>1</integer></dict>", "", around: "array"),
        Family(name: "lists/xml/long key") { size in
            let key = String(repeating: "k", count: size / 2)
            return text("<dict>" + "<key>\(key)</key><true/>" + "<key>\(key)</key><true/></dict>")
        },
        Family(name: "lists/xml/prologue") { size in
            Array(
                "<!DOCTYPE plist [\(String(repeating: "<!ENTITY a 'b'>", count: size / 15))]><plist><true/></plist>"
                    .utf8)
        },
        Family(name: "lists/xml/utf16") { size in
            let units = Array(
                "\u{FEFF}<plist><array>\(String(repeating: "<true/>", count: size / 14))</array></plist>".utf16)
            return units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        },
    ]

    private static func binary(
        _ name: String,
        _ make: @escaping @Sendable (Int, inout BinaryObjectTable) -> BinaryObjectTable.Entry
    ) -> Family {
        Family(name: "lists/binary/\(name)") { size in
            var table = BinaryObjectTable()
            let top = make(size, &table)
            return try table.write(top: top)
        }
    }

    private static func nest(
        _ size: Int,
        _ table: inout BinaryObjectTable,
        _ outer: (inout BinaryObjectTable, BinaryObjectTable.Entry) -> BinaryObjectTable.Entry
    ) -> BinaryObjectTable.Entry {
        var inner = table.addNull()
        for _ in 0..<size / 5 { inner = outer(&table, inner) }
        return inner
    }

    private static func xml(_ name: String, _ open: String, _ close: String, around: String? = nil) -> Family {
        Family(name: "lists/xml/\(name)") { size in
            let count = max(1, size / (open.utf8.count + close.utf8.count))
            let body = String(repeating: open, count: count) + String(repeating: close, count: count)
            return text(around.map { "<\($0)>\(body)</\($0)>" } ?? body)
        }
    }

    private static func text(_ body: String) -> [UInt8] {
        Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\(body)</plist>\n".utf8)
    }

    /// Strings whose bytes are the bytes of others, each starting one header later.
    private static func overlapping(_ size: Int) -> [UInt8] {
        let count = size / 16
        let length = 8 * count
        var bytes = Array("bplist00".utf8)
        var offsets: [Int] = []
        // Each string's header is text for the one before.
        for _ in 0..<count {
            offsets.append(bytes.count)
            bytes += [0x6F, 0x11, UInt8((length / 2) >> 8 & 255), UInt8(length / 2 & 255)]
        }
        bytes += Array(repeating: 0x78, count: length + 8)
        let top = bytes.count
        bytes += [0xAF, 0x11, UInt8(offsets.count >> 8 & 255), UInt8(offsets.count & 255)]
        for index in offsets.indices { bytes += [UInt8(index >> 8), UInt8(index & 255)] }
        let table = bytes.count
        for offset in offsets + [top] { bytes += (0..<4).map { UInt8(truncatingIfNeeded: offset >> (24 - 8 * $0)) } }
        bytes += [0, 0, 0, 0, 0, 0, 4, 2]
        for number in [offsets.count + 1, offsets.count, table] {
            bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
        }
        return bytes
    }
}
