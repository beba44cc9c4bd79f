import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists

/// Examples of coders and values from the documentation comments, so that they compile; they aren't run.
extension Examples {
    func keyedUnarchiverInitializer(_ data: Data) throws {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: data)
        let opened = try unarchiver.decode(Date.self, forKey: "opened")
        _ = opened
    }

    func keyedUnarchiverInitializer2(_ url: URL) throws {
        let unarchiver = try KeyedUnarchiver(forReadingContentsOf: url)
        let opened = try unarchiver.decode(Date.self, forKey: "opened")
        _ = opened
    }

    func unarchivedObjectContents(_ url: URL) throws {
        let names = try KeyedUnarchiver.unarchivedObject(of: [String].self, contentsOf: url)
        _ = names
    }

    func unarchivedGraph(_ data: Data) throws {
        let object = try KeyedUnarchiver.unarchivedGraph(from: data)
        _ = object
    }

    func archiveRootObject(_ url: URL) throws {
        try KeyedArchiver.archiveRootObject(["opened": Date.now], to: url)
    }

    func encodeBytes(_ archiver: KeyedArchiver, _ data: Data) throws {
        try archiver.encodeBytes(data, forKey: "checksum")
    }

    func data(_ archive: KeyedArchive) throws {
        let data = try archive.data()
        _ = data
    }

    func encode() throws {
        let data: Data = try KeyedArchiveEncoder().encode(["volume": 0.5])
        _ = data
    }

    func encodeGeometry(_ archiver: KeyedArchiver) throws {
        try archiver.encodeGeometry(CGRect(x: 0, y: 0, width: 100, height: 20), forKey: "frame")
    }

    func decodePoint(_ unarchiver: KeyedUnarchiver) throws {
        let origin = try unarchiver.decodePoint(forKey: "origin")
        _ = origin
    }

    func decodeSize(_ unarchiver: KeyedUnarchiver) throws {
        let size = try unarchiver.decodeSize(forKey: "size")
        _ = size
    }

    func decodeRect(_ unarchiver: KeyedUnarchiver) throws {
        let frame = try unarchiver.decodeRect(forKey: "frame")
        _ = frame
    }

    func typedOrderedSet(_ archiver: KeyedArchiver) throws {
        try archiver.encode(TypedOrderedSet(["b", "a", "b"]), forKey: "tags")
    }

    func typedCountedSet() {
        let words = TypedCountedSet(["a", "b", "a"])
        print(words.count(for: "a"))
    }

    func archivedFont(_ archiver: KeyedArchiver) throws {
        try archiver.encode(ArchivedFont(name: "Menlo-Regular", size: 11), forKey: "font")
    }

    func archivedNSError(_ archiver: KeyedArchiver) throws {
        try archiver.encode(ArchivedNSError(domain: NSCocoaErrorDomain, code: 4), forKey: "error")
    }

    func edgeInsets(_ archiver: KeyedArchiver) throws {
        try archiver.encode(EdgeInsets(top: 8, left: 16, bottom: 8, right: 16), forKey: "insets")
    }

    func directionalEdgeInsets(_ archiver: KeyedArchiver) throws {
        let insets = DirectionalEdgeInsets(top: 8, leading: 16, bottom: 8, trailing: 16)
        try archiver.encode(insets, forKey: "insets")
    }

    func offset(_ archiver: KeyedArchiver) throws {
        try archiver.encode(Offset(horizontal: 2, vertical: -1), forKey: "shadow")
    }

    func boxedNumbers(_ archiver: KeyedArchiver) throws {
        try archiver.encode(BoxedValue.numbers(BoxedNumbers(integers: [1, 2, 3])), forKey: "samples")
    }
}
