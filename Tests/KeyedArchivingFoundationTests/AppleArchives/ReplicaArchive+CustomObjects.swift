import Foundation
import KeyedArchiving
import KeyedArchivingFoundation

extension ReplicaArchive {
    private static func note(date: Int64?) -> ReplicaArchive {
        .current {
            let note = ArchiveBuilder.object(
                "Note",
                [
                    "title": "Some cool title", "author": "Michael Wright",
                    "array": .object(ArchivedArray(["Hello, World!", 42, true])), "published": .boolean(true),
                ]
            )
            if let date { note["date"] = .integer(date) }
            return note
        }
    }

    /// A value wrapped as tools for developers send it; the names and the type are constants.
    static func wrapped(
        _ value: any Codingable,
        _ type: any Codingable = ConstantString("passthrough")
    ) -> ArchivedDictionary {
        let dictionary = ArchivedDictionary([("Value", value), ("ObjectType", type)], isMutable: true)
        dictionary.hasConstantKeys = true
        return dictionary
    }

    static func mutable(_ entries: [ArchivedDictionary.Entry]) -> ArchivedDictionary {
        ArchivedDictionary(entries, isMutable: true)
    }

    private static var issue: ArchivedDictionary {
        let identity: [UInt8] = [19, 65, 0, 0, 16, 212, 27, 5, 1, 0, 0, 0, 207, 0, 0, 0, 0, 0, 0, 0]
        let element = mutable([
            ("PlatformElementValue_v1", wrapped(MutableVariant(Data(identity)))),
            ("AccessibilityIdentifier_v1", wrapped("Page control")),
        ])
        let frame = CGRect(
            x: 146.33333333333337, y: 728.33333333333337, width: 135.66666666666663, height: 69.666666666666629)
        let content = mutable([
            ("AuditElementValue_v1", wrapped(wrapped(element), "AXAuditElement_v1")),
            ("FontSizeValue_v1", wrapped(0.0)), ("ElementRectValue_v1", wrapped(frame)),
            ("IssueClassificationValue_v1", wrapped(1000)),
        ])
        return wrapped(ArchivedArray([wrapped(wrapped(content), "AXAuditIssue_v1")], isMutable: true))
    }

    private static var capabilities: ArchivedDictionary {
        ArchivedDictionary([
            ("initiate test runner session capability", 2), ("report crashes capability", 1),
            ("authorize test session capability", 1), ("request log archive capability", 1),
            ("initiate daemon control session capability", 4), ("request spindump capability", 2),
            ("record UI interaction capability", 1),
        ])
    }

    /// Objects of classes that only their programs know, and dictionaries of them.
    static let customObjects: [String: ReplicaArchive] = [
        samples + "note.plist": note(date: nil),
        samples + "note-2.plist": note(date: 2025),
        instruments + "nsvalue.bin": .phone { issue },
        instruments + "xctestidentifier.bin": .current {
            ArchiveBuilder.object(
                "XCTTestIdentifier", ["c": .object(ArchivedArray(["none", "none"])), "o": .integer(2)])
        },
        instruments + "XCTCapabilities.bin": .current {
            ArchiveBuilder.object("XCTCapabilities", ["capabilities-dictionary": .object(capabilities)])
        },
    ]
}
