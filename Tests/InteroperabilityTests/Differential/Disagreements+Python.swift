import PropertyLists

// Binary lists that Python reads and ours refuses are listed with the tests of the binary reader.

extension Disagreement {
    static let python: [Disagreement] = [
        Disagreement(
            reader: .python, side: .theyRefuse, name: "binary lists that no Apple system writes",
            reason: "they are read as CoreFoundation reads them, and the strict check reports them",
            specimen: Array("bplist00".utf8) + [0x51, 0xE9, 8, 0, 0, 0, 0, 0, 0, 1, 1]
                + [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10]
        ) { $0.isOddBinaryList },
        Disagreement(
            reader: .python, side: .theyRefuse, name: "base64 without its last characters",
            reason: "Foundation drops an incomplete group; ours keeps its bytes",
            specimen: xml("<data>AAAAA</data>")
        ) { $0.says("base64", "padding") },
        Disagreement(
            reader: .python, side: .weRefuse, name: "text between elements",
            reason: "Python passes over text that stands in no element; it is lost, so it is damage",
            specimen: xml("<array>lost<true/></array>")
        ) { $0.isRefused(for: "text outside of an element") },
        Disagreement(
            reader: .python, side: .weRefuse, name: "an element that property lists do not have",
            reason: "Python passes over the tags of elements that it does not know",
            specimen: xml("<array><null/></array>")
        ) { $0.isRefused(for: "isn't an element of a property list") },
        Disagreement(
            reader: .python, side: .weRefuse, name: "numbers in Python's own notation",
            reason:
                "Python takes underscores, digits of other scripts, numbers of any size, and infinity for too large ones",
            specimen: xml("<integer>1_000</integer>")
        ) { $0.error?.code == .invalidNumber && !$0.isBinary },
        Disagreement(
            reader: .python, side: .weRefuse, name: "an entity that is not defined",
            reason: "Python leaves it out where a document type is named, which it does not read",
            specimen: xml("<string>&foo;</string>", documentType: true)
        ) { $0.error?.code == .forbiddenEntity },
        Disagreement(
            reader: .python, side: .weRefuse, name: "elements within a scalar",
            reason: "Python makes values of both, or takes the text behind the inner one",
            specimen: xml("<array><string>a<true/></string></array>")
        ) { $0.isRefused(for: "a tag inside", "text inside") },
        Disagreement(
            reader: .python, side: .weRefuse, name: "elements in an order without a meaning",
            reason: "Python takes the last of several values",
            specimen: Array("<plist><true/><false/></plist>".utf8)
        ) { $0.isRefused(for: "where the value of the key", "a second value", "outside of a <dict>", "where a <key>") },
        Disagreement(
            reader: .python, side: .weRefuse, name: "CDATA between elements",
            reason: "Python passes over text between elements, in whatever form",
            specimen: xml("<array><![CDATA[lost]]></array>")
        ) { $0.isRefused(for: "does not start a comment here") },
        Disagreement(
            reader: .python, side: .weRefuse, name: "dates that aren't dates",
            reason: "Python's dates need not be complete",
            specimen: xml("<date>2001-02-03T04:05Z</date>")
        ) { $0.error?.code == .invalidDate },
        Disagreement(
            reader: .python, side: .weRefuse, name: "damaged binary lists",
            reason: "listed one by one with the tests of the binary reader",
            specimen: Array("bplist00".utf8) + [0xA1, 1, 0x0F, 8, 10, 0, 0, 0, 0, 0, 0, 1, 1]
                + [0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 11]
        ) {
            let codes: [ArchiveError.Code] = [
                .invalidTrailer, .invalidOffset, .invalidLength, .invalidMarker, .limitExceeded,
            ]
            return $0.isBinary
                && $0.error.map {
                    codes.contains($0.code) || $0.code == .invalidReference && $0.reason.contains("holds itself")
                } == true
        },
        Disagreement(
            reader: .python, side: .theyRefuse, name: "text that is not well-formed as XML has it",
            reason: "attributes, declarations, document types and control characters mean nothing in a property list",
            specimen: xml("<string>\u{1}</string>")
        ) { !$0.isBinary && $0.says("ExpatError") },
        Disagreement(
            reader: .python, side: .theyRefuse, name: "XML that begins otherwise",
            reason: "Python wants <?xml, <plist or a byte-order mark at the very start",
            specimen: Array("<array/>".utf8)
        ) { !$0.isBinary && $0.says("InvalidFileException") },
        Disagreement(
            reader: .python, side: .theyRefuse, name: "dates before the year 1",
            reason: "Python has no such dates",
            specimen: xml("<date>0000-01-01T00:00:00Z</date>")
        ) { !$0.isBinary && $0.says("year") },
        Disagreement(
            reader: .python, side: .theyRefuse, name: "binary values that Python has no type for",
            reason: "sets, strings with unpaired surrogates, dates that are not in the years 1 to 9999",
            specimen: binary(.array(PropertyListArray([.date(1e300)])))
        ) { comparison in
            comparison.isBinary
                && comparison.contains {
                    switch $0 {
                    case .set, .orderedSet: true
                    case .string(let string): string.string == nil
                    case .date(let seconds): !(-63_113_904_000..<252_423_993_600).contains(seconds)
                    default: false
                    }
                }
        },
        Disagreement(
            reader: .python, side: .bothAcceptDifferently, name: "carriage returns",
            reason: "XML turns them into line ends; Apple's writer leaves them in strings, so ours keeps them",
            specimen: xml("<string>a\rb</string>")
        ) { !$0.isBinary && $0.has("\r") },
        Disagreement(
            reader: .python, side: .bothAcceptDifferently, name: "fractions of a microsecond",
            reason: "Python rounds dates to microseconds in two steps",
            specimen: binary(.date(48_836.233_564_5))
        ) { comparison in comparison.isBinary && comparison.contains { if case .date = $0 { true } else { false } } },
    ]

    static func xml(_ content: String, documentType: Bool = false) -> [UInt8] {
        let type = documentType ? "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"x\">\n" : ""
        return Array(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(type)<plist version=\"1.0\">\(content)</plist>\n".utf8)
    }

    static func binary(_ value: PropertyList) -> [UInt8] {
        (try? BinaryPropertyListWriter().write(value)) ?? []
    }
}
