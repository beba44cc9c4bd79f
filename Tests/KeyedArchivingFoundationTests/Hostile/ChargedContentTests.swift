import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

/// Objects that share a value, of which each makes something of its own; and how much memory that takes at least.
struct ChargedContent: Sendable, CustomTestStringConvertible {
    var name: String
    var type: any (Codingable & SendableMetatype).Type
    /// The memory that each object takes, in bytes.
    var size: Int
    /// Adds the value that is shared, and returns what adds an object that refers to it.
    var add: @Sendable (inout NestedObjects.Table) -> (inout NestedObjects.Table) -> UID

    var testDescription: String { name }

    static let objectCount = TestScale.count(200, quick: 80)
    private static let length = 4000
    private static let entryCount = 200

    func bytes() throws -> [UInt8] {
        var table = NestedObjects.Table()
        let add = add(&table)
        let objects = (0..<Self.objectCount).map { _ in PropertyList.uid(add(&table)) }
        let root = table.add("NSArray", ["NS.objects": .list(objects)])
        table.archive.top = ["root": .uid(root)]
        return try table.archive.bytes()
    }

    static let all: [ChargedContent] = [
        // The text, and the copy in the URL.
        ChargedContent(name: "URLs", type: [URL].self, size: 2 * length) { table in
            let text = table.add(.string(PropertyListString(String(repeating: "a", count: length))))
            return { $0.add("NSURL", ["NS.relative": .uid(text)]) }
        },
        // The indexes as they are read, and those of the index path.
        ChargedContent(name: "index paths", type: [IndexPath].self, size: 2 * 8 * length) { table in
            let data = table.add(.data(Array(repeating: 1, count: length)))
            return {
                $0.add("NSIndexPath", ["NSIndexPathLength": .integer(Int64(length)), "NSIndexPathData": .uid(data)])
            }
        },
        // A key of 16 bytes and a value of 32 for each entry.
        ChargedContent(name: "Cocoa errors", type: [CocoaError].self, size: 48 * entryCount) { table in
            let info = userInfo(&table)
            return {
                $0.add("NSError", ["NSDomain": "NSCocoaErrorDomain", "NSCode": 1, "NSUserInfo": .uid(info)])
            }
        },
        // A key of 40 bytes and a value of 32 for each entry.
        ChargedContent(name: "notifications", type: [Notification].self, size: 72 * entryCount) { table in
            let info = userInfo(&table)
            return { $0.add("NSNotification", ["NS.name": "a", "NS.userinfo": .uid(info)]) }
        },
        // A value of 128 bytes for each entry.
        ChargedContent(name: "attributed strings", type: [AttributedString].self, size: 128 * entryCount) { table in
            let attributes = userInfo(&table)
            let text = table.add(.string("a"))
            return { $0.add("NSAttributedString", ["NSString": .uid(text), "NSAttributes": .uid(attributes)]) }
        },
        ChargedContent(name: "character sets", type: [CharacterSet].self, size: 8192) { table in
            { $0.add("NSCharacterSet", ["NSBitmap": .data([1])]) }
        },
    ]

    private static func userInfo(_ table: inout NestedObjects.Table) -> UID {
        let keys = (0..<entryCount).map { PropertyList.uid(table.add(.string(PropertyListString("\($0)")))) }
        return table.add("NSDictionary", ["NS.keys": .list(keys), "NS.objects": .list(keys)])
    }
}

@Suite struct ChargedContentTests {
    @Test(.rows)
    func `the memory of what objects make of a shared value is charged by each`() {
        forEachRow(ChargedContent.all) { (content: ChargedContent) throws in
            let bytes = try content.bytes()
            let factor = try SmallestLimit.of(\.allocation) { limits in
                _ = try KeyedUnarchiver.unarchivedObject(
                    of: [content.type], from: bytes, registry: .foundation, limits: limits)
            }
            #expect(factor * bytes.count >= ChargedContent.objectCount * content.size)
        }
    }
}
