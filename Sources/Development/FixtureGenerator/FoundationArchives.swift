import Foundation

/// Archives by the toolchain's Foundation coder, of values whose order does not change from run to run.
enum FoundationArchives {
    static func all() throws -> [Fixture] {
        // The coder merges equal numbers, true with 1, so the boolean is the other one.
        let nested: NSArray = [
            "text", NSNumber(value: 1), NSNumber(value: 2.5), NSNumber(value: false), NSData(data: Data([1, 2, 3])),
            NSArray(array: ["inner", NSNumber(value: -1)]), NSDictionary(object: "value", forKey: "key" as NSString),
        ]
        return [
            Fixture("array.plist", try archive(nested, .binary)),
            Fixture("array.xml", try archive(nested, .xml)),
            Fixture(
                "url.plist",
                try archive(NSURL(string: "https://example.com/path?query=1") ?? NSURL(fileURLWithPath: "/"), .binary)),
            Fixture(
                "uuid.plist",
                try archive(NSUUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") ?? NSUUID(), .binary)),
            Fixture("date.plist", try archive(NSDate(timeIntervalSinceReferenceDate: 0.5), .binary)),
        ]
    }

    private static func archive(_ object: NSObject, _ format: PropertyListSerialization.PropertyListFormat) throws
        -> [UInt8]
    {
        let archiver = NSKeyedArchiver(requiringSecureCoding: false)
        archiver.outputFormat = format
        archiver.encode(object, forKey: NSKeyedArchiveRootObjectKey)
        archiver.finishEncoding()
        return Array(archiver.encodedData)
    }
}
