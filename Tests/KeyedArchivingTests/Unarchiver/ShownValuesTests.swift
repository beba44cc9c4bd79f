import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What a delegate is shown and leaves as it is isn't kept if it can be read again, which must not show.
@Suite struct ShownValuesTests {
    private final class Observer: KeyedUnarchiverDelegate {
        var seen: [String] = []
        var replaced: [String] = []
        /// What takes the place of objects, by their description.
        var substitutes: [String: any Codingable] = [:]
        /// Whether what is left as it is is returned, rather than nil.
        var returnsObjects = true

        func unarchiver(_ unarchiver: KeyedUnarchiver, didDecode object: any Codingable) -> (any Codingable)? {
            seen.append("\(object)")
            return substitutes["\(object)"] ?? (returnsObjects ? object : nil)
        }

        func unarchiver(
            _ unarchiver: KeyedUnarchiver, willReplace object: any Codingable, with newObject: any Codingable
        ) {
            replaced.append("\(object)")
        }
    }

    private static let text = "a text of more than fifteen bytes"

    private static var values: [String: any Codingable] {
        [
            "word": "word", "text": text, "text beyond ASCII": "Grüße an alle", "number": Int64(7), "real": 2.5,
            "data": ArchivedData(Array(repeating: 1, count: 40)),
            "date": ArchivedDate(timeIntervalSinceReferenceDate: 8),
            "list": ["a", "b"],
        ]
    }

    @Test(.rows)
    func `a value is shown once, however often it is asked for`() {
        forEachRow(["word", "text", "text beyond ASCII", "number", "real", "data", "date", "list"], [true, false]) {
            (key: String, returnsObjects: Bool) throws in
            let value = try #require(Self.values[key])
            let observer = Observer()
            observer.returnsObjects = returnsObjects
            let unarchiver = try KeyedUnarchiver(forReadingFrom: archive { try $0.encode(value, forKey: key) })
            unarchiver.delegate = observer
            for _ in 0..<5 {
                #expect(try unarchiver.decodeObject(of: [type(of: value)], forKey: key).map { "\($0)" } == "\(value)")
            }
            for _ in 0..<5 where value is String {
                #expect(try unarchiver.decode(String.self, forKey: key) == value as? String)
            }
            #expect(observer.seen == (key == "list" ? ["a", "b"] : []) + ["\(value)"])
            #expect(observer.replaced == [])
        }
    }

    @Test func `another delegate isn't shown what the first one was, and nor is one that comes later`() throws {
        let words = ["word", Self.text, "word", Self.text]
        let bytes = try archive { archiver in
            for (number, word) in words.enumerated() { try archiver.encode(ConstantString(word), forKey: "\(number)") }
        }
        let (first, second) = (Observer(), Observer())
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        for delegate in [first, second, nil, second] {
            unarchiver.delegate = delegate
            for (number, word) in words.enumerated() {
                #expect(try unarchiver.decode(String.self, forKey: "\(number)") == word)
            }
        }
        #expect(first.seen == ["word", Self.text])
        #expect(second.seen == [])
    }

    /// Makes itself available, reads texts, and fails as long as it is told to.
    private final class Failing: Codingable {
        @TaskLocal static var fails = false
        static var codedClassName: String { "Failing" }

        init() {}

        func encode(with archiver: KeyedArchiver) throws {
            for number in 0..<5 { try archiver.encode(ConstantString("word"), forKey: "\(number)") }
            try archiver.encode(ShownValuesTests.text, forKey: "text")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            try unarchiver.register(self)
            for number in 0..<5 { #expect(try unarchiver.decode(String.self, forKey: "\(number)") == "word") }
            #expect(try unarchiver.decode(String.self, forKey: "text") == ShownValuesTests.text)
            if Self.fails { throw CancellationError() }
        }
    }

    @Test func `what was shown inside an object that failed is shown again when that is decoded again`() throws {
        let observer = Observer()
        let unarchiver = try KeyedUnarchiver(
            forReadingFrom: archive { try $0.encode(Failing(), forKey: "object") })
        unarchiver.delegate = observer
        Failing.$fails.withValue(true) {
            #expect(throws: CancellationError.self) { try unarchiver.decode(Failing.self, forKey: "object") }
        }
        #expect(observer.seen == ["word", Self.text])
        _ = try unarchiver.decode(Failing.self, forKey: "object")
        #expect(observer.seen.prefix(4) == ["word", Self.text, "word", Self.text])
        #expect(observer.seen.count == 5)
    }

    private final class Holder: Codingable {
        static var codedClassName: String { "Holder" }
        let words: [String]

        init(_ words: [String]) { self.words = words }

        func encode(with archiver: KeyedArchiver) throws { try archiver.encode(words, forKey: "words") }

        init(coder unarchiver: KeyedUnarchiver) throws {
            words = try unarchiver.decode([String].self, forKey: "words")
        }
    }

    @Test func `what a delegate put in the place of a plain value stays there when the delegate is removed`() throws {
        let holder = Holder(["held"])
        let observer = Observer()
        observer.substitutes = [
            "word": "other", Self.text: holder, "7": Int64(8), "2.5": 3.5, "Grüße an alle": "an alle",
        ]
        let unarchiver = try KeyedUnarchiver(
            forReadingFrom: archive { archiver in
                for (key, value) in Self.values { try archiver.encode(value, forKey: key) }
                try archiver.encode(ArchivedArray(["word", Int64(7), 2.5, false]), forKey: "all")
            })
        try unarchiver.disableSecureCoding()
        unarchiver.delegate = observer
        for delegate in [observer, nil, observer, nil] {
            unarchiver.delegate = delegate
            #expect(try unarchiver.decode(String.self, forKey: "word") == "other")
            #expect(try unarchiver.decodeObject(forKey: "word") as? String == "other")
            #expect(try unarchiver.decode(Int64.self, forKey: "number") == 8)
            #expect(try unarchiver.decodeObject(forKey: "number") as? Int64 == 8)
            #expect(try unarchiver.decode(Double.self, forKey: "real") == 3.5)
            #expect(try unarchiver.decode(String.self, forKey: "text beyond ASCII") == "an alle")
            #expect(try unarchiver.decodeObject(forKey: "text") as? Holder === holder)
            #expect(throws: ArchiveError.self) { try unarchiver.decode(String.self, forKey: "text") }
            let all = try #require(try unarchiver.decodeObject(forKey: "all") as? ArchivedArray)
            #expect(all.elements.map { "\($0)" } == ["other", "8", "3.5", "false"])
        }
    }

    @Test func `an array takes the place of an array for all references, and nothing else does`() throws {
        let observer = Observer()
        observer.substitutes = ["\(["a", "b"])": ["c"]]
        let holders = (0..<3).map { _ in Holder(["a", "b"]) }
        let unarchiver = try KeyedUnarchiver(
            forReadingFrom: archive {
                try $0.encode(holders, forKey: "holders")
                try $0.encode(["a", "b"], forKey: "words")
            })
        unarchiver.delegate = observer
        #expect(try unarchiver.decode([Holder].self, forKey: "holders").map(\.words) == [["c"], ["c"], ["c"]])
        let replacedCount = observer.replaced.count
        for _ in 0..<3 { #expect(try unarchiver.decode([String].self, forKey: "words") == ["c"]) }
        #expect(observer.replaced.count == replacedCount + 1)
        #expect(Set(observer.replaced) == ["\(["a", "b"])"])

        let texts = Observer()
        texts.substitutes = ["\(["a"])": "text"]
        let ofTexts = try KeyedUnarchiver(forReadingFrom: archive { try $0.encode(["a"], forKey: "words") })
        ofTexts.delegate = texts
        for _ in 0..<3 { #expect(try ofTexts.decode([String].self, forKey: "words") == ["a"]) }
        #expect(texts.replaced == ["\(["a"])"])
    }

    @Test func `a value in the place of an instance is found wherever the instance was`() throws {
        final class Numbering: KeyedUnarchiverDelegate {
            var count = 0
            func unarchiver(_ unarchiver: KeyedUnarchiver, didDecode object: any Codingable) -> (any Codingable)? {
                guard object is Holder else { return nil }
                count += 1
                return "holder \(count)"
            }
        }
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: (0..<4).map { Holder(["\($0)"]) })
        let numbering = Numbering()
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        unarchiver.delegate = numbering
        #expect(throws: ArchiveError.self) { try unarchiver.decodeObject(of: [Holder].self, forKey: "root") }
        let objects = try unarchiver.decodeArrayOfObjects(of: [Holder.self, String.self], forKey: "root")
        #expect(objects?.map { $0 as? String } == ["holder 1", "holder 2", "holder 3", "holder 4"])
        #expect(numbering.count == 4)
    }
}
