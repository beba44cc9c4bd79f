import Foundation
import PropertyLists

extension Disagreement {
    static let plutil: [Disagreement] = [
        Disagreement(
            reader: .plutil, side: .weRefuse, name: "a prologue that isn't a prologue",
            reason: "plutil ends declarations, document types and comments where it finds their last characters",
            specimen: Array("<?xml version=\"1.0\"?><!DOCTYPE plist <x><plist><true/></plist>".utf8)
        ) {
            $0.isRefused(
                for: "attribute", "document type", "XML declaration", "inside a comment", "processing instruction",
                "does not start a comment")
        },
        Disagreement(
            reader: .plutil, side: .weRefuse, name: "an encoding that is not known",
            reason: "plutil takes it for UTF-8",
            specimen: Array("<?xml version=\"1.0\" encoding=\"UTF.8\"?><plist><true/></plist>".utf8)
        ) { $0.isRefused(for: "text encoding") },
        Disagreement(
            reader: .plutil, side: .weRefuse, name: "entities within data",
            reason: "plutil passes over what isn't base64",
            specimen: xml("<data>AQI=&foo;</data>")
        ) { $0.error?.code == .forbiddenEntity },
        Disagreement(
            reader: .plutil, side: .theyRefuse, name: "markup within the literals of a document type",
            reason: "plutil ends the document type at the first >, wherever it stands",
            specimen: Array("<?xml version=\"1.0\"?><!DOCTYPE plist PUBLIC \"a>b\" \"c\"><plist><true/></plist>".utf8)
        ) { !$0.isBinary && $0.documentTypeIsCut },
        Disagreement(
            reader: .plutil, side: .theyRefuse, name: "comments, instructions and CDATA within text",
            reason: "plutil takes CDATA only as the whole text of a string or key, and comments only between elements",
            specimen: xml("<integer><!-- note -->5</integer>")
        ) {
            !$0.isBinary && ($0.has("<!--") || $0.has("<?") || $0.has("<![CDATA["))
                && $0.says("CDATA", "close tag", "empty", "tag")
        },
        Disagreement(
            reader: .plutil, side: .theyRefuse, name: "data without content",
            reason: "plutil wants at least white space in it; empty data is a value",
            specimen: xml("<data/>")
        ) { !$0.isBinary && $0.says("empty <data>") },
        Disagreement(
            reader: .plutil, side: .theyRefuse, name: "numbers with white space or a plus sign, and capitals",
            reason: "plutil reads fewer forms of numbers",
            specimen: xml("<integer>&#53;</integer>")
        ) { !$0.isBinary && $0.says("in <integer>", "misformatted real") },
        Disagreement(
            reader: .plutil, side: .theyRefuse, name: "binary lists that no Apple system writes",
            reason: "the strict check refuses them too: unused bytes, objects without a reference, odd forms",
            specimen: Array("bplist00".utf8) + [0x09, 8, 0x00, 0, 0, 0, 0, 0, 0, 1, 1]
                + [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9]
        ) { $0.isOddBinaryList },
        Disagreement(
            reader: .plutil, side: .theyRefuse, name: "empty UTF-16 strings, sets, null, wide integers and UIDs",
            reason: "Foundation has no property list for them, or takes an empty UTF-16 string for damage",
            specimen: Array("bplist00".utf8) + [0x60, 8, 0, 0, 0, 0, 0, 0, 1, 1]
                + [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9]
        ) { comparison in
            comparison.isBinary
                && comparison.contains {
                    switch $0 {
                    case .set, .orderedSet, .null, .integer128, .uid: true
                    case .string(let string): string.utf16.isEmpty || string.string == nil
                    default: false
                    }
                }
        },
        Disagreement(
            reader: .plutil, side: .bothAcceptDifferently, name: "an attribute with the end of a tag in it",
            reason: "Foundation ends a tag at the first >, wherever it stands",
            specimen: xml("<string a=\">\">text</string>")
        ) { !$0.isBinary && $0.has("=\">") },
        Disagreement(
            reader: .plutil, side: .bothAcceptDifferently, name: "keys that are there twice",
            reason: "Foundation keeps the first value, the comparison the last; our tree of a binary list keeps both",
            specimen: binary(.dictionary(["a": 1, "a": 2]))
        ) { comparison in
            comparison.contains {
                guard case .dictionary(let dictionary) = $0 else { return false }
                return Set(dictionary.keys).count < dictionary.count
            }
        },
        Disagreement(
            reader: .plutil, side: .bothAcceptDifferently,
            name: "strings that differ only in how characters are composed",
            reason: "Foundation takes them for the same key and for the same string",
            specimen: binary(.dictionary(["e\u{301}": 1, "\u{E9}": 2]))
        ) { comparison in
            comparison.contains {
                guard case .string(let string) = $0, let text = string.string else { return false }
                return text == "\u{E9}" || text.unicodeScalars.contains { (0x300..<0x370).contains($0.value) }
            }
        },
        Disagreement(
            reader: .plutil, side: .bothAcceptDifferently, name: "strings with unpaired surrogates",
            reason: "Foundation puts U+FFFD in their place; ours keeps them, and throws when a string is asked for",
            specimen: binary(.string(PropertyListString(utf16: [0xD800, 0x61])))
        ) { comparison in
            comparison.contains { if case .string(let string) = $0 { string.string == nil } else { false } }
        },
        Disagreement(
            reader: .plutil, side: .bothAcceptDifferently, name: "integers of more than 64 bits",
            reason: "Foundation makes the nearest of 64 bits of them",
            specimen: binary(.array([.integer128(Integer128(high: 5, low: 0))]))
        ) { comparison in comparison.contains { if case .integer128 = $0 { true } else { false } } },
        Disagreement(
            reader: .plutil, side: .bothAcceptDifferently, name: "text in another format",
            reason: "plutil reads text that isn't an XML property list as an old text format",
            specimen: Array(
                "<?xml version=\"1.0\"?><!DOCTYPE plist PUBLIC \"a/string><string/>b\" \"c\"><plist><true/></plist>"
                    .utf8)
        ) { !$0.isBinary && $0.documentTypeIsCut },
    ]
}

extension Comparison {
    /// Whether a `>` is inside a literal of the document type.
    fileprivate var documentTypeIsCut: Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let start = text.range(of: "<!DOCTYPE"), let end = text[start.upperBound...].firstIndex(of: ">") else {
            return false
        }
        return text[start.upperBound..<end].count { $0 == "\"" } % 2 == 1
    }
}
