import KeyedArchiving
import PropertyLists
import TestSupport

extension LimitProbe {
    /// The count that the trailer of a binary property list states: 8 bytes, 24 before its end.
    private static func statedCount(_ bytes: Result<[UInt8], any Error>) -> Int {
        guard let bytes = try? bytes.get() else { return 0 }
        return bytes[(bytes.count - 24)..<(bytes.count - 16)].reduce(0) { $0 << 8 | Int($1) }
    }

    private static let objectCount = statedCount(binary)

    /// The number of elements of an XML property list except `plist`: each key and each value is an object.
    private static let xmlObjectCount: Int = {
        guard let bytes = try? xml.get() else { return 0 }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.split(separator: "<").count { $0.first?.isLetter == true && !$0.hasPrefix("plist") }
    }()

    static let objects: [LimitProbe] = [
        objects("reading binary", objectCount) { _ = try BinaryPropertyListReader(binary.get(), limits: $0).tree() },
        objects("reading XML", xmlObjectCount) { _ = try XMLPropertyListReader(limits: $0).read(xml.get()) },
        objects("opening", objectCount) { _ = try KeyedArchive(binary.get(), limits: $0) },
        objects("opening XML", xmlObjectCount) { _ = try KeyedArchive(xml.get(), limits: $0) },
        objects("opening what is nested", objectCount) { try open(nested: binary.get(), $0) },
        objects("checking", objectCount) { try check(binary.get(), $0) },
        objects("decoding a type", objectCount) { try decode(binary.get(), $0) },
        objects("decoding any object", objectCount) {
            _ = try KeyedUnarchiver.unarchivedGraph(from: binary.get(), limits: $0)
        },
        objects("encoding", objectCount) { try encode($0, .binary) },
        objects("encoding XML", objectCount) { try encode($0, .xml) },
        objects("rewriting", objectCount) { _ = try KeyedArchive(binary.get(), limits: $0).bytes() },
        objects("changing", objectCount + 2) {
            var archive = try KeyedArchive(binary.get(), limits: $0)
            try archive.setRawValue("new", forKey: "key", ofObjectAt: 1)
            _ = try archive.bytes()
        },
        objects("encoding Codable values", statedCount(codable)) { try encodeCodable([["a"], ["b"]], $0) },
    ]

    private static func objects(
        _ entry: String,
        _ need: Int,
        _ run: @escaping @Sendable (Limits) throws -> Void
    ) -> LimitProbe {
        LimitProbe("objects", \.objects, entry, need: need, run)
    }

    private static func encodeCodable(_ value: some Encodable, _ limits: Limits) throws {
        let archiver = KeyedArchiver(limits: limits)
        try archiver.encodeEncodable(value, forKey: "root")
        _ = try archiver.encodedBytes
    }

    private static let codable = Result {
        let archiver = KeyedArchiver(limits: .unlimited)
        try archiver.encodeEncodable([["a"], ["b"]], forKey: "root")
        return try archiver.encodedBytes
    }

    // MARK: Classes

    static let classes: [LimitProbe] = [
        classes("checking") { try check(binary.get(), $0) },
        classes("decoding a type") { try decode(binary.get(), $0) },
        classes("decoding any object") { _ = try KeyedUnarchiver.unarchivedGraph(from: binary.get(), limits: $0) },
        classes("encoding") { try encode($0, .binary) },
        classes("encoding any object") { limits in
            let graph = try KeyedUnarchiver.unarchivedGraph(from: binary.get())
            _ = try KeyedArchiver.archivedBytes(withRootObject: graph, limits: limits)
        },
        LimitProbe("classes", \.classes, "encoding Codable values", need: 2) { try encodeCodable([["a": 1]], $0) },
    ]

    private static func classes(_ entry: String, _ run: @escaping @Sendable (Limits) throws -> Void) -> LimitProbe {
        LimitProbe("classes", \.classes, entry, need: 2, run)
    }

    // MARK: Strings and data

    static let strings =
        sizes("stringBytes", \.stringBytes, 40) + [
            LimitProbe("stringBytes", \.stringBytes, "encoding Codable values", need: 60) {
                try encodeCodable([String(repeating: "c", count: 60)], $0)
            },
            LimitProbe("stringBytes", \.stringBytes, "decoding property lists", need: 40) { limits in
                let bytes = try KeyedArchiver.archivedBytes(withRootObject: [String(repeating: "p", count: 40)])
                _ = try KeyedUnarchiver(forReadingFrom: bytes, limits: limits).decodePropertyList(forKey: "root")
            },
        ]

    static let data = sizes("dataBytes", \.dataBytes, 50)

    /// Where strings and data are read or written.
    private static func sizes(
        _ name: String,
        _ limit: any WritableKeyPath<Limits, Int> & Sendable,
        _ need: Int
    ) -> [LimitProbe] {
        func probe(_ entry: String, _ run: @escaping @Sendable (Limits) throws -> Void) -> LimitProbe {
            LimitProbe(name, limit, entry, need: need, run)
        }
        return [
            probe("reading binary") { _ = try BinaryPropertyListReader(binary.get(), limits: $0).tree() },
            probe("reading XML") { _ = try XMLPropertyListReader(limits: $0).read(xml.get()) },
            probe("reading entries") { try readAll(binary.get(), $0) },
            probe("opening XML") { _ = try KeyedArchive(xml.get(), limits: $0) },
            probe("opening XML that is nested") { try open(nested: xml.get(), $0) },
            probe("checking") { try check(binary.get(), $0) },
            probe("decoding a type") { try decode(binary.get(), $0) },
            probe("decoding any object") { _ = try KeyedUnarchiver.unarchivedGraph(from: binary.get(), limits: $0) },
            probe("encoding") { try encode($0, .binary) },
            probe("encoding XML") { try encode($0, .xml) },
            probe("rewriting") { _ = try KeyedArchive(binary.get(), limits: $0).bytes() },
            probe("rewriting as XML") { _ = try KeyedArchive(binary.get(), limits: $0).bytes(format: .xml) },
        ]
    }

    // MARK: Depth

    /// The outer dictionary holds the array of objects, which holds a class record, which holds an array of names.
    private static let formDepth = 4

    static let depth: [LimitProbe] = [
        depth("reading binary", formDepth) { _ = try BinaryPropertyListReader(binary.get(), limits: $0).tree() },
        depth("reading XML", formDepth) { _ = try XMLPropertyListReader(limits: $0).read(xml.get()) },
        depth("reading entries", 4) { try readAll(nestedField.get(), $0) },
        depth("opening XML", formDepth) { _ = try KeyedArchive(xml.get(), limits: $0) },
        depth("decoding a type", 5) { try decode(binary.get(), $0) },
        depth("decoding any object", 4) { limits in
            _ = try KeyedUnarchiver.unarchivedGraph(from: nestedField.get(), limits: limits)
        },
        depth("decoding property lists", 3) { limits in
            let bytes = try KeyedArchiver.archivedBytes(withRootObject: [[["x"]]])
            _ = try KeyedUnarchiver(forReadingFrom: bytes, limits: limits).decodePropertyList(forKey: "root")
        },
        depth("decoding Codable values", 3) { limits in
            let bytes = try KeyedArchiver.archivedBytes(withRootObject: [[["x"]]])
            _ = try KeyedUnarchiver(forReadingFrom: bytes, limits: limits)
                .decodeDecodable([[[String]]].self, forKey: "root")
        },
        depth("encoding", 5) { try encode($0, .binary) },
        depth("encoding Codable values", 4) { try encodeCodable([[["x"]]], $0) },
        depth("rewriting as XML", formDepth) { _ = try KeyedArchive(binary.get(), limits: $0).bytes(format: .xml) },
        depth("writing XML", 3) { _ = try XMLPropertyListWriter(limits: $0).write([[[1]]]) },
    ]

    private static func depth(
        _ entry: String,
        _ need: Int,
        _ run: @escaping @Sendable (Limits) throws -> Void
    ) -> LimitProbe {
        LimitProbe("depth", \.depth, entry, need: need, run)
    }

    /// An archive with arrays in arrays, four deep, in a field.
    private static let nestedField = Result {
        try SmallArchive(["list": [[[[1]]]], "$class": .uid(2)], .classRecord("Thing", "NSObject")).bytes()
    }

    // MARK: Nested archives

    static let nested: [LimitProbe] = [
        LimitProbe("nestedArchives", \.nestedArchives, "opening what is nested", need: 3) { limits in
            var archive = try KeyedArchive(HostileArchive.nested(3), limits: limits)
            for _ in 0..<3 {
                guard case .value(.data(let bytes)) = try archive.entry(at: 1) else { return }
                guard let inner = try archive.nestedArchive(in: bytes) else { return }
                archive = inner
            }
        },
        LimitProbe("nestedArchives", \.nestedArchives, "following a path", need: 3) { limits in
            let archive = try KeyedArchive(HostileArchive.nested(3), limits: limits)
            _ = try archive.value(at: ArchivePath("root!root!root!root"))
        },
    ]
}
