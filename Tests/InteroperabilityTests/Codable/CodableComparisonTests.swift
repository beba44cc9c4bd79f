import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import TestSupport
import Testing

/// `Codable` types in the coders of JSON and of property lists, and in ours: each must come out alike.
@Suite struct CodableComparisonTests {
    /// What Foundation's two coders treat alike comes out of ours in the same way.
    ///
    /// Where they differ from each other, ours does what one of them does. What differs on purpose is named with its
    /// reason.
    @Test func `values come out as from the coders of JSON and property lists`() {
        var differences: [String] = []
        for shape in Self.shapes {
            let expected = ComparedCoder.foundation.map(shape.outcome)
            let ours = ComparedCoder.ours.map(shape.outcome)
            let agrees = ours.allSatisfy(expected.contains)
            guard agrees == (shape.difference != nil) else { continue }
            let text = zip(ComparedCoder.allCases, expected + ours).map { "\($0): \($1)" }.joined(separator: "\n    ")
            differences.append("\(shape.name)\(agrees ? " (no difference any more)" : "")\n    \(text)")
        }
        #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
        #expect(Self.shapes.count >= 60)
        #expect(Set(Self.shapes.map(\.name)).count == Self.shapes.count)
    }

    static let shapes: [ComparedShape] =
        scalars + numbers + containers + singles + superclasses + optionals + dictionaries + types + odd

    private static let scalars: [ComparedShape] = [
        ComparedShape("a text", ["text"]), ComparedShape("an empty text", [""]), ComparedShape("a boolean", [true]),
        ComparedShape("the text $null", ["$null"]), ComparedShape("the text $null in a field", ["a": "$null"]),
        ComparedShape("texts that look like others", ["{1, 2}", "1", "true", "<00>"]),
        ComparedShape("a text as an integer", ["1"], as: [Int].self),
        ComparedShape("a text as a list", ["{1, 2}"], as: [[Int]].self),
        ComparedShape("a text as a list of reals", ["{1, 2}"], as: [[Double]].self),
        ComparedShape("a text as lists of reals", ["{{1, 2}, {3, 4}}"], as: [[[Double]]].self),
        ComparedShape("a text as a set of reals", ["{1, 2}"], as: [Set<Double>].self),
        ComparedShape("a text as a list of dictionaries", ["{{0, 0}, {1, 1}}"], as: [[[String: Int]]].self),
        ComparedShape("a boolean as an integer", [true], as: [Int].self),
        ComparedShape("an integer as a boolean", [1], as: [Bool].self),
        ComparedShape("an integer as a text", [1], as: [String].self),
        ComparedShape("a list as a text", [[1]], as: [String].self),
        ComparedShape("a date", FoundationValues()),
    ]

    private static let numbers: [ComparedShape] = [
        ComparedShape("the limits of integers", [Int.min, -1, 0, Int.max]),
        ComparedShape("the largest unsigned integer", [UInt64.max]),
        ComparedShape("integers of all sizes", WholeNumbers(int: -5, small: 127, unsigned: 1 << 40)),
        ComparedShape("an integer that is too large", [300], as: [Int8].self),
        ComparedShape("a negative one as unsigned", [-1], as: [UInt].self),
        ComparedShape("an integer that a real rounds", [9_007_199_254_740_993], as: [Double].self),
        ComparedShape("the largest integer as a real", [Int.max], as: [Double].self),
        ComparedShape("an integer that a small real rounds", [16_777_217], as: [Float].self),
        ComparedShape("the largest unsigned integer as a real", [UInt64.max], as: [Double].self),
        ComparedShape("a whole real as an integer", [2.0, -3.0], as: [Int].self),
        ComparedShape("a fraction as an integer", [2.5], as: [Int].self),
        ComparedShape("a real beyond integers", [1e30], as: [Int].self),
        ComparedShape("a real that a small one can't hold", [1e300], as: [Float].self),
        ComparedShape(
            "a real that a small one rounds to 0", [1e-300], as: [Float].self,
            butOurs: "a real is rounded to the nearest that the type holds, as 0.1 is"),
        ComparedShape("the largest unsigned integer of 128 bits", [UInt128.max]),
        ComparedShape("reals", Reals(double: 0.1, float: 0.1)),
        ComparedShape("bytes", [UInt8]([0, 1, 255])),
        ComparedShape("large integers", [Int128(1) << 100, -5, .max, .min]),
        ComparedShape("large unsigned integers", [UInt128(1) << 100, 5, UInt128(UInt64.max)]),
        ComparedShape("a large integer that is too large", [Int128(1) << 100], as: [Int].self),
    ]

    private static let containers: [ComparedShape] = [
        ComparedShape("an empty list", [Int]()), ComparedShape("an empty dictionary", [String: Int]()),
        ComparedShape("an empty list as a dictionary", [Int](), as: [String: Int].self),
        ComparedShape("an empty dictionary as a list", [String: Int](), as: [Int].self),
        ComparedShape("a dictionary as a list", ["a": "b"], as: [String].self),
        ComparedShape("a dictionary as a set", ["a": "b"], as: Set<String>.self),
        ComparedShape("a list as a dictionary", [1, 2], as: [String: [Int]].self),
        ComparedShape("a list as a value with keys", [1], as: Plain.self),
        ComparedShape("a value with keys as a list", Plain(), as: [String].self),
        // The coders read keys in the order of a hash: all fields are of one kind, so that all fail alike.
        ComparedShape("a value with keys as a dictionary", WholeNumbers.some, as: [String: Int].self),
        ComparedShape("a value with keys as a dictionary of texts", WholeNumbers.some, as: [String: String].self),
        ComparedShape("a set", Set([1, 2, 3])), ComparedShape("lists of lists", [[1], [], [2, 3]]),
        ComparedShape("a value with keys", Plain()), ComparedShape("a list of them", [Plain(), Plain()]),
        ComparedShape("containers continued after values", Continued()),
        ComparedShape("containers asked for twice", Repeated()), ComparedShape("the same container again", Reopened()),
        ComparedShape("a list of containers", Row()), ComparedShape("single values", Single(Single(["a": [1]]))),
        ComparedShape("a single list", Single([1, 2])),
        ComparedShape(
            "data in a list", [Data([1])], as: [[UInt8]].self, butOurs: "data is read as a list of bytes, too"),
        ComparedShape("data as a list of integers", [Data([1])], as: [[Int]].self),
        ComparedShape("a list of integers as data", [[1, 2]], as: [Data].self),
        ComparedShape("an empty list as data", [[Int]()], as: [Data].self),
        ComparedShape("a set as data", [Set([1, 2])], as: [Data].self),
        ComparedShape("a missing field", ["text": "a"], as: Plain.self),
    ]

    private static let singles: [ComparedShape] = [
        ComparedShape("single values in fields", Singles()),
        ComparedShape("single values in a list", [Single("a"), Single("b")]),
        ComparedShape("single lists in a list", [Single([1, 2]), Single([])]),
        ComparedShape("single values as keys", [Single("a"): 1, Single("b"): 2]),
        ComparedShape("single values in a dictionary", ["a": Single(Plain())]),
        ComparedShape("single values in a set", Set([Single(1), Single(2)])),
        ComparedShape("single nil in a list", [Single(1), Single(nil)] as [Single<Int?>]),
        ComparedShape("single values in cases", [SinglePayload.one(Single([1])), .two(Single("a"), Single(nil))]),
    ]

    private static let superclasses: [ComparedShape] =
        RepeatedSuperclass.Way.allCases.map { way in
            let value = RepeatedSuperclass(way)
            return ComparedShape(
                "a superclass twice, \(way.rawValue)", value, as: [String: [String: Int]].self,
                butOurs: value.losesInFoundation ? "what superclasses encode under one key is merged, not lost" : nil)
        } + [
            ComparedShape(
                "a superclass that isn't there", ["first": "a"], as: SuperclassAsked.self,
                butOurs: "an object of Apple's has the fields of its superclasses among its own"),
            ComparedShape(
                "a superclass that isn't under its key", ["first": "a"], as: KeyedSuperclassAsked.self,
                butOurs: "a missing field is an error of its key"),
        ]

    private static let optionals: [ComparedShape] = [
        ComparedShape("nil in a list", [1, nil, 2] as [Int?]),
        ComparedShape("nil in a list of texts", ["a", nil] as [String?]),
        ComparedShape("nil in a dictionary", ["a": 1, "b": nil] as [String: Int?]),
        ComparedShape("nil where a value must be", [1, nil] as [Int?], as: [Int].self),
        ComparedShape("nil where a value with keys must be", [nil] as [Plain?], as: [Plain].self),
        ComparedShape("nil where a list must be", [nil] as [[Int]?], as: [[Int]].self),
        ComparedShape("nothing set", Optionals()),
        ComparedShape(
            "all set", Optionals(text: "a", count: 1, nested: Plain(), list: [1, nil], deep: .some(.some(2)))),
        ComparedShape("nil in a set", Set([1, nil] as [Int?])),
    ]

    private static let dictionaries: [ComparedShape] = [
        ComparedShape("keys of text", ["a": 1, "b": 2]), ComparedShape("keys of integers", [1: "a", -2: "b"]),
        ComparedShape("keys of unsigned integers", [UInt(1): "a"]), ComparedShape("keys of small ones", [Int8(1): "a"]),
        ComparedShape("keys of reals", [1.5: "a"]), ComparedShape("keys of booleans", [true: "a"]),
        ComparedShape("keys of texts with a type", [Key("a"): 1]), ComparedShape("keys with fields", [PlainKey(): "a"]),
        ComparedShape("keys that are cases of text", [TextCase.first: 1]),
        ComparedShape("keys that are cases of numbers", [NumberCase.two: 1]),
        ComparedShape("keys that are lists", [[1, 2]: "a"]),
        ComparedShape("keys that are characters", [Single("a").value: 1]),
        ComparedShape("keys that are dates", [Date(timeIntervalSinceReferenceDate: 1): "a"]),
        ComparedShape("keys that are URLs", [URL(fileURLWithPath: "/a"): "a"]),
        ComparedShape("keys that are UUIDs", [FoundationValues().uuid: "a"]),
        ComparedShape("keys that are optional", [Optional("a"): 1]),
        ComparedShape("dictionaries of dictionaries", ["a": ["b": ["c": 1]]]),
        ComparedShape("dictionaries of lists", ["a": [1, 2], "b": []]),
    ]

    private static let types: [ComparedShape] = [
        ComparedShape("a case with nothing", [Payload.none]), ComparedShape("a case with a value", [Payload.one(1)]),
        ComparedShape("a case with two values", [Payload.two("a", 1.5)]),
        ComparedShape("a case with names", [Payload.labeled(name: "a", age: 2)]),
        ComparedShape("a case with a case", [Payload.chain(.nested(Plain()))]),
        ComparedShape("cases of text", [TextCase.first, .second]), ComparedShape("cases of numbers", [NumberCase.two]),
        ComparedShape("a case that isn't there", ["third"], as: [TextCase].self),
        ComparedShape("a property wrapper", Wrapped()), ComparedShape("a superclass", Dog()),
        ComparedShape("a superclass under a key", Cat()), ComparedShape("a superclass in the same place", Bird()),
        ComparedShape("a subclass in a list", [Dog(), Dog()]), ComparedShape("ranges", [1..<5]),
    ]

    private static let odd: [ComparedShape] = [
        ComparedShape("keys that archives use", OddKeys()),
        ComparedShape("keys that archives use, absent", ["other": 1], as: OptionalOddKeys.self),
        ComparedShape("keys that archives use, absent from nothing", [String: Int](), as: OptionalOddKeys.self),
        ComparedShape(
            "keys that archives use in a dictionary", ["$class": 1, "NS.keys": 2, "$null": 3, "$0": 4, "": 5]),
        ComparedShape("text in two forms", ["\u{e9}", "e\u{301}"]),
        ComparedShape("characters of all planes", ["\u{0}\u{1F600}\u{FEFF}\u{2028}"]),
    ]
}
