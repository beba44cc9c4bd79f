import Fuzzing
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists

extension GoldenCall {
    /// What calls make of an input under small limits, one at a time: what they refuse, where, and by which limit.
    package static let limits: [GoldenCall] = [
        limited("open") { subject, limits in
            let archive = try KeyedArchive(subject.bytes, limits: limits)
            return archive.problems(strict: true, limit: 2).map { GoldenOutcome.facts(of: $0) }.joined(separator: ", ")
        },
        limited("tree") { try "\(BinaryPropertyListReader($0.bytes, limits: $1).tree().kind)" },
        limited("read:xml") { subject, limits in
            let text = try XMLPropertyListWriter().write(tree(subject.bytes))
            return try "\(XMLPropertyListReader(limits: limits).read(text).kind)"
        },
        limited("read:openStep") { subject, limits in
            let text = try OpenStepPropertyListWriter(dialect: .gnuStep).write(tree(subject.bytes))
            return try "\(OpenStepPropertyListReader(limits: limits).read(text).kind)"
        },
        limited("write:xml") { try "\(XMLPropertyListWriter(limits: $1).write(tree($0.bytes)).count)" },
        limited("write:openStep") {
            try "\(OpenStepPropertyListWriter(dialect: .gnuStep, limits: $1).write(tree($0.bytes)).count)"
        },
        limitedDecoding("any", .foundation) { try $0.decodeObject(forKey: $1) },
        limitedDecoding("graph", ClassRegistry()) { try $0.decodeObject(forKey: $1) },
        limitedDecoding("types", .foundation) { try $0.decodeObject(of: TypedCalls.foundationTypes, forKey: $1) },
        limitedDecoding("list", .foundation) {
            _ = try $0.decodePropertyList(forKey: $1)
            return nil
        },
        limitedDecoding("codable", .foundation) {
            _ = try $0.decodeDecodable(AnyCodable.self, forKey: $1)
            return nil
        },
        limited("encode", encode), limited("encode:codable", encodeList),
        limited("audit") { try "\(KeyedArchive($0.bytes, limits: $1).audit().requiredLimits)" },
        limited("edit") { subject, limits in
            var archive = try KeyedArchive(subject.bytes, limits: limits)
            try archive.setEncodable([["a": [1, 2]]], at: "added")
            return "\(try archive.bytes().count)"
        },
    ]

    private static let kinds: [(name: String, set: @Sendable (inout Limits, Int) -> Void)] = [
        ("depth", { $0.depth = $1 }), ("objects", { $0.objects = $1 }), ("classes", { $0.classes = $1 }),
        ("stringBytes", { $0.stringBytes = $1 }), ("dataBytes", { $0.dataBytes = $1 }),
        ("nestedArchives", { $0.nestedArchives = $1 }), ("expansion", { $0.expansion = $1 }),
        ("allocation", { $0.allocation = $1 }),
    ]

    private static func limited(
        _ name: String,
        _ call: @escaping @Sendable (Subject, Limits) throws -> String
    ) -> GoldenCall {
        GoldenCall("limited:\(name)") { subject in
            let lines = kinds.flatMap { kind in
                [0, 1, 2, 3, 4, 6, 9, 14, 40].map { value in
                    var limits = Limits.unlimited
                    limits.depth = 512
                    kind.set(&limits, value)
                    return line("\(kind.name) \(value)") { try call(subject, limits) }
                }
            }
            return lines.joined(separator: "\n")
        }
    }

    private static func limitedDecoding(
        _ name: String,
        _ registry: ClassRegistry,
        _ decode: @escaping @Sendable (KeyedUnarchiver, String) throws -> (any Codingable)?
    ) -> GoldenCall {
        limited("decode:\(name)") { subject, limits in
            let unarchiver = try KeyedUnarchiver(forReadingFrom: subject.bytes, registry: registry, limits: limits)
            unarchiver.keepsUnknownClasses = true
            try unarchiver.disableSecureCoding()
            let object = try decode(unarchiver, KeyedArchiver.rootObjectKey)
            if let object { CycleBreaker.takeApart(object) }
            return object.map { "\(type(of: $0))" } ?? "nil"
        }
    }

    private static func encode(_ subject: Subject, _ limits: Limits) throws -> String {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: subject.bytes, registry: .foundation)
        try unarchiver.disableSecureCoding()
        let object = try unarchiver.decodeObject(forKey: KeyedArchiver.rootObjectKey)
        defer { if let object { CycleBreaker.takeApart(object) } }
        let archiver = KeyedArchiver(limits: limits)
        try archiver.encode(object, forKey: KeyedArchiver.rootObjectKey)
        return "\(try archiver.encodedBytes.count)"
    }

    private static func encodeList(_ subject: Subject, _ limits: Limits) throws -> String {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: subject.bytes)
        guard let value = try unarchiver.decodeDecodable(AnyCodable.self, forKey: KeyedArchiver.rootObjectKey) else {
            return "nil"
        }
        let archiver = KeyedArchiver(limits: limits)
        try archiver.encodeEncodable(value, forKey: KeyedArchiver.rootObjectKey)
        return "\(try archiver.encodedBytes.count)"
    }
}
