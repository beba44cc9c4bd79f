import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists

/// Examples of calls for data from the documentation comments, so that they compile; they aren't run.
extension Examples {
    func keyedArchiveInitializer(_ data: Data) throws {
        let archive = try KeyedArchive(data)
        print(archive["root.name"].string ?? "nobody")
    }

    func decodeSettings(_ data: Data) throws {
        let settings = try KeyedArchiveDecoder().decode(Settings.self, from: data)
        _ = settings
    }

    func plistEncode() throws {
        let data: Data = try PlistEncoder(outputFormat: .xml).encode(["volume": 0.5])
        _ = data
    }

    func plistDecode(_ url: URL) throws {
        let settings = try PlistDecoder().decode(Settings.self, from: Data(contentsOf: url))
        _ = settings
    }

    func plistDecodeFormat(_ data: Data) throws {
        var format = PropertyListFormat.binary
        let settings = try PlistDecoder().decode(Settings.self, from: data, format: &format)
        _ = settings
    }

    func propertyListOfAny() throws {
        let list = try PropertyList(["name": "Ada", "born": Date(), "scores": [1, 2.5]] as [String: Any])
        _ = list
    }

    func decodeAtPath(_ data: Data) throws {
        let path = ArchivePath([.key("root"), .key("volume")])
        let volume = try KeyedArchiveDecoder().decode(Double.self, from: data, at: path)
        _ = volume
    }

    func unarchivedObjectOfTypes(_ data: Data) throws {
        let value = try KeyedUnarchiver.unarchivedObject(of: [String.self, Date.self], from: data)
        _ = value
    }

    func unarchivedArrayOfObjects(_ data: Data) throws {
        let dates = try KeyedUnarchiver.unarchivedArrayOfObjects(of: Date.self, from: data)
        _ = dates
    }

    func unarchivedDictionary(_ data: Data) throws {
        let dates = try KeyedUnarchiver.unarchivedDictionary(ofKey: String.self, object: Date.self, from: data)
        _ = dates
    }
}
