import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists

// Containers of every kind with members of every kind, wide and deep.

extension Family {
    static let memberFamilies: [Family] = Container.allCases.flatMap { container in
        Members.allCases.map { members in
            Family(name: "members/\(container)/\(members)", types: container.types) { size in
                try container.archive(of: members, size)
            }
        } + [
            Family(name: "deep/\(container)", types: container.types) { try container.deep($0) },
            Family(name: "doubling/\(container)", types: container.types) { try container.deep($0, width: 2) },
            Family(name: "itself/\(container)", types: container.types) { try container.itself($0) },
            Family(name: "many empty/\(container)", types: container.types) { try container.many($0) },
            Family(name: "shared contents/\(container)", types: container.types) { try container.sharedContents($0) },
        ]
    }
}

/// The members of a container.
enum Members: String, CaseIterable {
    /// Numbers that aren't equal to themselves.
    case nans
    case sameObject, equalStrings, equalNumbers
    /// Distinct numbers and texts.
    case numbers, texts
    /// Long texts that differ at their end, or not at all except for being several objects.
    case similarTexts, similarWideTexts
    /// Objects of other classes.
    case emptyArrays, dates, nanDates, urls, indexSets, data, unknown, errors, nulls, points

    /// Adds the members for an archive of a size.
    func add(to sketch: inout Sketch, _ size: Int) -> [PropertyList] {
        func members(_ each: Int, _ make: (Int) -> PropertyList) -> [PropertyList] {
            (0..<max(2, size / each)).map { sketch.add(make($0)) }
        }
        func objects(_ each: Int, _ name: String, _ fields: (Int, inout Sketch) -> [(String, PropertyList)])
            -> [PropertyList]
        {
            (0..<max(2, size / each)).map { sketch.add(fields($0, &sketch), name) }
        }
        switch self {
        case .nans: return members(4) { _ in .double(.nan) }
        case .sameObject: return Array(repeating: sketch.add("text"), count: size / 2)
        case .equalStrings: return members(3) { _ in "text" }
        case .equalNumbers: return members(3) { _ in 7 }
        case .numbers: return members(7) { .integer(Int64($0) << 33) }
        case .texts: return members(10) { PropertyList(text: "text\($0)") }
        case .similarTexts:
            let count = Int(Double(size).squareRoot() / 2)
            let text = String(repeating: "x", count: size / count)
            return (0..<count).map { sketch.add(PropertyList(text: text + "\($0)")) }
        case .similarWideTexts:
            let count = Int(Double(size).squareRoot() / 2)
            let text = String(repeating: "\u{65E5}", count: size / count / 2)
            return (0..<count).map { sketch.add(PropertyList(text: text + "\($0)")) }
        case .emptyArrays: return objects(8, "NSArray") { _, _ in [("NS.objects", [])] }
        case .dates: return objects(16, "NSDate") { number, _ in [("NS.time", .double(Double(number)))] }
        case .nanDates: return objects(9, "NSDate") { _, _ in [("NS.time", .double(.nan))] }
        case .urls:
            let base = sketch.add(PropertyList(text: "http://example.com/" + String(repeating: "a/", count: size / 4)))
            return objects(14, "NSURL") { _, _ in [("NS.base", .uid(.null)), ("NS.relative", base)] }
        case .indexSets:
            let data = PropertyList.data((0..<size / 2).map { $0 % 2 == 0 ? 2 : 1 })
            return objects(16, "NSIndexSet") { _, _ in
                [("NSRangeCount", .integer(Int64(size / 4))), ("NSRangeData", data)]
            }
        case .data: return members(4) { _ in .data([1]) }
        case .unknown: return objects(10, "Unknown") { number, _ in [("a", .integer(Int64(number)))] }
        case .errors:
            let domain = sketch.add(PropertyList(text: String(repeating: "d", count: size / 2)))
            return objects(20, "NSError") { _, _ in
                [("NSDomain", domain), ("NSCode", 1), ("NSUserInfo", .uid(.null))]
            }
        case .nulls: return objects(6, "NSNull") { _, _ in [] }
        case .points:
            let text = PropertyList(text: "{1, 2}" + String(repeating: " ", count: size / 2))
            let reference = sketch.add(text)
            return objects(14, "NSValue") { _, _ in [("NS.pointval", reference), ("NS.special", 1)] }
        }
    }
}

/// The containers of Foundation.
enum Container: String, CaseIterable {
    case array, mutableArray, set, orderedSet, countedSet
    case dictionaryKeys, dictionaryValues
    case userInfoOfErrors, userInfoOfNotifications, attributes
    case unknownObject

    var types: [any Codingable.Type] {
        switch self {
        case .array, .mutableArray: [ArchivedArray.self, [String].self, [Double].self, [Date].self, [[Int]].self]
        case .set: [ArchivedSet.self, Set<Double>.self, Set<String>.self, Set<Date>.self, Set<URL>.self]
        case .orderedSet:
            [ArchivedOrderedSet.self, TypedOrderedSet<Double>.self, TypedOrderedSet<String>.self]
        case .countedSet: [ArchivedCountedSet.self, TypedCountedSet<Double>.self, TypedCountedSet<String>.self]
        case .dictionaryKeys:
            [ArchivedDictionary.self, [Double: Int].self, [String: Int].self, [String: String].self, [URL: Int].self]
        case .dictionaryValues: [ArchivedDictionary.self, [String: Double].self, [String: String].self]
        case .userInfoOfErrors: [ArchivedNSError.self, CocoaError.self]
        case .userInfoOfNotifications: [Notification.self]
        case .attributes: [ArchivedAttributedString.self, AttributedString.self]
        case .unknownObject: [ArchivedObject.self]
        }
    }

    /// Adds a container with some members; for a dictionary, twice as keys and values as the case says.
    func add(_ members: [PropertyList], to sketch: inout Sketch) -> PropertyList {
        func list(_ members: [PropertyList]) -> PropertyList { .array(PropertyListArray(members)) }
        let same = Array(repeating: members.first ?? .uid(.null), count: members.count)
        switch self {
        case .array: return sketch.add([("NS.objects", list(members))], "NSArray")
        case .mutableArray:
            return sketch.add([("NS.objects", list(members))], "NSMutableArray", ["NSArray", "NSObject"])
        case .set: return sketch.add([("NS.objects", list(members))], "NSSet")
        case .orderedSet:
            let fields = members.enumerated().map { ("NS.object.\($0.offset)", $0.element) }
            return sketch.add(fields, "NSOrderedSet")
        case .countedSet:
            let objects = members.enumerated().map { ("NS.object\($0.offset)", $0.element) }
            let counts = members.indices.map { ("NS.count\($0)", PropertyList.integer(2)) }
            return sketch.add(
                [("NS.count", .integer(Int64(members.count)))] + objects + counts, "NSCountedSet",
                ["NSMutableSet", "NSSet", "NSObject"])
        case .dictionaryKeys:
            return sketch.add([("NS.keys", list(members)), ("NS.objects", list(same))], "NSDictionary")
        case .dictionaryValues:
            let keys = members.indices.map { sketch.add(PropertyList(text: "k\($0)")) }
            return sketch.add([("NS.keys", list(keys)), ("NS.objects", list(members))], "NSDictionary")
        case .userInfoOfErrors:
            let info = Container.dictionaryKeys.add(members, to: &sketch)
            let domain = sketch.add("domain")
            return sketch.add([("NSDomain", domain), ("NSCode", 1), ("NSUserInfo", info)], "NSError")
        case .userInfoOfNotifications:
            let info = Container.dictionaryKeys.add(members, to: &sketch)
            let name = sketch.add("name")
            return sketch.add(
                [("NS.name", name), ("NS.object", members.first ?? .uid(.null)), ("NS.userinfo", info)],
                "NSNotification", ["NSConcreteNotification", "NSObject"])
        case .attributes:
            let text = sketch.add("text")
            let info = Container.dictionaryKeys.add(members, to: &sketch)
            return sketch.add([("NSString", text), ("NSAttributes", info)], "NSAttributedString")
        case .unknownObject:
            let fields = members.enumerated().map { ("field\($0.offset)", $0.element) }
            return sketch.add(fields + [("list", list(members))], "Unknown")
        }
    }

    func archive(of members: Members, _ size: Int) throws -> [UInt8] {
        var sketch = Sketch()
        let added = members.add(to: &sketch, size)
        sketch.finish(root: add(added, to: &sketch))
        return try sketch.bytes()
    }

    /// Containers one inside the other, each `width` times in the next.
    func deep(_ size: Int, width: Int = 1) throws -> [UInt8] {
        var sketch = Sketch()
        var inner = sketch.add("end")
        while sketch.count < size / 24 { inner = add(Array(repeating: inner, count: width), to: &sketch) }
        sketch.finish(root: inner)
        return try sketch.bytes()
    }

    /// Containers that hold themselves and each other.
    func itself(_ size: Int) throws -> [UInt8] {
        var sketch = Sketch()
        let members = (0..<size / 30).map { number in PropertyList.uid(UID(UInt64(number % 7 + 2))) }
        sketch.add("first")
        var added: [PropertyList] = []
        for start in stride(from: 0, to: members.count, by: 8) {
            added.append(add(Array(members[start..<min(start + 8, members.count)]), to: &sketch))
        }
        sketch.finish(rootArray: added)
        return try sketch.bytes()
    }

    func many(_ size: Int) throws -> [UInt8] {
        var sketch = Sketch()
        let added = (0..<size / 24).map { _ in add([], to: &sketch) }
        sketch.finish(rootArray: added)
        return try sketch.bytes()
    }

    /// Many containers with one long list of contents, which is stored once.
    func sharedContents(_ size: Int) throws -> [UInt8] {
        var sketch = Sketch()
        let members = Members.numbers.add(to: &sketch, size / 2)
        let first = add(members, to: &sketch)
        guard case .uid(let uid) = first else { return [] }
        let object = sketch.objects[Int(uid.rawValue) - 1]
        // An unknown object has a field for each member and the list; fields aren't shared, so that few objects fill
        // the size.
        let copies = (0..<(self == .unknownObject ? 8 : size / 16)).map { _ in sketch.add(object) }
        sketch.finish(rootArray: copies)
        return try SharingWriter.bytes(of: sketch.tree)
    }
}
