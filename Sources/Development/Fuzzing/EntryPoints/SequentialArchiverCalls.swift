import PropertyLists
import SequentialArchives

/// Encodes values that an input's bytes stand for, with every call of an archiver.
enum SequentialArchiverCalls {
    static func exerciseAll(_ bytes: [UInt8]) throws(FuzzFailure) {
        ExecutionCounts.count(.sequentialEncoding)
        let archiver = SequentialArchiver(header: SequentialHeader(byteOrder: .big, systemVersion: 930))
        let text = String(decoding: bytes.prefix(64), as: UTF8.self)
        archiver.encodeClassName("NSString", intoClassName: text)
        _ = archiver.classNameEncoded(forTrueClassName: "NSString")
        encodeScalars(archiver, bytes)
        encodeObjects(archiver, bytes, text)
        guard let archive = try? SequentialArchive(archiver.encodedBytes, limits: .unlimited), archive.isNormal else {
            throw FuzzFailure("what a sequential archiver wrote cannot be read, or isn't normal")
        }
    }

    private static func encodeScalars(_ archiver: SequentialArchiver, _ bytes: [UInt8]) {
        let number = bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        try? archiver.encodeValue(number)
        try? archiver.encodeValue(Double(bitPattern: number))
        try? archiver.encodeValue(Float(bitPattern: UInt32(truncatingIfNeeded: number)))
        try? archiver.encodeValue(Int16(truncatingIfNeeded: number))
        try? archiver.encodeValue(number % 2 == 0)
        try? archiver.encodeArray(bytes)
        try? archiver.encodeArray(bytes.map { Int32($0) << 20 })
        try? archiver.encodeArray(ofObjCType: "s", bytes.prefix(4).map { .integer(Int64($0)) })
        try? archiver.encodeValues(ofObjCTypes: "iI", [.integer(1), .unsignedInteger(number % 9)])
        try? archiver.encodeBytes(bytes)
        try? archiver.encodeData(bytes)
    }

    private static func encodeObjects(_ archiver: SequentialArchiver, _ bytes: [UInt8], _ text: String) {
        let characters = CodedCString(bytes)
        _ = (characters.text, characters.bytes.count)
        try? archiver.encodeCString(characters)
        try? archiver.encodeCString(CodedCString(text))
        try? archiver.encodeSelector(text)
        try? archiver.encodeClass(SequentialString.self)
        try? archiver.encodeString(text)
        try? archiver.encodePropertyList([.string(PropertyListString(text)), .data(bytes), [:]])
        try? archiver.encodePropertyList(1)
        let string = SequentialString(text)
        archiver.replace(string, with: SequentialNull())
        let dictionary = SequentialDictionary([.init(key: string, value: SequentialURL(text))])
        let color = try? SequentialColor(.deviceWhite, components: [0.5, 1])
        let length = text.utf16.count
        let objects: [(any SequentialCodingable)?] = [
            string, dictionary, color, SequentialBoxedValue(length), SequentialData(bytes),
            SequentialDate(timeIntervalSinceReferenceDate: 1), SequentialFont(name: text, size: 12),
            SequentialSet([string]),
            SequentialDecimal(exponent: 1, digits: bytes.prefix(9).map { UInt16($0) }),
            UnknownSequentialObject(
                codedClassVersions: [CodedClassVersion(text)], groups: [.init(types: "i", values: [.integer(1)])]),
            try? SequentialAttributedString(SequentialString(text), runs: [(length, dictionary)]),
            SequentialBoxedValue(.point(x: 1, y: 2)),
            try? SequentialBoxedValue(.structure([.real(1), .real(2)]), ofObjCType: "{CGPoint=dd}"),
            color.map { SequentialColor(catalog: text, name: text, color: $0) },
        ]
        try? archiver.encodeRootObject(SequentialArray(objects))
        try? archiver.encodeConditionalObject(string)
        try? archiver.encode(string)
        try? archiver.encodeValue(ofObjCType: text, .null)
    }
}
