import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

@Suite struct GeometryTests {
    private static let rect = CGRect(x: 0.1, y: -2, width: 1e300, height: 4)

    @Test func `geometry comes back as itself and as the content of a value`() throws {
        try expectRows {
            (try roundTrip(Self.rect), Self.rect)
            (try roundTrip(Self.rect.origin), Self.rect.origin)
            (try roundTrip(Self.rect.size), Self.rect.size)
        }
        for (location, length) in [(3, 4), (0, 4), (3, 0), (0, 0), (0, Int.max), (Int.max, 0)] {
            let range = NSRange(location: location, length: length)
            #expect(try roundTrip(range) == range)
        }
        #expect(try roundTrip(3..<7) == 3..<7)
        #expect(try roundTrip([CGPoint(x: 1, y: 2)]) == [CGPoint(x: 1, y: 2)])
        let insets = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        try expectRows {
            (try roundTrip(insets), insets)
            try (graphRoundTrip(Self.rect) as? BoxedValue, .rect(Self.rect))
            try (graphRoundTrip(insets) as? BoxedValue, .edgeInsets(insets))
        }
    }

    @Test func `a range holds integers, however large, and one that no archive holds is refused`() throws {
        for range in [NSRange(location: NSNotFound, length: 0), NSRange(location: 9_007_199_254_740_993, length: 1)] {
            #expect(NSRange(geometryText: range.geometryText) == range)
            #expect(NSRange(geometryText: range.geometryText) == NSRangeFromString(range.geometryText))
        }
        #expect(NSRange(geometryText: "{1.0, 2e0}") == NSRange(location: 1, length: 2))
        #expect(NSRange(geometryText: "{1.5, 2}") == nil)

        for range in [-1..<Int.max, -5..<3, Int.min..<Int.max, Int.min..<0] {
            #expect(throws: ArchiveError(.unrepresentable, "")) {
                try KeyedArchiver.archivedBytes(withRootObject: range)
            }
            #expect(Range(range.boxed) == nil)
        }
        #expect(throws: ArchiveError(.unrepresentable, "")) {
            try KeyedArchiver.archivedBytes(withRootObject: NSRange(location: 1, length: -1))
        }
    }

    @Test func `structures of reals come back, under the keys and the number of their kind`() throws {
        let insets = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        let directional = DirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
        let transform = AffineTransform(m11: 1, m12: 2, m21: 3, m22: 4, tX: 0.1, tY: -6)
        let edgeKeys = ["NS.edgeval.top", "NS.edgeval.left", "NS.edgeval.bottom", "NS.edgeval.right"]
        let directionKeys = [
            "NS.dirEdgeVal.top", "NS.dirEdgeVal.leading", "NS.dirEdgeVal.bottom", "NS.dirEdgeVal.trailing",
        ]
        let transformKeys = [
            "NS.atval.a", "NS.atval.b", "NS.atval.c", "NS.atval.d", "NS.atval.tx", "NS.atval.ty",
        ]
        var values: [(value: BoxedValue, kind: Int, keys: [String])] = []
        values.append((.affineTransform(transform), 10, transformKeys))
        values.append((.viewEdgeInsets(insets), 11, edgeKeys))
        values.append((.edgeInsets(insets), 12, edgeKeys))
        values.append((.offset(Offset(horizontal: 2, vertical: -1)), 13, ["NS.offset.h", "NS.offset.v"]))
        values.append((.directionalEdgeInsets(directional), 14, directionKeys))
        for (value, kind, keys) in values {
            #expect(try roundTrip(value) == value)
            #expect(try graphRoundTrip(value) as? BoxedValue == value)
            let archive = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: value))
            let record = try archive.record(at: 1)
            #expect(record?["NS.special"] == .integer(Int64(kind)))
            let stored = (record?.fields ?? []).map { "\($0.key)" }
            #expect(stored.sorted() == (keys + ["NS.special"]).sorted())
        }
        try expectRows {
            (try roundTrip(directional), directional)
            try (roundTrip(Offset(horizontal: 2, vertical: -1)), Offset(horizontal: 2, vertical: -1))
            (AffineTransform(BoxedValue.affineTransform(transform)), transform)
            (AffineTransform(BoxedValue.edgeInsets(insets)), nil)
            (EdgeInsets(BoxedValue.viewEdgeInsets(insets)), insets)
            (Offset(BoxedValue.edgeInsets(insets)), nil)
            (DirectionalEdgeInsets(BoxedValue.edgeInsets(insets)), nil)
        }
    }

    @Test func `UIKit's texts of structures are read and written`() throws {
        let transform = AffineTransform(geometryText: "[1, 2, 3, 4, 5, 6]")
        expectRows {
            (transform, AffineTransform(m11: 1, m12: 2, m21: 3, m22: 4, tX: 5, tY: 6))
            (transform?.geometryText, "[1, 2, 3, 4, 5, 6]")
            (AffineTransform(geometryText: "{1, 2, 3, 4, 5, 6}"), nil)
            (Offset(geometryText: "{1, 2}")?.geometryText, "{1, 2}")
            (DirectionalEdgeInsets(geometryText: "{1, 2, 3, 4}")?.geometryText, "{1, 2, 3, 4}")
            (DirectionalEdgeInsets(geometryText: "{1, 2, 3}"), nil)
        }
    }

    @Test func `geometry under a key is text, and both forms are read`() throws {
        let archiver = KeyedArchiver()
        try archiver.encode(Self.rect, forKey: "rect")
        try archiver.encode(Self.rect.origin, forKey: "point")
        try archiver.encode(Self.rect.size, forKey: "size")
        try archiver.encode(BoxedValue.rect(Self.rect), forKey: "boxed")
        try archiver.encode(EdgeInsets(top: 1, left: 2, bottom: 3, right: 4), forKey: "insets")
        try archiver.encode(DirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4), forKey: "directional")
        try archiver.encode(Offset(horizontal: 1, vertical: 2), forKey: "offset")
        try archiver.encode(NSRange(location: 1, length: 2), forKey: "range")
        let bytes = try archiver.encodedBytes
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: .foundation)
        try expectRows {
            (try unarchiver.decodeRect(forKey: "rect"), Self.rect)
            (try unarchiver.decodePoint(forKey: "point"), Self.rect.origin)
            (try unarchiver.decodeSize(forKey: "size"), Self.rect.size)
            try (unarchiver.decodePoint(forKey: "none"), CGPoint())
        }
        let stored = try KeyedArchive(bytes)
        try expectRows {
            (stored["point"].string, "{0.10000000000000001, -2}")
            (stored["insets"].string, "{1, 2, 3, 4}")
            (stored["directional"].string, "{1, 2, 3, 4}")
            (stored["offset"].string, "{1, 2}")
            (stored["rect"].string, Self.rect.geometryText)
            (stored["boxed"].archivedClass?.name, "NSValue")
            (stored["range"].archivedClass?.name, "NSValue")
            try (unarchiver.decodeRect(forKey: "boxed"), Self.rect)
            try (unarchiver.decode(NSRange.self, forKey: "range"), NSRange(location: 1, length: 2))
            try (unarchiver.decode(Offset.self, forKey: "offset"), Offset(horizontal: 1, vertical: 2))
        }
    }

    @Test(.rows)
    func `spaces and other spellings of numbers do no harm, and malformed texts are refused`() {
        forEachRow(["{1,2}", "{ 1 , 2 }", "{1.0, 2e0}", " {1, 2} "]) { (text: String) in
            #expect(CGPoint(geometryText: text) == CGPoint(x: 1, y: 2))
        }
        forEachRow(["", "{", "{1}", "{1, 2", "{1, 2, 3}", "{1, 2}}", "{a, b}", "1, 2", "{1; 2}"]) { (text: String) in
            #expect(CGPoint(geometryText: text) == nil)
        }
    }

    @Test(.rows)
    func `C numbers of every kind come back, and those that contradict their type or have none don't`() throws {
        forEachRow([
            BoxedNumbers(integers: [1], typeCode: "c", isArray: false), BoxedNumbers(integers: [1, -2], typeCode: "s"),
            BoxedNumbers(integers: [.max], typeCode: "q"), BoxedNumbers(integers: [4_294_967_295], typeCode: "I"),
            BoxedNumbers(reals: [1.5, 2], typeCode: "f"), BoxedNumbers(reals: [0.1], typeCode: "d", isArray: false),
        ]) { (numbers: BoxedNumbers) throws in
            #expect(try roundTrip(BoxedValue.numbers(numbers)) == .numbers(numbers))
        }

        forEachRow([
            BoxedNumbers(unsignedIntegers: [.max], isArray: false), BoxedNumbers(unsignedIntegers: [1, .max]),
            BoxedNumbers(booleans: [true], isArray: false), BoxedNumbers(booleans: [true, false]),
            BoxedNumbers(string: "text"), BoxedNumbers(integers: [7], typeCode: "Q"),
        ]) { (numbers: BoxedNumbers) throws in
            #expect(try roundTrip(BoxedValue.numbers(numbers)) == .numbers(numbers))
            #expect(try graphRoundTrip(BoxedValue.numbers(numbers)) as? BoxedValue == .numbers(numbers))
        }

        forEachRow([
            BoxedNumbers(integers: [300], typeCode: "c"), BoxedNumbers(integers: [1, 2], isArray: false),
            BoxedNumbers(integers: [1], typeCode: "f"), BoxedNumbers(reals: [1], typeCode: "?"),
        ]) { (numbers: BoxedNumbers) throws in
            #expect(throws: ArchiveError(.unrepresentable, "")) { try roundTrip(BoxedValue.numbers(numbers)) }
        }

        let archive = try ArchiveBuilder.bytes("NSValue", ["$0": "{?=ff}"])
        let error = #expect(throws: ArchiveError.self) {
            try KeyedUnarchiver.unarchivedObject(of: BoxedValue.self, from: archive, registry: .foundation)
        }
        #expect(error?.reason == "a value is of the C type \"{?=ff}\", which is not known")
    }

    @Test func `affine transforms of 24, 16 and 9 bytes are read, and take as many as their kind needs`() throws {
        func transform(_ bytes: [UInt8]) throws -> AffineTransform? {
            let archive = try ArchiveBuilder.bytes("NSAffineTransform", ["NSTransformStruct": .data(bytes)])
            return try KeyedUnarchiver.unarchivedObject(of: AffineTransform.self, from: archive)
        }
        let (one, two): ([UInt8], [UInt8]) = ([0x3F, 0x80, 0, 0], [0x40, 0, 0, 0])
        let zero: [UInt8] = [0, 0, 0, 0]
        try expectRows {
            try (
                transform(two + zero + zero + two + one + one),
                AffineTransform(m11: 2, m12: 0, m21: 0, m22: 2, tX: 1, tY: 1)
            )
            try (transform(two + two + one + one), AffineTransform(m11: 2, m12: 0, m21: 0, m22: 2, tX: 1, tY: 1))
            try (transform([1] + one + two), AffineTransform(translationByX: 1, byY: 2))
            try (transform([2] + one + two), AffineTransform(scaleByX: 1, byY: 2))
        }
        let rotation = AffineTransform(m11: 0.5, m12: 0.25, m21: -0.25, m22: 0.5, tX: 3, tY: -4)
        #expect(try roundTrip(rotation) == rotation)

        func bytes(_ transform: AffineTransform) throws -> [UInt8]? {
            let archive = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: transform))
            guard case .data(let bytes)? = try archive.record(at: 1)?["NSTransformStruct"] else { return nil }
            return bytes
        }
        // The second is from an archive of 2006.
        try expectRows {
            (try bytes(AffineTransform(translationByX: 1, byY: 2)), [1, 0x3F, 0x80, 0, 0, 0x40, 0, 0, 0])
            (try bytes(AffineTransform(scaleByX: 128, byY: 128)), [2, 0x43, 0, 0, 0, 0x43, 0, 0, 0])
            (try bytes(AffineTransform(m11: 2, m12: 0, m21: 0, m22: 2, tX: 1, tY: 1))?.count, 16)
            (try bytes(AffineTransform(m11: 2, m12: 1, m21: 0, m22: 2, tX: 0, tY: 0))?.count, 24)
        }
        for transform in [
            AffineTransform(), AffineTransform(translationByX: 1, byY: 2), AffineTransform(scaleByX: 2, byY: 3),
            AffineTransform(m11: 2, m12: 0, m21: 0, m22: 2, tX: 1, tY: 1),
        ] {
            #expect(try roundTrip(transform) == transform)
        }
    }

    // MARK: Boxed values

    /// Values of every kind; those of a kind differ in one number each.
    private static let values: [BoxedValue] = [
        .point(CGPoint(x: 1, y: 2)), .point(CGPoint(x: 1, y: 3)), .point(CGPoint(x: 0, y: 2)),
        .size(CGSize(width: 1, height: 2)), .size(CGSize(width: 1, height: 3)), .size(CGSize(width: 0, height: 2)),
        .rect(CGRect(x: 1, y: 2, width: 3, height: 4)), .rect(CGRect(x: 1, y: 2, width: 3, height: 5)),
        .range(NSRange(location: 1, length: 2)), .range(NSRange(location: 1, length: 3)),
        .edgeInsets(EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)),
        .edgeInsets(EdgeInsets(top: 1, left: 2, bottom: 3, right: 5)),
        .viewEdgeInsets(EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)),
        .viewEdgeInsets(EdgeInsets(top: 0, left: 2, bottom: 3, right: 4)),
        .directionalEdgeInsets(DirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)),
        .directionalEdgeInsets(DirectionalEdgeInsets(top: 1, leading: 0, bottom: 3, trailing: 4)),
        .offset(Offset(horizontal: 1, vertical: 2)), .offset(Offset(horizontal: 1, vertical: 3)),
        .affineTransform(AffineTransform(translationByX: 1, byY: 2)),
        .affineTransform(AffineTransform(translationByX: 1, byY: 3)),
        .numbers(BoxedNumbers(integers: [1])), .numbers(BoxedNumbers(integers: [1, 2])),
        .numbers(BoxedNumbers(integers: [1], isArray: false)), .numbers(BoxedNumbers(integers: [1], typeCode: "s")),
        .numbers(BoxedNumbers(reals: [1])), .numbers(BoxedNumbers(unsignedIntegers: [.max])),
        .numbers(BoxedNumbers(booleans: [true])), .numbers(BoxedNumbers(string: "a")),
        .numbers(BoxedNumbers(string: "b")),
    ]

    @Test func `a value is equal to one of its kind and numbers, and to itself decoded, with the same hash`() throws {
        for (index, value) in Self.values.enumerated() {
            for (otherIndex, other) in Self.values.enumerated() {
                #expect((value == other) == (index == otherIndex), "\(value) and \(other)")
            }
        }
        #expect(Set(Self.values).count == Self.values.count)

        for value in Self.values {
            let copy = try roundTrip(value)
            #expect(copy == value)
            #expect(copy.hashValue == value.hashValue)
        }
    }
}
