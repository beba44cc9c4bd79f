internal import KeyedArchiving
package import PropertyLists

extension HostileArchive {
    /// Rows 81 to 85: how objects refer to each other.
    static let graphs: [HostileArchive] = cycleRows + sizeRows

    private static let thing = PropertyList.classRecord("Thing", "NSObject")

    /// A collection of objects as its entry.
    private static func collection(_ elements: PropertyList..., class classUID: UID) -> PropertyList {
        .record(["NS.objects": .list(elements), "$class": .uid(classUID)])
    }

    private static let cycleRows: [HostileArchive] = [
        HostileArchive(81, "an object refers to itself", typed: .refused(.cycle, "root")) {
            SmallArchive(["next": .uid(1), "$class": .uid(2)], thing)
        },
        HostileArchive(81, "two objects refer to each other", typed: .refused(.cycle, "root")) {
            SmallArchive(["next": .uid(3), "$class": .uid(2)], thing, ["next": .uid(1), "$class": .uid(2)])
        },
        HostileArchive(81, "an array holds itself", typed: .refused(.cycle, "root"), as: [[Thing]].self) {
            SmallArchive(collection(.uid(1), class: 2), .classRecord("NSArray", "NSObject"))
        },
        HostileArchive(81, "a set holds itself", typed: .refused(.cycle, "root"), as: Set<Set<String>>.self) {
            SmallArchive(collection(.uid(1), class: 2), .classRecord("NSSet", "NSObject"))
        },
        HostileArchive(
            81, "a dictionary is its own key", typed: .refused(.cycle, "root"), as: [[String: String]: String].self
        ) {
            SmallArchive(
                ["NS.keys": [.uid(1)], "NS.objects": [.uid(3)], "$class": .uid(2)],
                .classRecord("NSDictionary", "NSObject"), "value")
        },
        HostileArchive(
            81, "a dictionary is its own value", typed: .refused(.cycle, "root"), as: [String: [String: String]].self
        ) {
            SmallArchive(
                ["NS.keys": [.uid(3)], "NS.objects": [.uid(1)], "$class": .uid(2)],
                .classRecord("NSDictionary", "NSObject"), "key")
        },
        HostileArchive(81, "10,000 objects in a cycle", typed: .refused(.limitExceeded, chainPath(512))) {
            chain(10_000, last: 1)
        },
    ]

    private static let sizeRows: [HostileArchive] = [
        HostileArchive(82, "archives in archives, 1,000 deep", typed: .refused(.unexpectedClass, "root")) {
            SmallArchive(.data(try nested(1000)))
        },
        HostileArchive(84, "a chain of 512 objects") { chain(512, last: 0) },
        HostileArchive(84, "a chain of 513 objects", typed: .refused(.limitExceeded, chainPath(512))) {
            chain(513, last: 0)
        },
        HostileArchive(84, "a chain of 10,000 objects", typed: .refused(.limitExceeded, chainPath(512))) {
            chain(10_000, last: 0)
        },
        HostileArchive(
            85, "10,000 objects that nothing refers to and that are damaged",
            checked: .refused(.invalidClassRecord, "byte 20109"), as: String.self
        ) {
            var archive = SmallArchive("x")
            archive.objects += Array(repeating: ["$class": .uid(0)], count: 10_000)
            return archive
        },
    ]

    /// The path to the object after so many others of a chain.
    private static func chainPath(_ count: Int) -> String {
        "root" + String(repeating: ".next", count: count)
    }

    /// A chain of objects; the last one refers to the object `last`.
    package static func chain(_ count: Int, last: UID) -> SmallArchive {
        var archive = SmallArchive(["next": .uid(count == 1 ? last : 3), "$class": .uid(2)], thing)
        for position in 1..<max(count, 1) {
            let next = position == count - 1 ? last : UID(UInt64(position + 3))
            archive.objects.append(["next": .uid(next), "$class": .uid(2)])
        }
        return archive
    }

    /// An archive in an archive, and so on.
    package static func nested(_ depth: Int) throws -> [UInt8] {
        var bytes = try SmallArchive("core").bytes()
        for _ in 0..<depth { bytes = try SmallArchive(.data(bytes)).bytes() }
        return bytes
    }
}
