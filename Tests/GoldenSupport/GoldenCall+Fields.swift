import Fuzzing
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists

extension GoldenCall {
    /// What each call of an unarchiver makes of each field, whatever is stored there.
    package static let fields: [GoldenCall] = [
        GoldenCall("fields") { try askForFields($0, .throw) },
        GoldenCall("fields:lenient") { try askForFields($0, .setErrorAndReturn) },
        GoldenCall("fields:top", askForTopLevel),
    ]

    /// Calls for a key, with what they return.
    private static let keyedCalls: [(name: String, call: @Sendable (KeyedUnarchiver, String) throws -> String)] = [
        ("contains", { "\(try $0.containsValue(forKey: $1))" }), ("bool", { "\(try $0.decodeBool(forKey: $1))" }),
        ("int", { "\(try $0.decodeInteger(forKey: $1))" }), ("int32", { "\(try $0.decodeInt32(forKey: $1))" }),
        ("int64", { "\(try $0.decodeInt64(forKey: $1))" }), ("cint", { "\(try $0.decodeCInt(forKey: $1))" }),
        ("float", { "\(try $0.decodeFloat(forKey: $1))" }), ("double", { "\(try $0.decodeDouble(forKey: $1))" }),
        ("number", { "\(try $0.decodeNumber(forKey: $1) ?? -1)" }),
        ("bytes", { "\(try $0.decodeBytes(forKey: $1).map { Array($0.prefix(40)) } ?? [])" }),
        ("text", { try $0.decodeInlineString(forKey: $1) ?? "nil" }),
        ("String", { try $0.decode(String.self, forKey: $1) }),
        ("UInt8", { "\(try $0.decode(UInt8.self, forKey: $1))" }),
        ("Int16?", { "\(try $0.decodeIfPresent(Int16.self, forKey: $1) ?? -1)" }),
        ("Bool?", { "\(try $0.decodeIfPresent(Bool.self, forKey: $1) ?? false)" }),
        ("Double??", { "\(try $0.decodeIfPresent(Optional<Double>.self, forKey: $1).map { $0 ?? -2 } ?? -1)" }),
        ("[String]", { "\(try $0.decode([String].self, forKey: $1))" }),
        ("[Int?]", { "\(try $0.decode([Int?].self, forKey: $1))" }),
        ("Set", { "\(try $0.decode(Set<String>.self, forKey: $1).sorted())" }),
        ("[String: Int]", { "\(try $0.decode([String: Int].self, forKey: $1).sorted { $0.key < $1.key })" }),
        ("elements", { try $0.decodeElements(forKey: $1).map(GoldenCall.description).joined(separator: ", ") }),
        ("elements of data", { "\(try $0.decodeElements(of: ArchivedData.self, forKey: $1).count)" }),
        ("array", { "\(try $0.decodeArrayOfObjects(of: String.self, forKey: $1) ?? ["nil"])" }),
        (
            "array of types",
            { "\(try $0.decodeArrayOfObjects(of: [String.self, Int64.self], forKey: $1)?.count ?? -1)" }
        ),
        ("int32s", { "\(try $0.decodeArray(of: Int32.self, forKey: $1))" }),
        (
            "dictionary",
            { "\(try $0.decodeDictionary(ofKeys: [String.self], objects: [String.self], forKey: $1)?.count ?? -1)" }
        ),
        ("list", { "\(try $0.decodePropertyList(forKey: $1) ?? "nil")" }),
        ("codable", { "\(try $0.decodeDecodable([String: [Double]].self, forKey: $1)?.count ?? -1)" }),
        ("data", { "\(try $0.decodeObject(of: ArchivedData.self, forKey: $1)?.bytes.count ?? -1)" }),
        ("date", { "\(try $0.decodeObject(of: ArchivedDate.self, forKey: $1)?.timeIntervalSinceReferenceDate ?? -1)" }),
        (
            "objects",
            {
                try $0.decodeObject(of: [ArchivedArray.self, ArchivedNumber.self, String.self], forKey: $1)
                    .map(GoldenCall.description) ?? "nil"
            }
        ),
    ]

    /// Calls for the next value without a key.
    private static let sequentialCalls: [(name: String, call: @Sendable (KeyedUnarchiver) throws -> String)] = [
        ("next bytes", { "\(try $0.decodeBytes().map { Array($0.prefix(40)) } ?? [])" }),
        ("next C string", { try $0.decodeCString() ?? "nil" }),
        ("next list", { "\(try $0.decodePropertyList() ?? "nil")" }),
        ("next values", { "\(try $0.decodeValues(ofObjCTypes: "*i[2@]").count)" }),
        ("next value", { "\(try $0.decodeValue(ofObjCType: "i").integer(as: Int.self) ?? -1)" }),
        ("next scalar", { "\(try $0.decodeValue(Double.self))" }),
        ("next array", { "\(try $0.decodeArray(ofObjCType: "c", count: 2).compactMap { $0.integer(as: Int8.self) })" }),
        ("next scalars", { "\(try $0.decodeArray(of: Int32.self))" }),
        ("next selector", { try $0.decodeSelector() ?? "nil" }), ("next class", { try $0.decodeClass() ?? "nil" }),
        ("next string", { try $0.decodeObject(of: String.self) ?? "nil" }),
    ]

    static func ask(_ unarchiver: KeyedUnarchiver, _ keys: [String]) -> [String] {
        keys.flatMap { key in keyedCalls.map { call in line("\(key) \(call.name)") { try call.call(unarchiver, key) } }
        }
            + sequentialCalls.map { call in line(call.name) { try call.call(unarchiver) } }
    }

    private static func askForTopLevel(_ subject: Subject) throws -> String {
        let keys = try KeyedArchive(subject.bytes).topLevel().prefix(4).map(\.key.repaired) + ["missing", "$0"]
        let unarchiver = try KeyedUnarchiver(forReadingFrom: subject.bytes, registry: .foundation)
        let lines = ask(unarchiver, keys)
        unarchiver.finishDecoding()
        return (lines + ask(unarchiver, Array(keys.prefix(1))) + warnings(unarchiver)).joined(separator: "\n")
    }

    /// Has an object of ours stand for the class of each of the first objects, which asks for its fields.
    private static func askForFields(
        _ subject: Subject,
        _ policy: KeyedUnarchiver.DecodingFailurePolicy
    ) throws -> String {
        let archive = try KeyedArchive(subject.bytes)
        var lines: [String] = []
        for number in 1..<max(2, min(archive.objectCount, 6)) {
            guard let record = try? archive.record(at: UID(UInt64(number))),
                let name = try? archive.archivedClass(at: record.classUID).name
            else { continue }
            var copy = archive
            try copy.setTopLevelValue(.uid(UID(UInt64(number))), forKey: "asked")
            let unarchiver = try KeyedUnarchiver(forReadingFrom: copy.bytes(), registry: .foundation)
            unarchiver.decodingFailurePolicy = policy
            unarchiver.setClass(Asker.self, forClassName: name)
            let log = Asker.Log(record.fields.map(\.key.repaired))
            lines.append(
                Asker.$log.withValue(log) {
                    line(name) { try unarchiver.decodeObject(of: Asker.self, forKey: "asked") == nil }
                })
            lines += log.lines + warnings(unarchiver)
            lines.append(unarchiver.error.map { GoldenOutcome.facts(of: $0) } ?? "no error")
        }
        return lines.joined(separator: "\n")
    }

    private static func warnings(_ unarchiver: KeyedUnarchiver) -> [String] {
        unarchiver.warnings.map { GoldenOutcome.wording($0.description) }
    }
}

/// A type that asks for every kind of value under every key that its object has.
private final class Asker: Codingable {
    final class Log: @unchecked Sendable {
        let keys: [String]
        var lines: [String] = []
        init(_ keys: [String]) { self.keys = Array(keys.prefix(6)) }
    }

    @TaskLocal static var log: Log?
    static var codedClassName: String { "Asker" }

    func encode(with archiver: KeyedArchiver) throws {}

    init(coder unarchiver: KeyedUnarchiver) throws {
        guard let log = Self.log, log.lines.isEmpty else { return }
        log.lines = ["asked"]
        let lines = GoldenCall.ask(unarchiver, log.keys + ["missing", "$0"])
        log.lines = lines
    }
}
