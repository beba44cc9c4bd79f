import Fuzzing
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists

/// A call of the library or a command of the tool, whose outcome for each input is recorded.
package struct GoldenCall: Sendable {
    /// Its column in the recorded file; no spaces.
    package let name: String
    let outcome: @Sendable (Subject) -> GoldenOutcome

    /// What a call works on.
    struct Subject {
        var bytes: [UInt8]
        var type: (any Codingable.Type)?
        /// A file with the bytes, for the tool.
        var file: ScratchFile
    }

    /// A call that returns bytes.
    init(_ name: String, bytes: @escaping @Sendable (Subject) throws -> [UInt8]) {
        self.init(name) { GoldenOutcome.words(for: try bytes($0), from: $0.bytes) }
    }

    /// A call that returns text.
    init(_ name: String, _ text: @escaping @Sendable (Subject) throws -> String) {
        self.init(name) { subject in GoldenOutcome { try text(subject) } }
    }

    init(_ name: String, outcome: @escaping @Sendable (Subject) -> GoldenOutcome) {
        self.name = name
        self.outcome = outcome
    }
}

extension GoldenCall {
    /// What reads, opens, decodes and encodes, and the commands of the tool.
    package static let everything = lists + archives + coding + tool
}

// MARK: - Property lists

extension GoldenCall {
    /// What reads and writes property lists.
    package static let lists: [GoldenCall] = [
        GoldenCall("list", bytes: { try BinaryPropertyListWriter().write(tree($0.bytes)) }),
        GoldenCall("list:xml", bytes: { try XMLPropertyListWriter().write(tree($0.bytes)) }),
        GoldenCall("list:problems") { subject in
            try BinaryPropertyListReader(subject.bytes).problems(strict: true)
                .map { GoldenOutcome.facts(of: $0) }.joined(separator: "\n")
        },
    ]

    static func tree(_ bytes: [UInt8]) throws -> PropertyList {
        switch try PropertyListFormat(detecting: bytes) {
        case .binary: try BinaryPropertyListReader(bytes).tree()
        case .xml: try XMLPropertyListReader().read(bytes)
        case .openStep: try OpenStepPropertyListReader().read(bytes)
        }
    }
}

// MARK: - Archives

extension GoldenCall {
    /// What opens archives and writes them back.
    package static let archives: [GoldenCall] = [
        GoldenCall("open") { subject in
            let archive = try KeyedArchive(subject.bytes)
            let keys = try archive.topLevel().map(\.key.description)
            return "\(archive.archiver) \(archive.format) \(archive.objectCount) \(keys)"
        },
        GoldenCall("rewrite", bytes: { try KeyedArchive($0.bytes).bytes() }),
        GoldenCall("rewrite:binary", bytes: { try KeyedArchive($0.bytes).bytes(format: .binary) }),
        GoldenCall("rewrite:xml", bytes: { try KeyedArchive($0.bytes).bytes(format: .xml) }),
        GoldenCall("problems") { subject in
            try KeyedArchive(subject.bytes).problems().map { GoldenOutcome.facts(of: $0) }.joined(separator: "\n")
        },
        GoldenCall("problems:strict") { subject in
            try KeyedArchive(subject.bytes).problems(strict: true)
                .map { GoldenOutcome.facts(of: $0) }.joined(separator: "\n")
        },
        GoldenCall("entries", entries),
    ]

    /// What each entry is, or why it cannot be read.
    private static func entries(_ subject: Subject) throws -> String {
        let archive = try KeyedArchive(subject.bytes)
        return (0..<min(archive.objectCount, 20_000)).map { number in
            do {
                switch try archive.entry(at: UID(UInt64(number))) {
                case .null: return "null"
                case .value(let value): return value.description
                case .classRecord(let record): return "class \(record.name) \(record.hierarchy)"
                case .object(let record):
                    return "object \(record.classUID) \(record.fields.map(\.key.description))"
                }
            } catch {
                return GoldenOutcome.facts(of: error)
            }
        }.joined(separator: "\n")
    }
}

// MARK: - Decoding and encoding

extension GoldenCall {
    /// What decodes objects and encodes them again.
    package static let coding: [GoldenCall] =
        [
            ("none", ClassRegistry()), ("standard", ClassRegistry.standard), ("foundation", .foundation),
        ].flatMap { name, registry in
            [
                GoldenCall("recode:\(name)") { try recode($0, registry, preservesValueIdentity: false) },
                GoldenCall("recode:\(name):origins") { try recode($0, registry, preservesValueIdentity: true) },
            ]
        } + [
            GoldenCall("decode:secure") { subject in
                try root(subject) { try $0.decodeObject(of: [subject.type ?? ArchivedArray.self], forKey: rootKey) }
            },
            GoldenCall("decode:types") { subject in
                try root(subject) { try $0.decodeObject(of: TypedCalls.foundationTypes, forKey: rootKey) }
            },
            GoldenCall("decode:any") { subject in try root(subject) { try $0.decodeObject(forKey: rootKey) } },
            GoldenCall("decode:list") { subject in
                let unarchiver = try KeyedUnarchiver(forReadingFrom: subject.bytes)
                guard let list = try unarchiver.decodePropertyList(forKey: rootKey) else { return "nil" }
                return "\(try GoldenOutcome.size(of: BinaryPropertyListWriter().write(list))): \(list)"
                    + warnings(of: unarchiver)
            },
            GoldenCall("decode:codable") { subject in
                let unarchiver = try KeyedUnarchiver(forReadingFrom: subject.bytes)
                guard let value = try unarchiver.decodeTopLevelDecodable(AnyCodable.self, forKey: rootKey) else {
                    return "nil"
                }
                return value.text + warnings(of: unarchiver)
            },
            GoldenCall(
                "encode:list",
                bytes: { subject in
                    let archiver = KeyedArchiver()
                    try archiver.encodePropertyList(tree(subject.bytes), forKey: rootKey)
                    return try archiver.encodedBytes
                }),
            GoldenCall("encode:old") {
                try recode($0, .foundation, preservesValueIdentity: false, layout: .macOSX10_5)
            },
            GoldenCall("encode:xml") { try recode($0, .standard, preservesValueIdentity: false, format: .xml) },
        ]

    private static let rootKey = KeyedArchiver.rootObjectKey

    private static func warnings(of unarchiver: KeyedUnarchiver) -> String {
        unarchiver.warnings.map { "\n" + GoldenOutcome.wording($0.description) }.joined()
    }

    private static func recode(
        _ subject: Subject,
        _ registry: ClassRegistry,
        preservesValueIdentity: Bool,
        layout: ArchiveLayout? = nil,
        format: PropertyListFormat? = nil
    ) throws -> String {
        let archive = try KeyedArchive(subject.bytes)
        let unarchiver = try KeyedUnarchiver(forReadingFrom: subject.bytes, registry: registry)
        unarchiver.keepsUnknownClasses = true
        try unarchiver.disableSecureCoding()
        if preservesValueIdentity { unarchiver.preservesValueIdentity = true }
        let fields = try unarchiver.decodeTopLevelFields()
        defer { for field in fields { CycleBreaker.takeApart(field.value) } }
        let archiver = KeyedArchiver(layout: layout ?? archive.layout)
        archiver.archiverName = unarchiver.archiverName
        archiver.outputFormat = format ?? archive.format
        try archiver.encodeTopLevelFields(fields)
        return try GoldenOutcome.words(for: archiver.encodedBytes, from: subject.bytes) + warnings(of: unarchiver)
    }

    /// Decodes the root object with the rules that hold by default, and encodes it again.
    private static func root(
        _ subject: Subject,
        _ decode: (KeyedUnarchiver) throws -> (any Codingable)?
    ) throws -> String {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: subject.bytes, registry: .foundation)
        guard let object = try decode(unarchiver) else { return "nil" }
        defer { CycleBreaker.takeApart(object) }
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: object)
        return "\(type(of: object)) \(GoldenOutcome.words(for: bytes, from: subject.bytes))" + warnings(of: unarchiver)
    }
}

extension AnyCodable {
    /// The value as text, keys in order.
    fileprivate var text: String {
        switch self {
        case .none: "none"
        case .boolean(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .real(let value): "\(value) as a real"
        case .text(let value): "\"\(value)\""
        case .list(let values): "[\(values.map(\.text).joined(separator: ", "))]"
        case .record(let values):
            "{"
                + values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
                .map { "\($0): \($1.text)" }.joined(separator: ", ") + "}"
        }
    }
}
