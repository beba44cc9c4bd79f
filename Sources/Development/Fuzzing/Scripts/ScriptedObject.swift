import KeyedArchiving
import PropertyLists

/// What the objects of one script share while they are encoded or decoded.
final class ScriptRun: @unchecked Sendable {
    @TaskLocal static var current: ScriptRun?

    let script: EncodingScript
    let encoded: Set<Int>
    /// The objects that were decoded, by number.
    var decoded: [Int: ScriptedObject] = [:]
    /// The references that were decoded, with the number of the object that each should lead to.
    var references: [(place: String, expected: Int?, found: ScriptedObject?)] = []
    /// What did not come back as it was.
    var mismatches: [String] = []

    init(_ script: EncodingScript) {
        self.script = script
        encoded = script.encodedObjects
    }
}

/// An object that encodes what the script says, and expects to decode the same.
final class ScriptedObject: TwoPhaseCodingable {
    static var codedClassName: String { "ScriptedObject" }
    private static let numberKey = "number of the object"

    var number = -1
    /// The objects that this one refers to when it is encoded.
    var objects: [ScriptedObject] = []

    init() {}

    init(number: Int) {
        self.number = number
    }

    // MARK: - Encoding

    func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(number, forKey: Self.numberKey)
        for call in ScriptRun.current?.script.objects[number] ?? [] {
            if let key = call.key {
                try encode(call.value, key, archiver)
            } else {
                try encodeNext(call.value, archiver)
            }
        }
    }

    private func encode(_ value: EncodingScript.Value, _ key: String, _ archiver: KeyedArchiver) throws {
        switch value {
        case .boolean(let value): try archiver.encode(value, forKey: key)
        case .integer(let value): try archiver.encode(value, forKey: key)
        case .integer32(let value): try archiver.encode(value, forKey: key)
        case .float(let bits): try archiver.encode(Float(bitPattern: bits), forKey: key)
        case .double(let bits): try archiver.encode(Double(bitPattern: bits), forKey: key)
        case .bytes(let bytes): try archiver.encodeBytes(bytes, forKey: key)
        case .inlineText(let text): try archiver.encodeInlineString(text, forKey: key)
        case .text(let text): try archiver.encode(text, forKey: key)
        case .object(let other): try archiver.encode(other.map { objects[$0] }, forKey: key)
        case .conditionalObject(let other): try archiver.encodeConditionalObject(objects[other], forKey: key)
        case .objects(let others): try archiver.encode(others.map { objects[$0] }, forKey: key)
        case .numbers(let numbers): try archiver.encodeArray(numbers, forKey: key)
        case .texts(let texts): try archiver.encode(texts, forKey: key)
        }
    }

    private func encodeNext(_ value: EncodingScript.Value, _ archiver: KeyedArchiver) throws {
        switch value {
        case .integer32(let value): try archiver.encodeValue(value)
        case .double(let bits): try archiver.encodeValue(Double(bitPattern: bits))
        case .text(let text): try archiver.encode(text)
        case .object(let other): try archiver.encode(other.map { objects[$0] })
        default: break
        }
    }

    // MARK: - Decoding

    func decode(with unarchiver: KeyedUnarchiver) throws {
        number = try unarchiver.decodeInteger(forKey: Self.numberKey)
        guard let run = ScriptRun.current, run.script.objects.indices.contains(number) else { return }
        if run.decoded.updateValue(self, forKey: number) != nil { run.mismatches.append("object \(number) came twice") }
        for call in run.script.objects[number] {
            let place = "object \(number), key \(call.key ?? "none")"
            switch call.value {
            case .object(let other):
                run.references.append((place, other, try decodeReference(call.key, unarchiver)))
            case .conditionalObject(let other):
                let expected = run.encoded.contains(other) ? other : nil
                run.references.append((place, expected, try decodeReference(call.key, unarchiver)))
            case .objects(let others):
                let found = try unarchiver.decode([ScriptedObject].self, forKey: call.key ?? "")
                if found.count != others.count { run.mismatches.append("\(place): \(found.count) objects") }
                for (other, object) in zip(others, found) { run.references.append((place, other, object)) }
            default:
                let found = try decode(call.value, call.key, unarchiver)
                if found != call.value, !run.script.isXML || !found.isSameInXML(as: call.value) {
                    run.mismatches.append("\(place): \(call.value) came back as \(found)")
                }
            }
        }
    }

    private func decodeReference(_ key: String?, _ unarchiver: KeyedUnarchiver) throws -> ScriptedObject? {
        guard let key else { return try unarchiver.decodeObject(of: ScriptedObject.self) }
        return try unarchiver.decodeObject(of: ScriptedObject.self, forKey: key)
    }

    private func decode(
        _ value: EncodingScript.Value,
        _ key: String?,
        _ unarchiver: KeyedUnarchiver
    ) throws -> EncodingScript.Value {
        guard let key else { return try decodeNext(value, unarchiver) }
        return switch value {
        case .boolean: .boolean(try unarchiver.decodeBool(forKey: key))
        case .integer: .integer(try unarchiver.decodeInt64(forKey: key))
        case .integer32: .integer32(try unarchiver.decodeInt32(forKey: key))
        case .float: .float(try unarchiver.decodeFloat(forKey: key).bitPattern)
        case .double: .double(try unarchiver.decodeDouble(forKey: key).bitPattern)
        case .bytes: .bytes(Array(try unarchiver.decodeBytes(forKey: key) ?? []))
        case .inlineText: .inlineText(try unarchiver.decodeInlineString(forKey: key) ?? "nil")
        case .text: .text(try unarchiver.decode(String.self, forKey: key))
        case .numbers: .numbers(try unarchiver.decodeArray(of: Int32.self, forKey: key))
        case .texts: .texts(try unarchiver.decode([String: String].self, forKey: key))
        case .object, .conditionalObject, .objects: value
        }
    }

    private func decodeNext(_ value: EncodingScript.Value, _ unarchiver: KeyedUnarchiver) throws -> EncodingScript.Value
    {
        switch value {
        case .integer32: .integer32(try unarchiver.decodeValue(Int32.self))
        case .double: .double(try unarchiver.decodeValue(Double.self).bitPattern)
        case .text: .text(try unarchiver.decodeObject(of: String.self) ?? "nil")
        default: value
        }
    }
}

extension EncodingScript.Value {
    /// Whether two reals are the same in XML, which has one NaN and one zero.
    fileprivate func isSameInXML(as other: EncodingScript.Value) -> Bool {
        switch (self, other) {
        case (.float(let bits), .float(let otherBits)):
            let (value, otherValue) = (Float(bitPattern: bits), Float(bitPattern: otherBits))
            return value == otherValue || value.isNaN && otherValue.isNaN
        case (.double(let bits), .double(let otherBits)):
            let (value, otherValue) = (Double(bitPattern: bits), Double(bitPattern: otherBits))
            return value == otherValue || value.isNaN && otherValue.isNaN
        default: return false
        }
    }
}
