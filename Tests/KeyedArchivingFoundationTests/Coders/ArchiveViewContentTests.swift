import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

/// What a place of an archive or of a property list stands for.
@Suite struct ArchiveViewContentTests {
    /// A content in a line, what it holds included.
    private static func text(_ view: ArchiveView) -> String {
        switch view.content {
        case nil: "nothing"
        case .null?: "null"
        case .boolean(let value)?: "\(value)"
        case .number(let number)?: "\(number)"
        case .decimal(let text)?: "decimal \(text)"
        case .string(let text)?: text.repaired.debugDescription
        case .data(let bytes)?: "data \(bytes)"
        case .date(let date)?: "date \(date.timeIntervalSinceReferenceDate)"
        case .url(let text, let base)?: "url \(text.repaired)" + (base.map { " to " + self.text($0) } ?? "")
        case .uuid(let bytes)?: "uuid \(bytes.count)"
        case .geometry(let text)?: "geometry \(text.repaired)"
        case .list(let elements)?: "[\(elements.map(self.text).joined(separator: ", "))]"
        case .set(let elements)?: "set(\(elements.map(self.text).sorted().joined(separator: ", ")))"
        case .countedSet(let members)?:
            "counted(\(members.map { "\(self.text($0.element)): \($0.count)" }.sorted().joined(separator: ", ")))"
        case .dictionary(let entries)?:
            "[\(entries.map { "\(self.text($0.key)): \(self.text($0.value))" }.joined(separator: ", "))]"
        case .indexSet(let ranges)?: "indexes \(ranges.map { "\($0)" }.joined(separator: " "))"
        case .indexPath(let indexes)?: "path \(indexes)"
        case .object(let fields)?: "{\(fields.map { "\($0.key): \(self.text($0.value))" }.joined(separator: ", "))}"
        }
    }

    private static let base = URL(string: "https://example.com/a/")

    private static var values: [(value: any Codingable, text: String)] {
        [
            (ArchivedNull(), "null"), (true, "true"), (Int64(-5), "integer(-5)"), (2.5, "double(2.5)"),
            ("text", "\"text\""), (MutableArchivedString("more"), "\"more\""), (Data([1, 2]), "data [1, 2]"),
            (MutableArchivedData([3]), "data [3]"), (Date(timeIntervalSinceReferenceDate: 1.5), "date 1.5"),
            (Decimal(string: "-12.5") ?? 0, "decimal -12.5"), (UUID(), "uuid 16"),
            (URL(string: "b", relativeTo: base) ?? URL(fileURLWithPath: "/"), "url b to url https://example.com/a/"),
            (URL(fileURLWithPath: "/b"), "url file:///b"), (IndexSet([1, 2, 5]), "indexes 1..<3 5..<6"),
            (IndexPath(indexes: [1, 2]), "path [1, 2]"), (BoxedValue.point(CGPoint(x: 1, y: 2)), "geometry {1, 2}"),
            (ArchivedArray(["a", 1]), "[\"a\", integer(1)]"), (ArchivedSet(["b", "a"]), "set(\"a\", \"b\")"),
            (ArchivedOrderedSet(["b", "a"]), "[\"b\", \"a\"]"),
            (ArchivedDictionary([("a", 1), (2, "b")]), "[\"a\": integer(1), integer(2): \"b\"]"),
            (ArchivedAttributedString("text"), "\"text\""),
            (
                ArchivedObject(
                    ArchivedClass(name: "Thing"), fields: [.init("a", .object("b")), .init("c", .object(nil))]),
                "{a: \"b\", c: null}"
            ),
        ]
    }

    @Test func `what an object or a list holds is what it stands for, and contradicting fields are fields`() throws {
        for (value, text) in Self.values {
            let archive = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: value))
            #expect(Self.text(archive["root"]) == text, "\(type(of: value))")
        }
        let counted = try KeyedArchive(
            KeyedArchiver.archivedBytes(withRootObject: ArchivedCountedSet([("a", 2), ("b", 1)])))
        #expect(Self.text(counted["root"]) == "counted(\"a\": 2, \"b\": 1)")

        let list: PropertyList = ["a": [1, true, "b"], "s": .set([2]), "u": .uid(1)]
        let document = try PropertyListDocument(BinaryPropertyListWriter().write(list))
        expectRows {
            (Self.text(document["a"]), "[integer(1), true, \"b\"]")
            (Self.text(document["s"]), "set(integer(2))")
            (Self.text(document["u"]), "nothing")
        }

        let archive = try KeyedArchive(
            SmallArchive(
                ["NS.keys": [.uid(3)], "NS.objects": [], "$class": .uid(2)], .classRecord("NSDictionary", "NSObject"),
                "a"
            ).bytes())
        guard case .object? = archive["root"].content else {
            Issue.record("\(String(describing: archive["root"].content))")
            return
        }
        #expect(archive["root.nothing"].content == nil)
    }
}
