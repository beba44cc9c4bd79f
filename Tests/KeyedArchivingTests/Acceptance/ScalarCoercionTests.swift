import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Scalars that are decoded as other types: the whole matrix of what is stored against how it is decoded.
@Suite struct ScalarCoercionTests {
    /// What is stored under the key.
    enum Stored: String, CaseIterable, Sendable {
        case missing, boolean, integer, wideInteger, hugeInteger, real32, real64, largeReal64, infinity
        case data, boxedInteger, boxedReal, boxedBoolean, object, null

        func encode(with archiver: KeyedArchiver) throws {
            switch self {
            case .missing: break
            case .boolean: try archiver.encode(true, forKey: "k")
            case .integer: try archiver.encode(5, forKey: "k")
            case .wideInteger: try archiver.encode(Int64(1) << 40, forKey: "k")
            case .hugeInteger: try archiver.encode(Int64.min, forKey: "k")
            case .real32: try archiver.encode(Float(0.1), forKey: "k")
            case .real64: try archiver.encode(0.1, forKey: "k")
            case .largeReal64: try archiver.encode(1e300, forKey: "k")
            case .infinity: try archiver.encode(Double.infinity, forKey: "k")
            case .data: try archiver.encodeBytes([1, 2, 3], forKey: "k")
            case .boxedInteger: try archiver.encode(Optional(5), forKey: "k")
            case .boxedReal: try archiver.encode(Optional(0.5), forKey: "k")
            case .boxedBoolean: try archiver.encode(Optional(true), forKey: "k")
            case .object: try archiver.encode("text", forKey: "k")
            case .null: try archiver.encode(nil, forKey: "k")
            }
        }
    }

    /// How it is decoded, by the names of the methods.
    enum Call: String, CaseIterable, Sendable {
        case decodeBool, decodeCInt, decodeInt32, decodeInt64, decodeInteger, decodeFloat, decodeDouble, decodeBytes
        case decodeObject

        /// The value as text; `default` for a default.
        func run(_ unarchiver: KeyedUnarchiver) throws -> String {
            switch self {
            case .decodeBool: try unarchiver.decodeBool(forKey: "k") ? "true" : "default"
            case .decodeCInt: try text(unarchiver.decodeCInt(forKey: "k"))
            case .decodeInt32: try text(unarchiver.decodeInt32(forKey: "k"))
            case .decodeInt64: try text(unarchiver.decodeInt64(forKey: "k"))
            case .decodeInteger: try text(unarchiver.decodeInteger(forKey: "k"))
            case .decodeFloat: try text(unarchiver.decodeFloat(forKey: "k"))
            case .decodeDouble: try text(unarchiver.decodeDouble(forKey: "k"))
            case .decodeBytes: try unarchiver.decodeBytes(forKey: "k").map { "\(Array($0))" } ?? "default"
            case .decodeObject: try unarchiver.decodeObject(forKey: "k").map { "\($0)" } ?? "default"
            }
        }

        private func text<Value: Numeric>(_ value: Value) -> String { value == 0 ? "default" : "\(value)" }
    }

    /// Apple's matrix: a value, `default`, `range` for a range error, `op` for an invalid operation.
    ///
    /// Where Apple's behavior is not known for certain, it is the strict choice: a boolean isn't a number.
    static func expected(_ stored: Stored, _ call: Call) -> String {
        switch (stored, call) {
        case (.missing, _): return "default"
        // An inline value isn't an object: nil, with a warning.
        case (.boolean, .decodeObject), (.integer, .decodeObject), (.wideInteger, .decodeObject),
            (.hugeInteger, .decodeObject), (.real32, .decodeObject), (.real64, .decodeObject),
            (.largeReal64, .decodeObject), (.infinity, .decodeObject), (.data, .decodeObject):
            return "default"
        case (.boolean, .decodeBool): return "true"
        case (.integer, .decodeCInt), (.integer, .decodeInt32), (.integer, .decodeInt64), (.integer, .decodeInteger):
            return "5"
        case (.wideInteger, .decodeCInt), (.wideInteger, .decodeInt32), (.hugeInteger, .decodeCInt),
            (.hugeInteger, .decodeInt32):
            return "range"
        case (.wideInteger, .decodeInt64), (.wideInteger, .decodeInteger): return "1099511627776"
        case (.hugeInteger, .decodeInt64), (.hugeInteger, .decodeInteger): return "-9223372036854775808"
        case (.real32, .decodeFloat), (.real64, .decodeFloat): return "0.1"
        case (.real32, .decodeDouble): return "0.10000000149011612"
        case (.real64, .decodeDouble): return "0.1"
        case (.largeReal64, .decodeFloat): return "range"
        case (.largeReal64, .decodeDouble): return "1e+300"
        case (.infinity, .decodeFloat), (.infinity, .decodeDouble): return "inf"
        case (.data, .decodeBytes): return "[1, 2, 3]"
        case (.boxedInteger, .decodeObject): return "5"
        case (.boxedReal, .decodeObject): return "0.5"
        case (.boxedBoolean, .decodeObject): return "true"
        case (.object, .decodeObject): return "text"
        case (.null, .decodeObject), (.null, .decodeBytes): return "default"
        default: return "op"
        }
    }

    @Test(.rows)
    func `what is stored is decoded, coerced or refused as in Apple's matrix`() {
        forEachRow(Stored.allCases, Call.allCases) { (stored: Stored, call: Call) throws in
            let bytes = try archive { try stored.encode(with: $0) }
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
            let outcome: String
            do {
                outcome = try call.run(unarchiver)
            } catch let error as ArchiveError {
                switch error.code {
                case .range: outcome = "range"
                case .invalidUnarchiveOperation: outcome = "op"
                default: outcome = "\(error)"
                }
                expectRows {
                    (error.key, "k")
                    (error.path?.description, "k")
                    error.remedy != nil
                }
            }
            #expect(outcome == Self.expected(stored, call))
        }
    }

    @Test(.rows)
    func `under the lenient policy a refusal is a default and the error is kept`() {
        forEachRow(Stored.allCases, Call.allCases) { (stored: Stored, call: Call) throws in
            let bytes = try archive {
                try stored.encode(with: $0)
                try $0.encode(9, forKey: "later")
            }
            let unarchiver = try lenientUnarchiver(bytes)
            let outcome = try call.run(unarchiver)
            let expected = Self.expected(stored, call)
            if expected == "range" || expected == "op" {
                try expectRows {
                    (outcome, "default")
                    (
                        (unarchiver.error as? ArchiveError)?.code,
                        (expected == "op" ? .invalidUnarchiveOperation : .range)
                    )
                    (try unarchiver.decodeInteger(forKey: "later"), 0)
                }
            } else {
                try expectRows {
                    (outcome, expected)
                    (unarchiver.error, nil)
                    (try unarchiver.decodeInteger(forKey: "later"), 9)
                }
            }
        }
    }

    @Test func `an object isn't read as an inline number, nor that as an object, and an error or a warning says why`()
        throws
    {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archive { try $0.encode("text", forKey: "k") })
        let error = #expect(throws: ArchiveError.self) { try unarchiver.decodeDouble(forKey: "k") }
        #expect(error?.reason == "the value is not a real but a reference")
        #expect(error?.remedy?.hasPrefix("it was encoded as an object") == true)
        let boxed = try KeyedUnarchiver(forReadingFrom: archive { try $0.encode(UInt16(5), forKey: "k") })
        try expectRows {
            (code { _ = try boxed.decodeInteger(forKey: "k") }, .invalidUnarchiveOperation)
            (try boxed.decodeObject(of: Int.self, forKey: "k"), 5)
            (try boxed.decode(UInt16.self, forKey: "k"), 5)
        }
        let inline = try lenientUnarchiver(archive { try $0.encode(5, forKey: "k") })
        try expectRows {
            (try inline.decodeObject(forKey: "k"), nil)
            (inline.warnings.map(\.key), ["k"])
            (inline.error, nil)
            (try inline.decodeObject(of: Int.self, forKey: "k"), nil)
            ((inline.error as? ArchiveError)?.code, .invalidUnarchiveOperation)
        }
    }

    @Test func `an integer of any width is read by each call that holds it, and out of range for the others`() throws {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archive { try $0.encode(Int32(5), forKey: "k") })
        try expectRows {
            (try unarchiver.decodeInt64(forKey: "k"), 5)
            (try unarchiver.decodeInteger(forKey: "k"), 5)
            (try unarchiver.decodeCInt(forKey: "k"), 5)
            (try unarchiver.decode(UInt8.self, forKey: "k"), 5)
        }
        let wide = try archive { try $0.encode(Int64(1) << 40, forKey: "k") }
        let lenient = try lenientUnarchiver(wide)
        try expectRows {
            (try lenient.decodeInt32(forKey: "k"), 0)
            ((lenient.error as? ArchiveError)?.code, .range)
            (try lenientUnarchiver(wide).decodeInt64(forKey: "k"), 1 << 40)
        }
        let in16Bytes = try KeyedUnarchiver(forReadingFrom: archive { try $0.encode(Integer128(3), forKey: "k") })
        #expect(try in16Bytes.decode(Int.self, forKey: "k") == 3)
        #expect(try in16Bytes.decode(Integer128.self, forKey: "k") == 3)
        let unsigned = try KeyedUnarchiver(forReadingFrom: archive { try $0.encode(UInt64.max, forKey: "k") })
        #expect(try unsigned.decode(UInt64.self, forKey: "k") == .max)
        #expect(code { _ = try unsigned.decode(Int64.self, forKey: "k") } == .range)
    }

    @Test(.rows)
    func `an integer takes the fewest bytes, and eight if it is negative`() {
        forEachRow([(-1, 9), (2_231_500_800, 5), (255, 2), (256, 3), (0, 2)]) { (value: Int, encodedSize: Int) throws in
            let bytes = try archive { try $0.encode(value, forKey: "k") }
            #expect(try KeyedUnarchiver(forReadingFrom: bytes).decodeInteger(forKey: "k") == value)
            let larger = try archive {
                try $0.encode(value, forKey: "k")
                try $0.encode(value, forKey: "l")
            }
            // Both keys share the number's one entry: the second costs its key, its offset and two references.
            #expect(larger.count - bytes.count == 2 + 1 + 2)
            let without = try archive { try $0.encode(false, forKey: "k") }
            #expect(bytes.count - without.count == encodedSize - 1)
        }
    }

    @Test func `reals, integers and booleans are not read as each other`() throws {
        let bytes = try archive {
            try $0.encode(1.0, forKey: "real")
            try $0.encode(1, forKey: "integer")
            try $0.encode(true, forKey: "boolean")
        }
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        try expectRows {
            (code { _ = try unarchiver.decodeInteger(forKey: "real") }, .invalidUnarchiveOperation)
            (code { _ = try unarchiver.decodeDouble(forKey: "integer") }, .invalidUnarchiveOperation)
            (code { _ = try unarchiver.decodeFloat(forKey: "integer") }, .invalidUnarchiveOperation)
            try unarchiver.decodeBool(forKey: "boolean")
            (code { _ = try unarchiver.decodeInteger(forKey: "boolean") }, .invalidUnarchiveOperation)
        }
    }

    @Test func `a Float is stored in four bytes and widened exactly`() throws {
        let bytes = try archive { try $0.encode(Float(0.1), forKey: "k") }
        #expect(try KeyedArchive(bytes).topLevelValue(forKey: "k") == .float(0.1))
        #expect(try KeyedUnarchiver(forReadingFrom: bytes).decodeDouble(forKey: "k") == Double(Float(0.1)))
    }

    @Test(.rows)
    func `bytes of any length come back`() {
        forEachRow([0, 1, 1 << 20]) { (count: Int) throws in
            let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            let unarchiver = try KeyedUnarchiver(forReadingFrom: archive { try $0.encodeBytes(content, forKey: "k") })
            #expect(try unarchiver.decodeBytes(forKey: "k").map(Array.init) == content)
            #expect(try unarchiver.decodeBytes(forKey: "other") == nil)
        }
    }

    @Test(.rows)
    func `each integer type reads what it holds and refuses the rest as out of range`() {
        forEachRow([
            -9_223_372_036_854_775_808, -1, 0, 255, 256, 65_535, 65_536, 4_294_967_295, 4_294_967_296,
            9_223_372_036_854_775_807,
        ]) { (value: Int64) throws in
            let unarchiver = try KeyedUnarchiver(forReadingFrom: archive { try $0.encode(value, forKey: "k") })
            func check<Value: CodedInteger>(_ type: Value.Type) throws {
                guard let expected = Value(exactly: value) else {
                    #expect(code { _ = try unarchiver.decode(type, forKey: "k") } == .range, "\(type)")
                    return
                }
                #expect(try unarchiver.decode(type, forKey: "k") == expected)
            }
            try check(Int8.self)
            try check(Int16.self)
            try check(Int32.self)
            try check(Int64.self)
            try check(Int.self)
            try check(UInt8.self)
            try check(UInt16.self)
            try check(UInt32.self)
            try check(UInt64.self)
            try check(UInt.self)
        }
    }
}
