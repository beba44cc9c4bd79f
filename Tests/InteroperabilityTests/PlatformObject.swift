import Foundation

/// The class that `OwnObject` is in a program with Foundation, under another name.
final class PlatformObject: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }

    let name: String
    var isOpen = false
    var platforms: Int32 = 0
    var passengers: Int64 = 0
    var height: Float = 0
    var latitude = 0.0
    var code: [UInt8] = []
    var lines: [String] = []
    var next: PlatformObject?
    var partner: PlatformObject?
    var neighbors: [PlatformObject] = []

    init(name: String) {
        self.name = name
    }

    func encode(with coder: NSCoder) {
        coder.encode(name as NSString, forKey: "name")
        coder.encode(isOpen, forKey: "isOpen")
        coder.encode(platforms, forKey: "platforms")
        coder.encode(passengers, forKey: "passengers")
        coder.encode(height, forKey: "height")
        coder.encode(latitude, forKey: "latitude")
        code.withUnsafeBufferPointer { coder.encodeBytes($0.baseAddress, length: $0.count, forKey: "code") }
        coder.encode(lines as NSArray, forKey: "lines")
        coder.encode(next, forKey: "next")
        coder.encodeConditionalObject(partner, forKey: "partner")
        coder.encode(neighbors as NSArray, forKey: "neighbors")
    }

    init?(coder: NSCoder) {
        name = coder.decodeObject(of: NSString.self, forKey: "name").map { "\($0)" } ?? ""
        isOpen = coder.decodeBool(forKey: "isOpen")
        platforms = coder.decodeInt32(forKey: "platforms")
        passengers = coder.decodeInt64(forKey: "passengers")
        height = coder.decodeFloat(forKey: "height")
        latitude = coder.decodeDouble(forKey: "latitude")
        code = coder.bytes(forKey: "code")
        lines = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "lines") as? [String] ?? []
        next = coder.decodeObject(of: PlatformObject.self, forKey: "next")
        partner = coder.decodeObject(of: PlatformObject.self, forKey: "partner")
        let objects = coder.decodeObject(of: [NSArray.self, PlatformObject.self], forKey: "neighbors")
        neighbors = objects as? [PlatformObject] ?? []
    }
}

extension NSCoder {
    /// Inline bytes, by the method that this Foundation has for them.
    fileprivate func bytes(forKey key: String) -> [UInt8] {
        #if canImport(ObjectiveC)
            var count = 0
            guard let bytes = decodeBytes(forKey: key, returnedLength: &count) else { return [] }
            return Array(UnsafeBufferPointer(start: bytes, count: count))
        #else
            return withDecodedUnsafeBytes(forKey: key) { $0.map { Array($0) } ?? [] }
        #endif
    }
}
