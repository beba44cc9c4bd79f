import SequentialArchives
import TestSupport
import Testing

/// Foundation's classes, by samples whose content is known.
@Suite(.enabled(if: SequentialCorpus.isPresent, "the corpus of sequential archives is not here"))
struct StandardClassesTests {
    private static func object<Object: SequentialCodingable>(
        _ suffix: String,
        _ type: Object.Type
    ) throws -> Object {
        try #require(
            try SequentialUnarchiver.unarchivedObject(of: type, from: SequentialCorpus.bytes("_foundation_" + suffix)))
    }

    @Test func `a color has the components of its kind, and none in a catalog`() throws {
        #expect(throws: Never.self) { try SequentialColor(.calibratedWhite, components: [0.5, 1]) }
        let refused: [(SequentialColor.Kind, [Float])] = [
            (.calibratedWhite, [1]), (.calibratedWhite, [1, 1, 1]), (.calibratedRGB, [1, 1, 1]), (.cmyk, [1, 1]),
            (.catalog, []), (.catalog, [1, 1]), (.catalog, [1, 1, 1]),
        ]
        for (kind, components) in refused {
            let error = #expect(throws: ArchiveError.self) {
                try SequentialColor(kind, components: components)
            }
            #expect(error?.code == .invalidValue, "\(kind)")
        }
    }

    @Test func `numbers, dates, URLs and data have the values with which they were made`() throws {
        let url = try Self.object("NSURLRelative", SequentialURL.self)
        try expectRows {
            (try Self.object("NumberInt", SequentialBoxedValue.self).integer(as: Int.self), 42)
            (try Self.object("NumberInt64", SequentialBoxedValue.self).integer(as: Int.self), -9_000_000_000)
            (try Self.object("NumberFloat", SequentialBoxedValue.self).real, 3.5)
            (try Self.object("NumberDouble", SequentialBoxedValue.self).real, 100.5)
            (try Self.object("NSDate", SequentialDate.self).timeIntervalSinceReferenceDate, 21_692_800)
            (try Self.object("NSDateFractional", SequentialDate.self).timeIntervalSinceReferenceDate, 700_000_000.523)
            (url.relativeString, "page.html")
            (url.baseURL?.relativeString, "https://example.com/dir/")
            try Self.object("NSData", SequentialData.self).bytes.starts(with: [0xDE, 0xAD, 0xBE, 0xEF, 0, 0x7F])
        }
    }

    @Test func `a message's text and attributes are read by one call`() throws {
        let bytes = try SequentialCorpus.bytes("AttributedBodyTextOnly")
        let body = try #require(
            try SequentialUnarchiver.unarchivedObject(of: SequentialAttributedString.self, from: bytes))
        #expect(body.text == "Noter test")
        #expect(body.runs.map(\.range) == [0..<10])
        let part = body.runs[0].attributes["__kIMMessagePartAttributeName"] as? SequentialBoxedValue
        #expect(part?.integer(as: Int.self) == 0)
    }

    @Test func `the same values, made from nothing but their contents, are written as the same bytes`() throws {
        func expect(_ suffix: String, _ object: any SequentialCodingable) throws {
            let bytes = try SequentialCorpus.bytes(suffix)
            #expect(try SequentialArchiver.archivedBytes(withRootObject: object) == bytes, "\(suffix)")
        }
        try expect("_foundation_NumberInt", SequentialBoxedValue(Int32(42)))
        try expect("_foundation_NumberInt64", SequentialBoxedValue(Int64(-9_000_000_000)))
        try expect("_foundation_NumberFloat", SequentialBoxedValue(Float(3.5)))
        try expect("_foundation_NumberDouble", SequentialBoxedValue(100.5))
        try expect("_foundation_NSDate", SequentialDate(timeIntervalSinceReferenceDate: 21_692_800))
        try expect("_foundation_NSDateFractional", SequentialDate(timeIntervalSinceReferenceDate: 700_000_000.523))
        let base = SequentialURL("https://example.com/dir/")
        try expect("_foundation_NSURLRelative", SequentialURL("page.html", relativeTo: base))
        let data = try Self.object("NSData", SequentialData.self).bytes
        try expect("_foundation_NSData", SequentialData(data))
        let attributes = SequentialDictionary([
            .init(key: SequentialString("__kIMMessagePartAttributeName"), value: SequentialBoxedValue(Int32(0)))
        ])
        try expect(
            "AttributedBodyTextOnly",
            try SequentialAttributedString(
                SequentialString("Noter test", isMutable: true), runs: [(10, attributes)], isMutable: true))
    }

    @Test func `keys of a dictionary that differ in code units only are two`() {
        let texts = ["\u{E9}", "e\u{301}"]
        let strings = texts.map { SequentialString($0) }
        let dictionary = SequentialDictionary(strings.map { .init(key: $0, value: $0) })
        for text in texts {
            #expect((dictionary[text] as? SequentialString)?.text.utf8.elementsEqual(text.utf8) == true)
        }
    }

    @Test(.rows)
    func `runs whose lengths make up the text are written and read, empty ones left out, and others refused`() {
        forEachRow([[], [0], [1], [3, 7], [0, 10], [10, 0]]) { (lengths: [Int]) throws in
            let text = String(repeating: "x", count: lengths.reduce(0, +))
            let string = try SequentialAttributedString(
                SequentialString(text), runs: lengths.map { ($0, SequentialDictionary([])) })
            let bytes = try SequentialArchiver.archivedBytes(withRootObject: string)
            let read = try SequentialUnarchiver.unarchivedObject(of: SequentialAttributedString.self, from: bytes)
            #expect(read?.text == text)
            #expect(read?.runs.map(\.range.count) == lengths.filter { $0 > 0 })
        }
        forEachRow([[], [9], [11], [12, -2], [-1, 11], [5, 6], [.max, 10], [10, .max]]) { (lengths: [Int]) throws in
            #expect(throws: ArchiveError(.invalidValue, "")) {
                try SequentialAttributedString(
                    SequentialString("ten units."), runs: lengths.map { ($0, SequentialDictionary([])) })
            }
        }
    }

    @Test(.rows)
    func `decimal numbers of up to eight digits are written and read`() {
        forEachRow(0...9) { (count: Int) throws in
            let digits = (0..<count).map { UInt16($0 + 1) }
            let number = SequentialDecimal(exponent: -3, isNegative: true, isCompact: false, digits: digits)
            let bytes = try SequentialArchiver.archivedBytes(withRootObject: number)
            let read = try SequentialUnarchiver.unarchivedObject(of: SequentialDecimal.self, from: bytes)
            expectRows {
                (read?.length, UInt16(min(count, 8)))
                (read?.digits.prefix(count), digits.prefix(8))
                (read?.isNegative, true)
                (read?.isCompact, false)
                (read?.exponent, -3)
            }
        }
    }

    @Test func `every archive is decoded to objects, and they are encoded as the same bytes`() throws {
        var known: [String: Int] = [:]
        for file in TestScale.sample(
            try SequentialCorpus.undamaged(), every: 8, of: "sequential archives", by: \.name)
        {
            let bytes = try file.bytes()
            let unarchiver = try SequentialUnarchiver(forReadingFrom: bytes)
            let archiver = SequentialArchiver(header: unarchiver.archive.header)
            while let types = unarchiver.nextTypes {
                let values = try unarchiver.decodeValues(ofObjCTypes: types)
                if case .object(let object) = values.first {
                    known[String(describing: type(of: object)), default: 0] += 1
                }
                try archiver.encodeValues(ofObjCTypes: types, values)
            }
            #expect(archiver.encodedBytes == bytes, "\(file.name)")
        }
        #expect(known["SequentialDictionary", default: 0] > 0)
        #expect(known["SequentialAttributedString", default: 0] > 0)
    }

    @Test func `fonts and colors are read`() throws {
        let nibs = try SequentialCorpus.undamaged().filter { $0.name.contains("cronnix") }.prefix(4)
        var (fonts, colors): (Set<String>, Int) = ([], 0)
        for file in nibs {
            let archive = try SequentialArchive(file.bytes())
            let unarchiver = try SequentialUnarchiver(archive)
            _ = try unarchiver.decodeObject()
            for number in archive.objects(ofClass: "NSFont").map(\.reference) {
                let font = try #require(try unarchiver.object(number) as? SequentialFont)
                fonts.insert(font.name)
                #expect(font.size > 0)
            }
            for number in archive.objects(ofClass: "NSColor").map(\.reference) {
                let color = try #require(try unarchiver.object(number) as? SequentialColor)
                colors += 1
                #expect(color.kind == .catalog ? color.namedColor != nil : !color.components.isEmpty)
            }
        }
        #expect(fonts.contains("LucidaGrande"))
        #expect(colors > 10)
    }
}
