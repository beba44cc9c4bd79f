import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

/// Objects of one class nested in one another, by whatever field of the class can hold another object.
struct NestedObjects: Sendable, CustomTestStringConvertible {
    /// The class, or what else identifies the row.
    var name: String
    /// The types that the outermost object is decoded as.
    var types: [any (Codingable & SendableMetatype).Type]
    /// Adds one level around another, or the innermost for nil.
    var add: @Sendable (inout Table, UID?) -> UID

    var testDescription: String { name }

    /// The objects of an archive, with a class record for each class.
    struct Table {
        var archive = SmallArchive()
        private var classes: [String: UID] = [:]

        mutating func add(_ object: PropertyList) -> UID {
            archive.objects.append(object)
            return UID(UInt64(archive.objects.count))
        }

        mutating func add(_ className: String, _ fields: KeyValuePairs<String, PropertyList?>) -> UID {
            let known = classes[className] ?? add(.classRecord(className, "NSObject"))
            classes[className] = known
            var entries = fields.compactMap { key, value in
                value.map { (key: PropertyList.string(PropertyListString(key)), value: $0) }
            }
            entries.append((key: "$class", value: .uid(known)))
            return add(.dictionary(PropertyListDictionary(entries)))
        }

        /// A dictionary with one entry.
        mutating func dictionary(_ value: UID?) -> PropertyList? {
            guard let value else { return nil }
            let key = add("x")
            return .uid(add("NSDictionary", ["NS.keys": [.uid(key)], "NS.objects": [.uid(value)]]))
        }

        /// An array of one object or none.
        mutating func array(_ element: UID?) -> PropertyList {
            .uid(add("NSArray", ["NS.objects": .list([element].compactMap { $0 }.map { .uid($0) })]))
        }
    }

    /// An archive of as many levels.
    func bytes(depth: Int) throws -> [UInt8] {
        var table = Table()
        var root = add(&table, nil)
        for _ in 1..<depth { root = add(&table, root) }
        table.archive.top = ["root": .uid(root)]
        return try table.archive.bytes()
    }

    /// Classes whose types are decoded by an initializer, which calls the initializer of the next level.
    static let recursive: [NestedObjects] = [
        NestedObjects(name: "NSURL", types: [URL.self]) { table, next in
            table.add("NSURL", ["NS.base": .uid(next ?? .null), "NS.relative": "a/"])
        },
        NestedObjects(name: "NSAttributedString", types: [ArchivedAttributedString.self, AttributedString.self]) {
            table, next in
            table.add("NSAttributedString", ["NSString": "a", "NSAttributes": table.dictionary(next)])
        },
        NestedObjects(name: "NSNotification, its object", types: [Notification.self]) { table, next in
            table.add("NSNotification", ["NS.name": "a", "NS.object": .uid(next ?? .null)])
        },
        NestedObjects(name: "NSNotification, its user info", types: [Notification.self]) { table, next in
            table.add("NSNotification", ["NS.name": "a", "NS.userinfo": table.dictionary(next)])
        },
        NestedObjects(name: "NSPersonNameComponents", types: [PersonNameComponents.self]) { table, next in
            let names = table.add(
                "_NSPersonNameComponentsData",
                ["NS.givenName": "a", "NS.phoneticRepresentation": .uid(next ?? .null)])
            return table.add("NSPersonNameComponents", ["NS.nameComponentsPrivate": .uid(names)])
        },
        NestedObjects(name: "NSError of Cocoa's", types: [CocoaError.self, ArchivedNSError.self]) { table, next in
            table.add(
                "NSError", ["NSDomain": "NSCocoaErrorDomain", "NSCode": 1, "NSUserInfo": table.dictionary(next)])
        },
        NestedObjects(name: "NSColor", types: [ArchivedColor.self]) { table, next in
            table.add(
                "NSColor",
                ["NSColorSpace": 6, "NSCatalogName": "a", "NSColorName": "b", "NSColor": next.map { .uid($0) }])
        },
        NestedObjects(name: "NSMutableData", types: [Data.self, ArchivedData.self, MutableArchivedData.self]) {
            table, next in
            table.add("NSMutableData", ["NS.data": next.map { .uid($0) } ?? .data([1])])
        },
        NestedObjects(name: "NSMutableString", types: [String.self, MutableArchivedString.self]) { table, next in
            table.add("NSMutableString", ["NS.string": next.map { .uid($0) } ?? "a"])
        },
        NestedObjects(name: "a class", types: [Thing.self]) { table, next in
            table.add("Thing", ["next": .uid(next ?? .null)])
        },
        tree("an array", Tree<[Node]>.self) { $0.array($1) },
        tree("a dictionary", Tree<[String: Node]>.self) { table, next in
            table.dictionary(next) ?? .uid(table.add("NSDictionary", ["NS.keys": [], "NS.objects": []]))
        },
        tree("a set", Tree<Set<Node>>.self) {
            .uid($0.add("NSSet", ["NS.objects": .list($1.map { [.uid($0)] } ?? [])]))
        },
        tree("an ordered set", Tree<TypedOrderedSet<Node>>.self) {
            .uid($0.add("NSOrderedSet", ["NS.object.0": $1.map { .uid($0) }]))
        },
        tree("a counted set", Tree<TypedCountedSet<Node>>.self) { table, next in
            .uid(
                table.add(
                    "NSCountedSet",
                    [
                        "NS.count": next == nil ? 0 : 1, "NS.object0": next.map { .uid($0) },
                        "NS.count0": next == nil ? nil : 1,
                    ]))
        },
        tree("a mutable array", Tree<MutableVariant<[Node]>>.self) {
            .uid($0.add("NSMutableArray", ["NS.objects": .list($1.map { [.uid($0)] } ?? [])]))
        },
    ]

    /// Classes whose types are filled from a work list.
    static let listed: [NestedObjects] = [
        NestedObjects(name: "NSArray", types: [ArchivedArray.self]) { table, next in
            guard case .uid(let uid) = table.array(next) else { return .null }
            return uid
        },
        NestedObjects(name: "NSDictionary", types: [ArchivedDictionary.self]) { table, next in
            guard case .uid(let uid)? = table.dictionary(next) else { return table.add("a") }
            return uid
        },
        NestedObjects(name: "NSOrderedSet", types: [ArchivedOrderedSet.self]) {
            $0.add("NSOrderedSet", ["NS.object.0": $1.map { .uid($0) }])
        },
        NestedObjects(name: "NSCountedSet", types: [ArchivedCountedSet.self]) { table, next in
            table.add(
                "NSCountedSet",
                [
                    "NS.count": next == nil ? 0 : 1, "NS.object0": next.map { .uid($0) },
                    "NS.count0": next == nil ? nil : 1,
                ])
        },
        NestedObjects(name: "NSError", types: [ArchivedNSError.self]) { table, next in
            table.add("NSError", ["NSDomain": "a", "NSCode": 1, "NSUserInfo": table.dictionary(next)])
        },
        NestedObjects(name: "an unknown class", types: [ArchivedObject.self]) { table, next in
            table.add("Unknown", ["next": .uid(next ?? .null)])
        },
    ]

    private static func tree(
        _ name: String,
        _ type: any (Codingable & SendableMetatype).Type,
        _ children: @escaping @Sendable (inout Table, UID?) -> PropertyList
    ) -> NestedObjects {
        NestedObjects(name: "\(name) of a structure", types: [type]) { table, next in
            let children = children(&table, next)
            return table.add("Tree", ["children": children])
        }
    }
}

/// A structure that holds others of its kind in a collection.
struct Tree<Children: Codingable & Hashable & Sendable>: Codingable, Hashable, Sendable {
    static var codedClassName: String { "Tree" }

    var children: Children

    init(children: Children) { self.children = children }

    func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(children, forKey: "children")
    }

    init(coder unarchiver: KeyedUnarchiver) throws {
        children = try unarchiver.decode(Children.self, forKey: "children")
    }
}

/// A level of a tree below the first, in whatever collection it is stored.
///
/// A generic structure cannot hold itself, so the type of the collection is found in the archive.
struct Node: Codingable, Hashable, Sendable {
    static var codedClassName: String { "Tree" }

    var children: [Node]

    func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(children, forKey: "children")
    }

    init(coder unarchiver: KeyedUnarchiver) throws {
        let types: [any (Codingable & SendableMetatype).Type] = [
            [Node].self, [String: Node].self, Set<Node>.self, TypedOrderedSet<Node>.self,
            TypedCountedSet<Node>.self,
        ]
        switch try unarchiver.decodeObject(of: types, forKey: "children") {
        case let array as [Node]: children = array
        case let dictionary as [String: Node]: children = Array(dictionary.values)
        case let set as Set<Node>: children = Array(set)
        case let set as TypedOrderedSet<Node>: children = set.members
        case let set as TypedCountedSet<Node>: children = Array(set.counts.keys)
        default: children = []
        }
    }
}
