import KeyedArchiving
import PropertyLists
import SequentialArchives

/// Edits a sequential archive at the paths that a keyed copy of it has.
///
/// The edits of one command are made in one archive, whose objects keep their numbers; it is written once, at the end.
///
/// Only edits that keep the types of the groups are possible: a value is replaced by one of the same type, and
/// collections of Foundation lose elements. Everything else is an error that says so; the JSON of `convert` can be
/// edited freely.
final class SequentialPathEditor {
    private(set) var archive: SequentialArchive
    private(set) var copy: KeyedCopy
    private let limits: InputLimits
    /// How many values refer to each object; nil as long as that wasn't asked for.
    private var counts: ReferenceCounts?

    init(_ archive: SequentialArchive, charging budget: DocumentBudget) throws(ArchiveError) {
        self.archive = archive
        limits = budget.limits
        copy = try KeyedCopy(archive, charging: budget, limits: budget.remaining)
    }

    /// The file after the edits.
    ///
    /// - Throws: The error of opening it: it may be larger than limits allow.
    func bytes() throws(ArchiveError) -> [UInt8] {
        let bytes = archive.bytes()
        _ = try SequentialArchive(bytes, limits: limits.limits)
        return bytes
    }

    /// A view of the place that a path leads to.
    func view(at path: ArchivePath) -> ArchiveView { copy.archive[path] }

    /// Renames classes, which keep their versions; the copy has the old names.
    func rename(_ renaming: ClassRenaming) throws(ArchiveError) -> EditedFile.Renamed {
        var renamed = EditedFile.Renamed()
        var names: [String: String] = [:]
        for record in archive.classes {
            let newName = renaming.newName(of: record.name)
            renamed.add(ArchivedClass(name: record.name, hierarchy: [record.name]), newName: newName, to: &names)
            guard let name = newName else { continue }
            try archive.renameClass(
                record.reference, to: name, version: Int32(truncatingIfNeeded: record.version))
            renamed.nameCount += 1
            renamed.recordCount += 1
        }
        return renamed
    }

    // MARK: - Setting

    /// Sets the place at a path.
    ///
    /// - Parameter reflow: Whether the runs of an attributed string follow its text.
    func set(_ value: PropertyList, at path: ArchivePath, everywhere: Bool, reflow: Bool) throws(ArchiveError) {
        try check(path)
        _ = try copy.archive[path].require()
        if let object = object(at: path) {
            let owner = try attributedString(following: object, as: value, at: path, reflow: reflow)
            if try setContent(of: object, to: value, at: path, everywhere: everywhere) {
                if let owner { try edit(owner.reference, at: path) { $0 = owner.groups } }
                return
            }
        }
        guard let place = place(of: path) else { throw Self.notEditable(path) }
        try edit(place.object, at: path) { groups throws(ArchiveError) in
            var values = groups[place.group].values
            values[place.value] = try Self.replacing(place.indices[...], in: values[place.value], by: value)
            groups[place.group] = try SequentialGroup(typeBytes: groups[place.group].typeBytes, values: values)
        }
    }

    /// Sets the text, number, date or data that an object of Foundation's is.
    ///
    /// - Returns: Whether the object is one; other objects are replaced where they are referred to.
    private func setContent(
        of object: SequentialObject,
        to value: PropertyList,
        at path: ArchivePath,
        everywhere: Bool
    ) throws(ArchiveError) -> Bool {
        let groups = object.groups
        guard let new = Self.content(of: object, groups, as: value) else { return false }
        guard everywhere || !isShared(object.reference) else {
            throw ArchiveError(
                .invalidPath, "other places refer to the object, too", path: path,
                remedy: "pass --everywhere to change it for all of them")
        }
        try edit(object.reference, at: path) { groups throws(ArchiveError) in groups = try new(groups) }
        return true
    }

    // MARK: - Deleting

    /// Takes an element out of an array or a set, or an entry out of a dictionary.
    func remove(at path: ArchivePath) throws(ArchiveError) {
        try check(path)
        _ = try copy.archive[path].require()
        guard let last = path.steps.last, let object = object(at: ArchivePath(Array(path.steps.dropLast()))),
            let range = groups(of: last, in: object)
        else {
            throw ArchiveError(
                .invalidPath, "only elements of arrays and sets and entries of dictionaries are deleted", path: path,
                remedy: "set an object to nil instead: keyed-archive set FILE PATH nil --type nil")
        }
        try edit(object.reference, at: path) { groups throws(ArchiveError) in
            groups.removeSubrange(range)
            let count = groups.count - 1
            let type = groups[0].types
            groups[0] = try SequentialGroup(types: type, values: [.integer(Int64(count / range.count))])
        }
    }

    /// The groups of an element or an entry of a collection; nil if there is none.
    private func groups(of step: ArchivePath.Step, in object: SequentialObject) -> Range<Int>? {
        let groups = object.groups
        guard groups.dropFirst().allSatisfy({ $0.types == "@" }),
            groups.first?.count == 1, case .integer(let stored)? = groups.first?.values.first?.signed,
            let count = Int(exactly: stored), count >= 0, count <= groups.count
        else { return nil }
        switch step {
        case .index(let index):
            let position = index < 0 ? count + index : index
            guard groups.count == count + 1, (0..<count).contains(position),
                object.isKind(of: "NSArray") || object.isKind(of: "NSSet")
            else { return nil }
            return position + 1..<position + 2
        case .key(let key):
            guard groups.count == 1 + 2 * count, object.isKind(of: "NSDictionary") else { return nil }
            let position = (0..<count).first { position in
                archive.object(groups[1 + 2 * position][0])?.text?.isIdentical(to: key) == true
            }
            return position.map { 1 + 2 * $0..<3 + 2 * $0 }
        default: return nil
        }
    }

    // MARK: - Places

    /// Where a value is that has no name.
    private struct Place {
        /// The object; nil at the top level.
        var object: SequentialReference?
        var group: Int
        var value: Int
        /// The elements of arrays and structures that lead to the value.
        var indices: [Int]
    }

    /// The place that `$0`, `$1` and so on, with positions after it, lead to; nil for another path.
    private func place(of path: ArchivePath) -> Place? {
        var indices: [Int] = []
        var steps = path.steps
        while case .index(let index)? = steps.last {
            indices.insert(index, at: 0)
            steps.removeLast()
        }
        guard case .key(let key)? = steps.popLast(), key.hasPrefix("$"), var number = Int(key.dropFirst()), number >= 0
        else { return nil }
        let parent = steps.isEmpty ? nil : object(at: ArchivePath(steps))
        guard steps.isEmpty || parent != nil else { return nil }
        for (position, group) in (parent?.groups ?? archive.groups).enumerated() {
            if number < group.count {
                return Place(object: parent?.reference, group: position, value: number, indices: indices)
            }
            number -= group.count
        }
        return nil
    }

    /// The object that a path leads to; nil for a value that isn't one.
    func object(at path: ArchivePath) -> SequentialObject? {
        copy.archive[path].uid.flatMap { archive.object(SequentialReference($0)) }
    }

    /// Whether several values refer to an object.
    private func isShared(_ reference: SequentialReference) -> Bool {
        let known = counts ?? ReferenceCounts(in: archive)
        counts = known
        guard known[reference] > 1, known.mayBeTooHigh else { return known[reference] > 1 }
        let exact = ReferenceCounts(in: archive)
        counts = exact
        return exact[reference] > 1
    }

    // MARK: - Errors

    private func check(_ path: ArchivePath) throws(ArchiveError) {
        guard path.steps.contains(.nestedArchive) else { return }
        throw ArchiveError(
            .invalidPath, "an archive in data of a sequential archive isn't edited by path", path: path,
            remedy: "edit it as a separate file, and set the data: --type hex")
    }

    private static func notEditable(_ path: ArchivePath) -> ArchiveError {
        ArchiveError(
            .invalidPath, "this is not a value of a sequential archive itself, so it isn't set by path", path: path,
            remedy: "edit its JSON: keyed-archive convert FILE FILE.json --format json, and convert that back")
    }

    /// Changes the groups of an object, or of the top level, and updates the copy and the reference counts.
    private func edit(
        _ reference: SequentialReference?,
        at path: ArchivePath,
        _ body: (inout [SequentialGroup]) throws(ArchiveError) -> Void
    ) throws(ArchiveError) {
        let old = reference.map { archive.object($0)?.groups ?? [] } ?? archive.groups
        var new = old
        do throws(ArchiveError) {
            try body(&new)
            if let reference { try archive.setGroups(new, of: reference) } else { try archive.setGroups(new) }
        } catch {
            let code: ArchiveError.Code = error.code == .range ? .range : .invalidValue
            throw ArchiveError(code, error.reason, path: path, remedy: error.remedy)
        }
        // What was put in place may be larger than the file was.
        let size = new.reduce(archive.fileSize) { $0 + $1.size }
        var budget = Budget(inputSize: size * SequentialEntries.sizeFactor, limits: limits.limits)
        try copy.update(reference, of: archive, charging: &budget)
        if counts?.replace(old, by: new) == false { counts = nil }
    }
}

extension SequentialGroup {
    /// About how many bytes the group has.
    fileprivate var size: Int { values.reduce(typeBytes.count) { $0 + $1.size } }
}

extension SequentialValue {
    /// About how many bytes the value has; types nest within bounds, so this may recurse.
    fileprivate var size: Int {
        switch self {
        case .bytes(let bytes), .atom(let bytes), .selector(let bytes): bytes.count
        case .array(let values), .structure(let values): values.reduce(0) { $0 + $1.size }
        default: 8
        }
    }

    /// An integer with its sign, if it is one.
    fileprivate var signed: SequentialValue? {
        switch self {
        case .integer: self
        case .unsignedInteger(let value): Int64(exactly: value).map { .integer($0) }
        default: nil
        }
    }
}
