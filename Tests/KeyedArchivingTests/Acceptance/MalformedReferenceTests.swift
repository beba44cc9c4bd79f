import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// References that lead nowhere, or to something else than they must.
@Suite struct MalformedReferenceTests {
    typealias Animal = ClassTests.Animal
    typealias Cat = ClassTests.Cat

    // MARK: Malformed references to classes

    enum ClassDefect: CaseIterable {
        case outOfRange, farOutOfRange, null, string, otherObject, itself, missing, integer, name, text
        case nameMissing, nameInteger, classIsArray
    }

    @Test(.rows)
    func `a malformed class reference or record is refused`() {
        forEachRow(ClassDefect.allCases) { (defect: ClassDefect) throws in
            let bytes = try archive {
                try $0.encode(Animal("Rex"), forKey: "root")
                try $0.encode(Cat(), forKey: "other")
            }
            var archive = try KeyedArchive(bytes)
            let (root, other) = (UID(1), try archive.topUID("other"))
            let text = archive.add(.value("text"))
            let classUID = try archive.rootRecord().classUID
            var expected = ArchiveError.Code.invalidClassRecord
            func refer(to value: PropertyList) throws {
                try archive.setRawValue(value, forKey: "$class", ofObjectAt: root)
            }
            switch defect {
            case .outOfRange:
                try refer(to: .uid(UID(UInt64(archive.objectCount))))
                expected = .invalidReference
            case .farOutOfRange:
                try refer(to: .uid(UID(UInt64(UInt32.max))))
                expected = .invalidReference
            case .null: try refer(to: .uid(0))
            case .string: try refer(to: .uid(text))
            case .otherObject: try refer(to: .uid(other))
            case .itself: try refer(to: .uid(root))
            case .missing:
                try archive.removeValue(forKey: "$class", ofObjectAt: root)
                expected = .invalidObject
            case .integer: try refer(to: 3)
            case .name: try refer(to: "Animal")
            case .text: try refer(to: ["Animal"])
            case .nameMissing: try archive.removeValue(forKey: "$classname", ofObjectAt: classUID)
            case .nameInteger: try archive.setRawValue(7, forKey: "$classname", ofObjectAt: classUID)
            case .classIsArray: try archive.replaceEntry(at: classUID, with: .value([1]))
            }
            let damaged = try archive.bytes()
            #expect(code { _ = try ClassTests.rootType(damaged) } == expected)
            #expect(code { _ = try KeyedUnarchiver.unarchivedGraph(from: damaged) } == expected)
            let lenient = try lenientUnarchiver(damaged)
            #expect(try lenient.decodeObject(of: Animal.self, forKey: "root") == nil)
            #expect((lenient.error as? ArchiveError)?.code == expected)
        }
    }

    @Test func `an object is no class, and a class record no object, whether it was seen before or not`() throws {
        let bytes = try archive {
            try $0.encode(Cat(), forKey: "other")
            try $0.encode(Animal("Rex"), forKey: "root")
        }
        var objectAsClass = try KeyedArchive(bytes)
        let other = try objectAsClass.topUID("other")
        try objectAsClass.setRawValue(.uid(other), forKey: "$class", ofObjectAt: objectAsClass.topUID("root"))
        let first = try KeyedUnarchiver(forReadingFrom: objectAsClass.bytes())
        #expect(try first.decodeObject(of: Cat.self, forKey: "other") != nil)
        #expect(code { _ = try first.decodeObject(of: Animal.self, forKey: "root") } == .invalidClassRecord)
        var archive = try KeyedArchive(archive { try $0.encode(Animal("Rex"), forKey: "root") })
        try archive.setRawTopLevelValue(.uid(archive.rootRecord().classUID), forKey: "class")
        for readsRootFirst in [false, true] {
            let unarchiver = try KeyedUnarchiver(forReadingFrom: archive.bytes())
            if readsRootFirst { _ = try unarchiver.decodeObject(of: Animal.self, forKey: "root") }
            #expect(code { _ = try unarchiver.decodeObject(of: Animal.self, forKey: "class") } == .invalidObject)
            #expect(code { _ = try unarchiver.decodeObject(forKey: "class") } == .invalidObject)
        }
    }

    // MARK: Malformed references to objects

    @Test(.rows)
    func `a reference past the end is refused, at the top, in a field and in a collection`() {
        forEachRow([UInt64(4), 1000, UInt64(UInt32.max)]) { (uid: UInt64) throws in
            let reference = PropertyList.uid(UID(uid))
            var top = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: Animal("Rex")))
            var field = top
            try top.setRawTopLevelValue(reference, forKey: "root")
            try field.setRawValue(reference, forKey: "Animal.name", ofObjectAt: 1)
            for archive in [top, field] {
                let bytes = try archive.bytes()
                #expect(code { _ = try ClassTests.rootType(bytes) } == .invalidReference)
            }
            var list = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: ["a"]))
            try list.setRawValue(.array([reference]), forKey: "NS.objects", ofObjectAt: 1)
            let bytes = try list.bytes()
            #expect(
                code { _ = try KeyedUnarchiver.unarchivedObject(of: [String].self, from: bytes) } == .invalidReference)
            #expect(code { _ = try KeyedUnarchiver.unarchivedGraph(from: bytes) } == .invalidReference)
        }
    }

    static let badElements: [PropertyList] = [
        [1, 2], [.uid(0)], [.uid(2), 7], ["text"], [[]], "text", 5, .uid(2),
    ]

    @Test(.rows)
    func `elements that aren't references, or stand for nil, are refused`() {
        forEachRow(Self.badElements) { (elements: PropertyList) throws in
            let expected = ArchiveError.Code.invalidValue
            var list = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: ["a"]))
            var set = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: Set(["a"])))
            try list.setRawValue(elements, forKey: "NS.objects", ofObjectAt: 1)
            try set.setRawValue(elements, forKey: "NS.objects", ofObjectAt: 1)
            let (listBytes, setBytes) = (try list.bytes(), try set.bytes())
            expectRows {
                (code { _ = try KeyedUnarchiver.unarchivedObject(of: [String].self, from: listBytes) }, expected)
                (code { _ = try KeyedUnarchiver.unarchivedObject(of: Set<String>.self, from: setBytes) }, expected)
                (code { _ = try KeyedUnarchiver.unarchivedGraph(from: listBytes) }, expected)
                (code { _ = try KeyedUnarchiver.unarchivedGraph(from: setBytes) }, expected)
            }
        }
    }

    @Test(.rows)
    func `a dictionary with more keys than values, or the reverse, is refused and never misaligned`() {
        forEachRow(["NS.keys", "NS.objects"]) { (key: String) throws in
            let bytes = try KeyedArchiver.archivedBytes(withRootObject: ["a": "x", "b": "y"])
            var short = try KeyedArchive(bytes)
            guard case .array(let elements)? = try short.rootRecord()[key] else {
                Issue.record("\(key) is not an array")
                return
            }
            var without = short
            try short.setValue(.array(PropertyListArray(elements.dropLast())), forKey: key, ofObjectAt: 1)
            try without.removeValue(forKey: key, ofObjectAt: 1)
            for archive in [short, without] {
                let damaged = try archive.bytes()
                #expect(
                    code { _ = try KeyedUnarchiver.unarchivedObject(of: [String: String].self, from: damaged) }
                        == .invalidValue)
                #expect(code { _ = try KeyedUnarchiver.unarchivedGraph(from: damaged) } == .invalidValue)
            }
        }
    }

    @Test func `an array without elements is empty, as documented`() throws {
        var archive = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: ["a"]))
        try archive.removeValue(forKey: "NS.objects", ofObjectAt: 1)
        #expect(try KeyedUnarchiver.unarchivedObject(of: [String].self, from: archive.bytes()) == [])
    }
}

extension KeyedArchive {
    /// The UID under a top-level key.
    func topUID(_ key: String) throws -> UID {
        guard case .uid(let uid)? = topLevelValue(forKey: key) else {
            throw ArchiveError(.valueNotFound, "there is no \(key)")
        }
        return uid
    }
}
