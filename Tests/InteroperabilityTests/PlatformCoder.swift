import Foundation
import PropertyLists

/// The keyed archiver and unarchiver of the Foundation that these tests are built with.
enum PlatformCoder {
    /// Archives an object under the key `root`.
    static func archive(_ object: Any?, format: PropertyListFormat = .binary) -> [UInt8] {
        let archiver = NSKeyedArchiver(requiringSecureCoding: false)
        archiver.outputFormat = format == .xml ? .xml : .binary
        archiver.encode(object, forKey: NSKeyedArchiveRootObjectKey)
        archiver.finishEncoding()
        return Array(archiver.encodedData)
    }

    /// Decodes the object under the key `root`.
    ///
    /// - Parameter classes: The classes to use for class names of the archive.
    /// - Throws: What the unarchiver reports as its error.
    static func unarchive(_ bytes: [UInt8], classes: [String: AnyClass] = [:]) throws -> NSObject? {
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: Data(bytes))
        unarchiver.requiresSecureCoding = false
        // With the other policy a failure ends the process on Linux, where it cannot be caught.
        unarchiver.decodingFailurePolicy = .setErrorAndReturn
        for entry in classes { unarchiver.setClass(entry.value, forClassName: entry.key) }
        let object = unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey)
        if let error = unarchiver.error { throw error }
        return object.map { $0 as AnyObject } as? NSObject
    }
}
