/// A graph of objects and the calls that encode them.
///
/// Any bytes are a script, so that a fuzzer can write it.
struct EncodingScript {
    /// What one call encodes.
    enum Value: Equatable {
        case boolean(Bool)
        case integer(Int64)
        case integer32(Int32)
        case float(UInt32)
        case double(UInt64)
        case bytes([UInt8])
        case inlineText(String)
        case text(String)
        /// A reference to one of the objects, or nil.
        case object(Int?)
        case conditionalObject(Int)
        case objects([Int])
        case numbers([Int32])
        case texts([String: String])
    }

    /// One call; without a key it is one of those that encode in sequence.
    struct Call: Equatable {
        var key: String?
        var value: Value
    }

    /// The calls of each object; the first object is the root.
    private(set) var objects: [[Call]] = []

    /// Whether the archive is XML.
    let isXML: Bool

    init(_ bytes: [UInt8]) {
        var source = Source(bytes: bytes[...])
        isXML = source.byte() % 4 == 3
        let count = 1 + source.below(12)
        for _ in 0..<count {
            var calls: [Call] = []
            var keys: Set<[UInt8]> = []
            for _ in 0..<source.below(9) {
                let key = Self.keys[source.below(Self.keys.count)]
                let value = source.value(count)
                if let key, !keys.insert(Array(key.utf8)).inserted { continue }
                if key == nil, !value.isForSequences { continue }
                calls.append(Call(key: key, value: value))
            }
            objects.append(calls)
        }
    }

    private static let keys: [String?] = [
        nil, "", "a", "b", "name", "$class", "$0", "$", "$$a", "e\u{301}", "\u{E9}", "NS.objects", "$objects", "root",
        "a key of more than fifteen bytes", "日本", "CF$UID", "\u{FEFF}", "%@",
    ]

    /// The numbers of the objects that are encoded, for which conditional references to them come back.
    var encodedObjects: Set<Int> {
        var found: Set<Int> = [0]
        var rest = [0]
        while let number = rest.popLast() {
            for call in objects[number] {
                switch call.value {
                case .object(let other?): if found.insert(other).inserted { rest.append(other) }
                case .objects(let others): for other in others where found.insert(other).inserted { rest.append(other) }
                default: break
                }
            }
        }
        return found
    }
}

extension EncodingScript.Value {
    /// Whether there are calls without a key for values of this kind.
    fileprivate var isForSequences: Bool {
        switch self {
        case .integer32, .double, .text, .object: true
        default: false
        }
    }
}

/// Bytes that are used up as a script is made of them; zeros follow.
private struct Source {
    var bytes: ArraySlice<UInt8>

    mutating func byte() -> UInt8 {
        bytes.popFirst() ?? 0
    }

    mutating func below(_ bound: Int) -> Int {
        Int(byte()) % bound
    }

    mutating func word() -> UInt64 {
        (0..<8).reduce(0) { word, _ in word << 8 | UInt64(byte()) }
    }

    mutating func text() -> String {
        let count = below(24)
        let part = bytes.prefix(count)
        bytes = bytes.dropFirst(count)
        return String(decoding: part, as: UTF8.self)
    }

    mutating func value(_ objectCount: Int) -> EncodingScript.Value {
        switch below(15) {
        case 0: return .boolean(byte() % 2 == 1)
        case 1: return .integer(Int64(bitPattern: word()))
        case 2: return .integer(Int64(Int8(bitPattern: byte())))
        case 3: return .integer32(Int32(truncatingIfNeeded: word()))
        case 4: return .float(UInt32(truncatingIfNeeded: word()))
        case 5: return .double(word())
        case 6: return .bytes(Array(text().utf8))
        case 7: return .inlineText(text())
        case 8: return .text(text())
        case 9: return .conditionalObject(below(objectCount))
        case 10: return .objects((0..<below(5)).map { _ in below(objectCount) })
        case 11: return .numbers((0...below(4)).map { _ in Int32(truncatingIfNeeded: word()) })
        case 12: return .texts(Dictionary([(text(), text()), (text(), text())]) { $1 })
        case 13: return .object(nil)
        default: return .object(below(objectCount))
        }
    }
}
