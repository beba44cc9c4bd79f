import SequentialArchives

/// A class that has other versions in one sequential archive than in another.
struct ClassVersionChange {
    private let className: String
    private let old: [Int]
    private let new: [Int]

    /// The classes that are in both archives with other versions; none unless both are sequential.
    static func all(from old: SequentialArchive?, to new: SequentialArchive?) -> [ClassVersionChange] {
        guard let old = old?.versionsByName, let new = new?.versionsByName else { return [] }
        return old.keys.sorted().compactMap { name in
            guard let before = old[name], let after = new[name], before != after else { return nil }
            return ClassVersionChange(className: name, old: before, new: after)
        }
    }

    func line(_ palette: Palette) -> String {
        let name = palette.paint(className.escaped(limit: displayLimit), .className)
        return "\(palette.paint("~", .number)) class \(name): version \(Self.text(old)) → \(Self.text(new))"
    }

    var json: JSONValue {
        .object([
            "kind": .text("classVersion"), "class": .text(className), "old": .array(old.map { .integer($0) }),
            "new": .array(new.map { .integer($0) }),
        ])
    }

    private static func text(_ versions: [Int]) -> String { versions.map(String.init).joined(separator: ", ") }
}

extension SequentialArchive {
    /// The versions that the classes of each name have, in ascending order: one, unless the archive is odd.
    fileprivate var versionsByName: [String: [Int]] {
        var versions: [String: Set<Int>] = [:]
        for record in classes { versions[record.name, default: []].insert(record.version) }
        return versions.mapValues { $0.sorted() }
    }
}
