import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

/// Examples of calls for data from the documentation comments, which are run.
extension Examples {
    func keyedArchiveInitializer(_ data: Data) throws {
        let archive = try KeyedArchive(data)
        print(archive["root.name"].string ?? "nobody")
    }

    func decodeSettings(_ data: Data) throws -> Settings {
        let settings = try KeyedArchiveDecoder().decode(Settings.self, from: data)
        return settings
    }

    func plistEncode() throws -> Data {
        let data: Data = try PlistEncoder(outputFormat: .xml).encode(["volume": 0.5])
        return data
    }

    func plistDecode(_ url: URL) throws -> Settings {
        let settings = try PlistDecoder().decode(Settings.self, from: Data(contentsOf: url))
        return settings
    }

    func plistDecodeFormat(_ data: Data) throws -> (settings: Settings, format: PropertyListFormat) {
        var format = PropertyListFormat.binary
        let settings = try PlistDecoder().decode(Settings.self, from: data, format: &format)
        return (settings, format)
    }

    func propertyListOfAny() throws -> PropertyList {
        let list = try PropertyList(["name": "Ada", "born": Date(), "scores": [1, 2.5]] as [String: Any])
        return list
    }

    func decodeAtPath(_ data: Data) throws -> Double {
        let path = ArchivePath([.key("root"), .key("volume")])
        let volume = try KeyedArchiveDecoder().decode(Double.self, from: data, at: path)
        return volume
    }

    func unarchivedObjectOfTypes(_ data: Data) throws -> (any Codingable)? {
        let value = try KeyedUnarchiver.unarchivedObject(of: [String.self, Date.self], from: data)
        return value
    }

    func unarchivedArrayOfObjects(_ data: Data) throws -> [Date]? {
        let dates = try KeyedUnarchiver.unarchivedArrayOfObjects(of: Date.self, from: data)
        return dates
    }

    func unarchivedDictionary(_ data: Data) throws -> [String: Date]? {
        let dates = try KeyedUnarchiver.unarchivedDictionary(ofKey: String.self, object: Date.self, from: data)
        return dates
    }
}

@Suite struct DataExampleTests {
    @Test func `the examples of data come to what they say`() throws {
        let examples = Examples()
        var runs = ExampleRuns()
        let folder = try ExampleFolder()
        let settings = Examples.Settings(volume: 0.25)
        let day = Date(timeIntervalSinceReferenceDate: 86_400)
        func archived(_ object: some Codingable) throws -> Data {
            Data(try KeyedArchiver.archivedBytes(withRootObject: object))
        }
        runs.expect(["Ada", "nobody"]) {
            let named = try exampleArchive { try $0.encodeEncodable(["name": "Ada"], forKey: "root") }
            try examples.keyedArchiveInitializer(Data(named))
            try examples.keyedArchiveInitializer(archived("text"))
            return examples.output.take()
        }
        runs.expect(settings) { try examples.decodeSettings(KeyedArchiveEncoder().encode(settings)) }
        runs.expect(["volume": 0.5]) {
            try PropertyListSerialization.propertyList(from: examples.plistEncode(), format: nil) as? [String: Double]
        }
        runs.expect(settings) {
            let file = folder.file("settings")
            try PropertyListEncoder().encode(settings).write(to: file)
            return try examples.plistDecode(file)
        }
        runs.expect(true) {
            let encoder = PropertyListEncoder()
            encoder.outputFormat = .xml
            return try examples.plistDecodeFormat(encoder.encode(settings)) == (settings, .xml)
        }
        runs.expect(["Ada", [1.0, 2.5]] as [PropertyList]) {
            let list = try examples.propertyListOfAny()
            return [list["name"], list["scores"]].compactMap { $0 }
        }
        runs.expect(0.25) { try examples.decodeAtPath(KeyedArchiveEncoder().encode(settings)) }
        runs.expect(day) { try examples.unarchivedObjectOfTypes(archived(day)) as? Date }
        runs.expect([day, day]) { try examples.unarchivedArrayOfObjects(archived([day, day])) }
        runs.expect(["opened": day]) { try examples.unarchivedDictionary(archived(["opened": day])) }
        try runs.expectAll(of: #filePath)
    }
}
