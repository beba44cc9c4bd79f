import Foundation
import Fuzzing
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists

/// One call of the library or one command of the tool, on one input.
struct EntryPoint: Sendable {
    let name: String

    /// Whether a tree and its text are there at once; each has a separate budget.
    let makesText: Bool

    /// Whether the call is made for each of many things, and costs what the thing has.
    ///
    /// Where many entries of an archive are one wide object, all calls together cost its width for each of them, and
    /// editing keeps a copy for each; that is no property of the call.
    var isMadeForEach = false

    /// How many archives the call works on, each of which may take as much memory as one alone.
    var archiveCount = 1
    /// Whether the archives are lines of one input, which threads answer at once, each within its own limits.
    var answersLines = false

    /// How many calls are made, each of which may take as much work as one alone.
    var callCount: UInt64 = 1

    /// Runs the call; what it throws is as good as what it returns.
    let run: @Sendable (Input) throws -> Void

    init(_ name: String, makesText: Bool = false, _ run: @escaping @Sendable (Input) throws -> Void) {
        self.name = name
        self.makesText = makesText
        self.run = run
    }

    /// Those that are measured.
    ///
    /// - Parameters:
    ///   - withEach: Whether calls on one thing among many, made for each, are among them.
    ///   - withCalls: Whether all calls of the fuzzers are.
    static func all(withEach: Bool, withCalls: Bool) -> [EntryPoint] {
        lists + archives + decoding + encoding + library + (withEach ? libraryForEach : []) + sequential
            + (withCalls ? calls : [])
            + tool
    }
}

/// What an entry point works on.
struct Input {
    let bytes: [UInt8]
    let types: [any Codingable.Type]
    /// A file with the bytes, for the tool.
    let path: String
    /// Another file, which differs in a byte.
    var otherPath: String { path + ".other" }
    /// Another with the bytes in base64 in each of two lines.
    var linesPath: String { path + ".lines" }
    /// Another with the same lines in JSON, as the field `b`.
    var fieldsPath: String { path + ".fields" }
    /// Where the tool's output goes.
    let drain: Int32
    /// How many bytes were made of the input.
    let made = Count()

    /// A number that runs change.
    final class Count: @unchecked Sendable {
        var value = 0
    }

    /// Takes what was made of the input.
    func take(_ output: [UInt8]) { made.value += output.count }

    func archive() throws -> KeyedArchive { try KeyedArchive(bytes, limits: .untrusted) }

    func reader() throws -> BinaryPropertyListReader { try BinaryPropertyListReader(bytes, limits: .untrusted) }

    func unarchiver(_ registry: ClassRegistry = .foundation) throws -> KeyedUnarchiver {
        try KeyedUnarchiver(forReadingFrom: bytes, registry: registry, limits: .untrusted)
    }

    /// The input as a tree, whatever its form.
    func tree() throws -> PropertyList {
        switch try PropertyListFormat(detecting: bytes) {
        case .binary: try reader().tree()
        case .xml: try XMLPropertyListReader(limits: .untrusted).read(bytes)
        case .openStep: try OpenStepPropertyListReader(limits: .untrusted).read(bytes)
        }
    }
}

// MARK: - Property lists

extension EntryPoint {
    fileprivate static let lists: [EntryPoint] = [
        EntryPoint("list open") { _ = try $0.reader() },
        EntryPoint("list problems") { _ = try $0.reader().problems(strict: true).map(\.description) },
        EntryPoint("list tree") { _ = try $0.tree() },
        EntryPoint("list description") { _ = try $0.tree().description },
        EntryPoint("list hash") { _ = try $0.tree().hashValue },
        EntryPoint("list equality") {
            let (one, other) = (try $0.tree(), try $0.tree())
            _ = one == other
        },
        EntryPoint("list to binary") { $0.take(try BinaryPropertyListWriter().write($0.tree())) },
        EntryPoint("list to XML", makesText: true) {
            var budget = Budget(inputSize: $0.bytes.count, limits: .untrusted)
            $0.take(try XMLPropertyListWriter(limits: .untrusted).write($0.tree(), charging: &budget))
        },
        EntryPoint("list objects") {
            let reader = try $0.reader()
            for index in reader.objectIndices { _ = (try? reader.object(at: index), try? reader.offset(of: index)) }
        },
    ]
}

// MARK: - Archives

extension EntryPoint {
    private static func each(_ input: Input, _ body: (KeyedArchive, UID) throws -> Void) throws {
        let archive = try input.archive()
        for index in 0..<archive.objectCount { try? body(archive, UID(UInt64(index))) }
    }

    private static func edit(_ input: Input, _ body: (inout KeyedArchive) throws -> Void) throws {
        var archive = try input.archive()
        try? body(&archive)
        _ = try archive.bytes()
    }

    fileprivate static let archives: [EntryPoint] = [
        EntryPoint("archive open") { _ = try $0.archive() },
        EntryPoint("archive open on access") {
            _ = try KeyedArchive($0.bytes, limits: .untrusted, validation: .onAccess).topLevel()
        },
        EntryPoint("archive problems") { _ = try $0.archive().problems().map(\.description) },
        EntryPoint("archive problems strict") { _ = try $0.archive().problems(strict: true).map(\.description) },
        EntryPoint("archive top level") { _ = try $0.archive().topLevel() },
        EntryPoint("archive extra top-level values") { _ = try $0.archive().extraTopLevelValues() },
        EntryPoint("archive shared UIDs") { _ = try $0.archive().sharedUIDs() },
        EntryPoint("archive layout") { _ = try $0.archive().layout },
        EntryPoint("archive uids(ofClass:)") { _ = try $0.archive().uids(ofClass: "NSObject") },
        EntryPoint("archive byte offsets") { try each($0) { _ = $0.byteOffset(of: $1) } },
        EntryPoint("archive paths") { input in
            let archive = try input.archive()
            for text in ["root[1]", "root.NS.objects[0].a", "root.k", "root.list[3]", "k0", "root!root"] {
                _ = try? archive.value(at: ArchivePath(text))
            }
        },
        EntryPoint("archive to binary") { $0.take(try $0.archive().bytes(format: .binary)) },
        EntryPoint("archive to XML", makesText: true) { $0.take(try $0.archive().bytes(format: .xml)) },
        EntryPoint("archive setValue") { try edit($0) { try $0.setValue(1, forKey: "k", ofObjectAt: UID(1)) } },
        EntryPoint("archive removeValue") { try edit($0) { _ = try $0.removeValue(forKey: "k", ofObjectAt: UID(1)) } },
        EntryPoint("archive setTopLevelValue") { try edit($0) { try $0.setTopLevelValue(1, forKey: "k") } },
        EntryPoint("archive removeObject") { try edit($0) { try $0.removeObject(at: UID(1)) } },
        EntryPoint("archive uid(of:)") {
            try edit($0) { _ = try $0.uid(of: ArchivedClass(name: "C0", hierarchy: ["C0", "NSObject"])) }
        },
        EntryPoint("archive add") { try edit($0) { _ = $0.add(.value("added")) } },
    ]
}

// MARK: - Decoding

extension EntryPoint {
    private static let root = KeyedArchiver.rootObjectKey

    fileprivate static func use(_ object: (any Codingable)?) {
        if let object { CycleBreaker.takeApart(object) }
    }

    private static func any(_ name: String, _ registry: ClassRegistry) -> EntryPoint {
        EntryPoint("decode any, \(name)") { use(try $0.unarchiver(registry).decodeObject(forKey: root)) }
    }

    private static func object<Value: Codingable>(_ type: Value.Type, _ input: Input) throws {
        use(try input.unarchiver().decodeObject(of: type, forKey: root))
    }

    private static func array<Value: Codingable>(_ type: Value.Type, _ input: Input) throws {
        try input.unarchiver().decodeArrayOfObjects(of: type, forKey: root)?.forEach { use($0) }
    }

    fileprivate static let decoding: [EntryPoint] = [
        EntryPoint("decode open") { _ = try $0.unarchiver() },
        any("no classes", ClassRegistry()), any("standard classes", .standard),
        any("Foundation's classes", .foundation),
        EntryPoint("decode any, value identity preserved") {
            let unarchiver = try $0.unarchiver()
            unarchiver.preservesValueIdentity = true
            use(try unarchiver.decodeObject(forKey: root))
        },
        EntryPoint("decode by all types") {
            use(try $0.unarchiver().decodeObject(of: TypedCalls.foundationTypes, forKey: root))
        },
        EntryPoint("decode array by all types") {
            try $0.unarchiver().decodeArrayOfObjects(of: TypedCalls.foundationTypes, forKey: root)?.forEach { use($0) }
        },
        EntryPoint("decode by the type") { for type in $0.types { try? object(type, $0) } },
        EntryPoint("decode array by the type") { for type in $0.types { try? array(type, $0) } },
        EntryPoint("decode object that asks for every key") { input in
            let unarchiver = try input.unarchiver()
            for name in ["NSObject", "Unknown", "C0", "NSArray"] { unarchiver.setClass(Probe.self, forClassName: name) }
            use(try unarchiver.decodeObject(of: [Probe.self, ArchivedArray.self], forKey: root))
        },
        EntryPoint("decode top-level fields") {
            for field in try $0.unarchiver().decodeTopLevelFields() { CycleBreaker.takeApart(field.value) }
        },
        EntryPoint("decode property list") { _ = try $0.unarchiver().decodePropertyList(forKey: root) },
        EntryPoint("decode Decodable") { _ = try $0.unarchiver().decodeDecodable(AnyCodable.self, forKey: root) },
        EntryPoint("decode Decodable texts") {
            _ = try $0.unarchiver().decodeDecodable([String: String].self, forKey: root)
        },
        EntryPoint("decode wrong type") { _ = try $0.unarchiver().decodeObject(of: UUID.self, forKey: root) },
        EntryPoint("decode from data") {
            use(try KeyedUnarchiver.unarchivedGraph(from: Data($0.bytes), limits: .untrusted))
        },
    ]

    private static func encode(
        _ input: Input, _ registry: ClassRegistry, preservingValueIdentity: Bool, _ layout: ArchiveLayout
    ) throws {
        let unarchiver = try input.unarchiver(registry)
        if preservingValueIdentity { unarchiver.preservesValueIdentity = true }
        let fields = try unarchiver.decodeTopLevelFields()
        defer { for field in fields { CycleBreaker.takeApart(field.value) } }
        let archiver = KeyedArchiver(layout: layout, limits: .untrusted)
        try archiver.encodeTopLevelFields(fields)
        _ = try archiver.encodedBytes
    }

    fileprivate static let encoding: [EntryPoint] = [
        EntryPoint("encode again, no classes") {
            try encode($0, ClassRegistry(), preservingValueIdentity: false, .current)
        },
        EntryPoint("encode again, Foundation's classes") {
            try encode($0, .foundation, preservingValueIdentity: false, .current)
        },
        EntryPoint("encode again, value identity preserved") {
            try encode($0, ClassRegistry(), preservingValueIdentity: true, .macOS10_14)
        },
        EntryPoint("encode again, old layout") {
            try encode($0, ClassRegistry(), preservingValueIdentity: false, .macOSX10_4)
        },
        EntryPoint("encode again, its own layout") {
            try encode($0, .foundation, preservingValueIdentity: true, $0.archive().layout)
        },
        EntryPoint("encode again, by the types of a program") { input in
            let unarchiver = try input.unarchiver(.foundation)
            let root = try unarchiver.decodeObject(forKey: root)
            defer { use(root) }
            let archiver = try KeyedArchiver(rewriting: unarchiver)
            try archiver.encode(ArchivedArray(root.map { [$0] } ?? []), forKey: KeyedArchiver.rootObjectKey)
            try archiver.encode(root, forKey: KeyedArchiver.rootObjectKey)
            _ = try archiver.encodedBytes
        },
        EntryPoint("encode a property list") {
            let archiver = KeyedArchiver(limits: .untrusted)
            try archiver.encodePropertyList($0.tree(), forKey: "list")
            _ = try archiver.encodedBytes
        },
    ]
}
