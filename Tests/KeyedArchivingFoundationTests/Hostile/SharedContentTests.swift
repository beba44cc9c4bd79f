import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

/// Many objects that share one long value, of which each makes something of its own.
struct SharedContent: Sendable, CustomTestStringConvertible {
    var name: String
    /// The type that the array of all objects is decoded as.
    var type: any (Codingable & SendableMetatype).Type
    /// Adds the value that is shared, and returns what adds an object that refers to it.
    var add: @Sendable (inout NestedObjects.Table) -> (inout NestedObjects.Table) -> UID

    var testDescription: String { name }

    /// An archive of many such objects in an array.
    func bytes() throws -> [UInt8] {
        var table = NestedObjects.Table()
        let add = add(&table)
        let objects = (0..<Self.objectCount).map { _ in PropertyList.uid(add(&table)) }
        let root = table.add("NSArray", ["NS.objects": .list(objects)])
        table.archive.top = ["root": .uid(root)]
        return try table.archive.bytes()
    }

    private static let length = TestScale.count(20_000, quick: 5000)
    private static let objectCount = TestScale.count(2000, quick: 400)

    private static let text = PropertyList.string(PropertyListString(String(repeating: "a", count: length)))

    private static func data(_ pattern: [UInt8]) -> PropertyList {
        .data((0..<length / pattern.count).flatMap { _ in pattern })
    }

    static let all: [SharedContent] = [
        SharedContent(name: "index paths", type: [IndexPath].self) { table in
            let data = table.add(data([1]))
            return {
                $0.add("NSIndexPath", ["NSIndexPathLength": .integer(Int64(length)), "NSIndexPathData": .uid(data)])
            }
        },
        SharedContent(name: "index sets", type: [IndexSet].self) { table in
            // Each range begins after the one before, at a number of three bytes.
            let ranges = (0..<length / 2).flatMap { number -> [UInt8] in
                let start = 16_384 + 2 * number
                return [UInt8(start & 127) | 128, UInt8(start >> 7 & 127) | 128, UInt8(start >> 14), 1]
            }
            let data = table.add(.data(ranges))
            return {
                $0.add("NSIndexSet", ["NSRangeCount": .integer(Int64(length / 2)), "NSRangeData": .uid(data)])
            }
        },
        attributed("runs of attributed strings", [ArchivedAttributedString].self),
        attributed("runs of Foundation's attributed strings", [AttributedString].self),
        SharedContent(name: "attributes that are archived again", type: [AttributedString].self) { table in
            let kind = table.add("Unknown", ["a": data([7])])
            guard case .uid(let attributes)? = table.dictionary(kind) else { return { $0.add("a") } }
            return { $0.add("NSAttributedString", ["NSString": "a", "NSAttributes": .uid(attributes)]) }
        },
        SharedContent(name: "strings of bytes", type: [String].self) { _ in
            { $0.add("NSMutableString", ["NS.bytes": data([65])]) }
        },
        SharedContent(name: "arrays of numbers", type: [BoxedValue].self) { table in
            var fields = (0..<1000).map { number -> (key: PropertyList, value: PropertyList) in
                (.string(PropertyListString("$\(number)")), .integer(7))
            }
            fields += [("NS.count", 1000), ("NS.size", 1), ("NS.type", .integer(Int64(UInt8(ascii: "c"))))]
            let record = table.add(.classRecord("_NSKeyedCoderOldStyleArray", "NSObject"))
            fields.append(("$class", .uid(record)))
            let array = table.add(.dictionary(PropertyListDictionary(fields)))
            let type = table.add("[1000c]")
            return { $0.add("NSValue", ["$0": .uid(type), "$1": .uid(array)]) }
        },
        SharedContent(name: "bitmaps of one byte", type: [CharacterSet].self) { _ in
            { $0.add("NSCharacterSet", ["NSBitmap": .data([1])]) }
        },
        SharedContent(name: "character sets of a text", type: [CharacterSet].self) { _ in
            { $0.add("NSCharacterSet", ["NSString": text]) }
        },
        SharedContent(name: "geometry of a text", type: [BoxedValue].self) { _ in
            let spaces = PropertyList.string(PropertyListString("{1,2}" + String(repeating: " ", count: length)))
            return { $0.add("NSValue", ["NS.special": 1, "NS.pointval": spaces]) }
        },
        SharedContent(name: "URLs of a text", type: [URL].self) { _ in
            { $0.add("NSURL", ["NS.relative": text]) }
        },
        SharedContent(name: "URLs relative to one", type: [URL].self) { table in
            let base = table.add("NSURL", ["NS.relative": text])
            return { $0.add("NSURL", ["NS.base": .uid(base), "NS.relative": "b"]) }
        },
        SharedContent(name: "user info of notifications", type: [Notification].self) { table in
            let info = userInfo(&table)
            return { $0.add("NSNotification", ["NS.name": "a", "NS.userinfo": .uid(info)]) }
        },
        SharedContent(name: "user info of errors", type: [CocoaError].self) { table in
            let info = userInfo(&table)
            return {
                $0.add("NSError", ["NSDomain": "NSCocoaErrorDomain", "NSCode": 1, "NSUserInfo": .uid(info)])
            }
        },
    ]

    /// A dictionary with 1,000 entries.
    private static func userInfo(_ table: inout NestedObjects.Table) -> UID {
        let keys = (0..<1000).map { PropertyList.uid(table.add(.string(PropertyListString("\($0)")))) }
        return table.add("NSDictionary", ["NS.keys": .list(keys), "NS.objects": .list(keys)])
    }

    private static func attributed(_ name: String, _ type: any (Codingable & SendableMetatype).Type) -> SharedContent {
        SharedContent(name: name, type: type) { table in
            let string = table.add(text)
            let runs = table.add(data([2, 0]))
            let dictionary = table.add("NSDictionary", ["NS.keys": [], "NS.objects": []])
            let attributes = table.add("NSArray", ["NS.objects": [.uid(dictionary)]])
            return {
                $0.add(
                    "NSAttributedString",
                    [
                        "NSString": .uid(string), "NSAttributes": .uid(attributes),
                        "NSAttributeInfo": .uid(runs),
                    ])
            }
        }
    }
}

@Suite struct SharedContentTests {
    @Test("what many objects make of one long value is charged by each", .rows)
    func shared() {
        forEachRow(SharedContent.all) { (content: SharedContent) throws in
            let bytes = try content.bytes()
            let error = #expect(throws: ArchiveError.self) {
                try KeyedUnarchiver.unarchivedObject(
                    of: [content.type, ArchivedObject.self], from: bytes, registry: .foundation,
                    limits: .untrusted.exact)
            }
            #expect(error?.code == .limitExceeded, "\(error?.description ?? "none")")
        }
    }

    @Test("the files of the campaign end in a limit", .enabled(if: Corpus.isPresent, "the corpus is not there"))
    func files() throws {
        let calls: KeyValuePairs<String, any (Codingable & SendableMetatype).Type> = [
            "F06-indexpath-shared": ArchivedArray.self, "F06b-indexset-shared": [IndexSet].self,
            "F06c-attrstring-shared-runs": ArchivedArray.self, "F06d-nsstring-bytes-shared": [String].self,
            "F06e-nsvalue-array-shared": [BoxedValue].self, "F06f-characterset-950x": [CharacterSet].self,
            "F06g-attributes-archived-again": AttributedString.self, "F11-geometry-text": [BoxedValue].self,
            "F11b-charset-long-string": [CharacterSet].self, "F11c-url-long": [URL].self,
        ]
        for (name, type) in calls {
            let file = Corpus.folder.appendingPathComponent("hostile/\(name).plist")
            guard let data = try? Data(contentsOf: file) else { continue }
            let error = #expect(throws: ArchiveError.self, "\(name)") {
                let types = [type, IndexPath.self, ArchivedAttributedString.self]
                _ = try KeyedUnarchiver.unarchivedObject(
                    of: types, from: data, registry: .foundation, limits: .untrusted.exact)
            }
            #expect(error?.code == .limitExceeded, "\(name): \(error?.description ?? "")")
        }
    }
}
