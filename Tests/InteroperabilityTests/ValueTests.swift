import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

/// Each kind of value, written by one side and read by the other, in both forms.
@Suite struct ValueTests {
    @Test(.rows)
    func `Foundation's unarchiver reads every value that our archiver writes, and ours Foundation's`() {
        forEachRow(PropertyListFormat.ofArchives) { (format: PropertyListFormat) throws in
            for value in ValueCase.all(in: format) where value.isReadByFoundation {
                let archiver = KeyedArchiver()
                archiver.outputFormat = format
                try archiver.encode(value.ours, forKey: "root")
                let bytes = try archiver.encodedBytes
                try check(value) { try PlatformCoder.unarchive(bytes) == value.theirs }
            }
            for value in ValueCase.all(in: format) where value.isWrittenByFoundation {
                let bytes = PlatformCoder.archive(value.theirs, format: format)
                try check(value) { try value.isHeld(bytes) }
            }
        }
    }

    @Test(.rows)
    func `an object that our unarchiver reads without a type is written back as Foundation knows it`() {
        forEachRow(PropertyListFormat.ofArchives) { (format: PropertyListFormat) throws in
            for value in ValueCase.all(in: format) where value.isWrittenByFoundation && value.isReadByFoundation {
                let bytes = PlatformCoder.archive(value.theirs, format: format)
                try check(value) {
                    let graph = try KeyedUnarchiver.unarchivedGraph(from: bytes, registry: .foundation)
                    let written = try KeyedArchiver.archivedBytes(withRootObject: graph)
                    return try PlatformCoder.unarchive(written) == value.theirs
                }
            }
        }
    }

    @Test func `Foundation's unarchiver reads all values but seven, for reasons of its own`() {
        let values = ValueCase.all(in: .binary)
        let unread = values.filter { !$0.isReadByFoundation }.map(\.name)
        print("Foundation's unarchiver reads \(values.count - unread.count) of \(values.count) values; not \(unread)")
        #expect(unread.count == 7)
    }

    /// Checks something of a value, and names the value if it does not hold.
    private func check(_ value: ValueCase, _ holds: () throws -> Bool) throws {
        do {
            #expect(try holds(), "\(value.name)")
        } catch {
            Issue.record(error, "\(value.name)")
        }
    }

    @Test func `references that need four bytes are read by both sides`() throws {
        let numbers = Array(0..<66_000)
        let ours = try KeyedArchiver.archivedBytes(withRootObject: numbers)
        #expect(try PlatformCoder.unarchive(ours) == numbers as NSArray)
        let theirs = PlatformCoder.archive(numbers as NSArray)
        #expect(try KeyedUnarchiver.unarchivedObject(of: [Int].self, from: theirs) == numbers)
    }
}
