import KeyedArchiving
import TestSupport
import Testing

/// Values that are encoded and decoded by their `Codable` conformance without keys.
@Suite struct UnkeyedCodableTests {
    /// An object that has values without keys between others.
    private struct Settings: Codingable {
        var volumes: [String: Double]
        var stops: [String]?
        static var codedClassName: String { "Settings" }
        init(volumes: [String: Double], stops: [String]?) { (self.volumes, self.stops) = (volumes, stops) }
        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode("before")
            try archiver.encodeEncodable(volumes)
            try archiver.encodeEncodable(stops)
            try archiver.encodeValue(7)
        }
        init(coder unarchiver: KeyedUnarchiver) throws {
            #expect(try unarchiver.decodeObject(of: String.self) == "before")
            volumes = try unarchiver.decodeDecodable([String: Double].self) ?? [:]
            stops = try unarchiver.decodeDecodable([String]?.self) ?? nil
            #expect(try unarchiver.decodeValue(Int.self) == 7)
            #expect(try unarchiver.decodeDecodable([String].self) == nil)
        }
    }

    private final class Watcher: KeyedUnarchiverDelegate {}

    @Test("what is Encodable is encoded and decoded without keys, too", .rows)
    func unkeyed() {
        forEachRow([nil, [], ["a", "b"]], [false, true]) { (stops: [String]?, hasDelegate: Bool) throws in
            let settings = Settings(volumes: ["a": 0.5], stops: stops)
            let bytes = try KeyedArchiver.archivedBytes(withRootObject: settings)
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
            let watcher = Watcher()
            if hasDelegate { unarchiver.delegate = watcher }
            let copy = try unarchiver.decodeObject(of: Settings.self, forKey: "root")
            withExtendedLifetime(watcher) {}
            #expect(copy?.volumes == settings.volumes)
            #expect(copy?.stops == stops)
        }
    }

    @Test("the error of a value without a key names the generated key")
    func unkeyedError() throws {
        let archiver = KeyedArchiver()
        try archiver.encodeEncodable(["a"])
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
        let error = #expect(throws: DecodingError.self) { try unarchiver.decodeDecodable([Int].self) }
        #expect(error.map { "\($0)" }?.contains("$0[0]") == true)
    }
}
