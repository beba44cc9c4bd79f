import KeyedArchiving

/// A class of a program without Foundation.
final class OwnObject: Codingable {
    static var codedClassName: String { "OwnObject" }

    var name: String
    var isOpen = false
    var platforms: Int32 = 0
    var passengers: Int64 = 0
    var height: Float = 0
    var latitude = 0.0
    var code: [UInt8] = []
    var lines: [String] = []
    var next: OwnObject?
    var partner: OwnObject?
    var neighbors: [OwnObject] = []

    init(name: String) {
        self.name = name
    }

    func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(name, forKey: "name")
        try archiver.encode(isOpen, forKey: "isOpen")
        try archiver.encode(platforms, forKey: "platforms")
        try archiver.encode(passengers, forKey: "passengers")
        try archiver.encode(height, forKey: "height")
        try archiver.encode(latitude, forKey: "latitude")
        try archiver.encodeBytes(code, forKey: "code")
        try archiver.encode(lines, forKey: "lines")
        try archiver.encode(next, forKey: "next")
        try archiver.encodeConditionalObject(partner, forKey: "partner")
        try archiver.encode(neighbors, forKey: "neighbors")
    }

    init(coder unarchiver: KeyedUnarchiver) throws {
        name = try unarchiver.decode(String.self, forKey: "name")
        isOpen = try unarchiver.decodeBool(forKey: "isOpen")
        platforms = try unarchiver.decodeInt32(forKey: "platforms")
        passengers = try unarchiver.decodeInt64(forKey: "passengers")
        height = try unarchiver.decodeFloat(forKey: "height")
        latitude = try unarchiver.decodeDouble(forKey: "latitude")
        code = Array(try unarchiver.decodeBytes(forKey: "code") ?? [])
        lines = try unarchiver.decode([String].self, forKey: "lines")
        next = try unarchiver.decodeObject(of: OwnObject.self, forKey: "next")
        partner = try unarchiver.decodeObject(of: OwnObject.self, forKey: "partner")
        neighbors = try unarchiver.decode([OwnObject].self, forKey: "neighbors")
    }
}
