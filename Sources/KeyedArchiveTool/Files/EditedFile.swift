import KeyedArchiving
import PropertyLists
import SequentialArchives

/// A file that is being edited: an archive of either kind, or a property list that may hold archives.
struct EditedFile {
    /// The name that the user gave.
    let name: String
    /// The bytes before the edits.
    let original: [UInt8]
    let limits: InputLimits
    private let budget: DocumentBudget
    private let content: Content

    /// The edited document, by its kind.
    private enum Content {
        case archive(EditedInPlace<KeyedArchive>)
        case sequential(SequentialPathEditor)
        case list(EditedInPlace<PropertyListDocument>)
    }

    /// A holder of a document, so that edits change it in place without a copy.
    private final class EditedInPlace<Value> {
        var value: Value

        init(_ value: Value) { self.value = value }
    }

    /// Reads a file.
    ///
    /// - Parameter isReplaced: Whether the edited file takes its place.
    init(_ input: InputFile, isReplaced: Bool) throws(Failure) {
        name = input.name
        let (bytes, budget) = try isReplaced ? input.readToEdit() : input.read()
        original = bytes
        self.budget = budget
        limits = input.limits
        do throws(ArchiveError) {
            content =
                switch try Document(bytes, charging: budget).content {
                case .archive(let archive): .archive(EditedInPlace(archive))
                case .sequential(let archive): .sequential(try SequentialPathEditor(archive, charging: budget))
                case .list(let list): .list(EditedInPlace(list))
                }
        } catch {
            throw Failure(error, in: name)
        }
    }

    /// Whether the file is a sequential archive.
    var isSequential: Bool { if case .sequential = content { true } else { false } }

    /// Whether a path leads into a keyed archive, which holds objects.
    func holdsObjects(at path: ArchivePath) -> Bool {
        switch content {
        case .archive: true
        case .sequential: false
        case .list: path.steps.contains(.nestedArchive)
        }
    }

    /// A view of the place that a path leads to.
    func view(at path: ArchivePath) -> ArchiveView {
        switch content {
        case .archive(let archive): archive.value[path]
        case .sequential(let editor): editor.view(at: path)
        case .list(let list): list.value[path]
        }
    }

    /// Makes edits one after the other; the objects that they leave without a reference are dropped after the last.
    func batch(_ edits: (EditedFile) throws(Failure) -> Void) throws(Failure) {
        guard case .archive(let archive) = content else { return try edits(self) }
        archive.value.beginBatch()
        try edits(self)
        do throws(ArchiveError) {
            try archive.value.endBatch()
        } catch {
            throw Failure(error, in: name)
        }
    }

    /// Sets the place at a path.
    func set(
        _ value: NewValue,
        at path: ArchivePath,
        everywhere: Bool,
        reflow: Bool
    ) throws(Failure) {
        try change(at: [path]) {
            (archive) throws(ArchiveError) in
            try archive.set(value, at: path, everywhere: everywhere, reflow: reflow)
        } list: {
            (list) throws(ArchiveError) in
            try list.set(value.checked(forListAt: path), at: path, everywhere: everywhere, reflow: reflow)
        } sequential: {
            (editor) throws(ArchiveError) in
            guard case .plain(let value) = value else { throw Self.sequentialList }
            try editor.set(value, at: path, everywhere: everywhere, reflow: reflow)
        }
    }

    /// Sets all that a pattern leads to.
    ///
    /// - Parameter value: The value for a place.
    /// - Returns: How many values were set.
    /// - Throws: The error of setting one of them; then none is set.
    func setAll(
        at pattern: ArchivePath,
        everywhere: Bool,
        reflow: Bool,
        to value: (ArchiveView, EditedFile) throws(Failure) -> NewValue
    ) throws(Failure) -> Int {
        let before = self
        let places: [(path: ArchivePath, view: ArchiveView)]
        do throws(ArchiveError) {
            places = try self.places(matching: pattern)
        } catch {
            throw Failure(error, in: name)
        }
        let changes = try places.map { place throws(Failure) in
            (path: place.path, value: try value(place.view, before))
        }
        try change(at: changes.map(\.path)) {
            (archive) throws(ArchiveError) in
            try archive.setAll(changes, everywhere: everywhere, reflow: reflow)
        } list: {
            (list) throws(ArchiveError) in
            for (path, value) in changes {
                try list.set(value.checked(forListAt: path), at: path, everywhere: everywhere, reflow: reflow)
            }
        } sequential: {
            (editor) throws(ArchiveError) in
            for (path, value) in changes {
                guard case .plain(let value) = value else { throw Self.sequentialList }
                try editor.set(value, at: path, everywhere: everywhere, reflow: reflow)
            }
        }
        return places.count
    }

    /// The places that a pattern leads to, charged with the cost of setting them all.
    private func places(
        matching pattern: ArchivePath
    ) throws(ArchiveError) -> [(path: ArchivePath, view: ArchiveView)] {
        var isKeyed = false
        let document: Document.Content
        switch content {
        case .archive(let archive): (document, isKeyed) = (.archive(archive.value), true)
        case .sequential(let editor): document = .archive(editor.copy.archive)
        case .list(let list): document = .list(list.value)
        }
        var places: [(path: ArchivePath, view: ArchiveView)] = []
        for view in try document.matches(pattern, charging: budget) {
            let path = view.path
            try budget.make(values: path.steps.count)
            // Everything but an object of the archive itself is written anew for each.
            let isWritten = !isKeyed || path.steps.contains(.nestedArchive)
            try budget.step(isWritten ? original.count / 16 : path.steps.count)
            places.append((path, view))
        }
        return places
    }

    /// Removes the value at a path.
    func remove(at path: ArchivePath) throws(Failure) {
        try change(at: [path]) {
            (archive) throws(ArchiveError) in
            try archive.remove(at: path)
        } list: {
            (list) throws(ArchiveError) in
            try list.remove(at: path)
        } sequential: {
            (editor) throws(ArchiveError) in
            try editor.remove(at: path)
        }
    }

    /// Adds a value after the elements of a list.
    func append(_ value: NewValue, to path: ArchivePath) throws(Failure) {
        try change(at: [path]) {
            (archive) throws(ArchiveError) in
            try archive.append(value, to: path)
        } list: {
            (list) throws(ArchiveError) in
            try list.append(value.checked(forListAt: path), to: path)
        }
    }

    /// Puts a value before an element.
    func insert(_ value: NewValue, at path: ArchivePath) throws(Failure) {
        try change(at: [path]) {
            (archive) throws(ArchiveError) in
            try archive.insert(value, at: path)
        } list: {
            (list) throws(ArchiveError) in
            try list.insert(value.checked(forListAt: path), at: path)
        }
    }

    /// Moves the value at a path.
    func move(from source: ArchivePath, to destination: ArchivePath) throws(Failure) {
        try change(at: [source, destination]) {
            (archive) throws(ArchiveError) in
            try archive.move(from: source, to: destination)
        } list: {
            (list) throws(ArchiveError) in
            try list.move(from: source, to: destination)
        }
    }

    /// The results of renaming classes.
    struct Renamed {
        var recordCount = 0
        var nameCount = 0
        /// The names of all classes.
        var classNames: Set<String> = []
        /// New names that another class of the same archive has, too.
        var takenNames: Set<String> = []
        /// New names of classes of Foundation's, which the classes weren't before.
        var foundationNames: Set<String> = []
        /// Old names of classes of Foundation's, which the classes aren't from now on.
        var formerNames: Set<String> = []
        /// New names of classes of Foundation's that programs may change the objects of, or may not, other than before.
        var otherwiseMutableNames: Set<String> = []

        static func += (renamed: inout Renamed, other: Renamed) {
            renamed.recordCount += other.recordCount
            renamed.nameCount += other.nameCount
            renamed.classNames.formUnion(other.classNames)
            renamed.takenNames.formUnion(other.takenNames)
            renamed.foundationNames.formUnion(other.foundationNames)
            renamed.formerNames.formUnion(other.formerNames)
            renamed.otherwiseMutableNames.formUnion(other.otherwiseMutableNames)
        }

        /// Adds the class of a record, and its new name.
        ///
        /// - Parameters:
        ///   - archivedClass: The class as it was.
        ///   - name: The new name; nil if it stays.
        ///   - names: The names of the archive's classes as far as they were added, each with the one before.
        mutating func add(_ archivedClass: ArchivedClass, newName name: String?, to names: inout [String: String]) {
            classNames.insert(archivedClass.name)
            let now = name ?? archivedClass.name
            if let other = names.updateValue(archivedClass.name, forKey: now), other != archivedClass.name {
                takenNames.insert(now)
            }
            guard let name else { return }
            let family = FoundationFamily(of: ArchivedClass(name: name, hierarchy: [name]))
            if family != nil, FoundationFamily(of: archivedClass) != family { foundationNames.insert(name) }
            let former = archivedClass.name
            let formerFamily = FoundationFamily(of: ArchivedClass(name: former, hierarchy: [former]))
            if formerFamily != nil, formerFamily != family { formerNames.insert(former) }
            let mutable = "NSMutable"
            if family != nil, formerFamily == family, name.hasPrefix(mutable) != former.hasPrefix(mutable) {
                otherwiseMutableNames.insert(name)
            }
        }

        /// Notes for people about the effects of the new names.
        var notes: [String] {
            takenNames.sorted().map {
                "another class is named \($0.quoted()) already: programs read the objects of both as one class"
            }
                + foundationNames.sorted().map {
                    "\($0.quoted()) is a class of Foundation's: programs look for its fields in the objects"
                }
                + formerNames.sorted().map {
                    "\($0.quoted()) is a class of Foundation's: programs find its objects only if they know the new name"
                }
                + otherwiseMutableNames.sorted().map {
                    "\($0.quoted()) is a class of Foundation's: programs "
                        + ($0.hasPrefix("NSMutable") ? "may" : "can't") + " change its objects"
                }
        }
    }

    /// Renames classes.
    ///
    /// - Parameter isNested: Whether they are renamed in archives in data, too.
    /// - Throws: Also where there is none with the name.
    func rename(_ renaming: ClassRenaming, nested isNested: Bool) throws(Failure) -> Renamed {
        var renamed = Renamed()
        let (budget, size) = (budget, original.count)
        try change(at: []) {
            (archive) throws(ArchiveError) in
            renamed = try archive.rename(renaming, nested: isNested, charging: budget)
        } list: {
            (list) throws(ArchiveError) in
            guard isNested else {
                throw ArchiveError(
                    .notAKeyedArchive, "this is a property list, but no archive, and has no classes",
                    remedy: "rename in the archives in its data: --nested")
            }
            for view in try list.matches(ArchivePath.archivesInData) {
                guard let (data, path) = try view.rename(renaming, counting: &renamed, charging: budget) else {
                    continue
                }
                // The list is made anew for each.
                try budget.step(size / 16)
                try list.set(.plain(.data(data)), at: path, everywhere: true, reflow: false)
            }
        } sequential: {
            (editor) throws(ArchiveError) in
            renamed = try editor.rename(renaming)
        }
        guard renamed.nameCount == 0 else { return renamed }
        let nearest = Suggestion.text(for: renaming.old, among: renamed.classNames)
        throw Failure(
            file: name,
            reason: "no class is named \(renaming.old.quoted())"
                + (nearest.isEmpty ? "; keyed-archive classes prints the names that there are" : nearest),
            status: .negativeResult)
    }

    private static let sequentialList = ArchiveError(
        .unrepresentable, "the elements of a sequential archive's lists are added and moved in JSON only",
        remedy: "edit the JSON of keyed-archive convert")

    /// What people are told of values that the bytes have as others; nil if they have all.
    var note: String? {
        guard case .list(let list) = content, list.value.losesTypes else { return nil }
        return "note: text and data are all that an OpenStep property list has: other values are written as text; "
            + "keyed-archive convert --format xml makes a list that keeps them apart"
    }

    /// The bytes after the edits.
    func bytes() throws(Failure) -> [UInt8] {
        do throws(ArchiveError) {
            switch content {
            case .archive(let archive): return try archive.value.bytes()
            case .sequential(let editor): return try editor.bytes()
            case .list(let list): return try list.value.bytes()
            }
        } catch {
            throw Failure(error, in: name)
        }
    }

    /// Refuses a path into a sequential archive in data, which no edit of the file around it changes.
    private func check(_ path: ArchivePath) throws(ArchiveError) {
        for (position, step) in path.steps.enumerated() where step == .nestedArchive {
            let holder = ArchivePath(Array(path.steps[..<position]))
            guard let bytes = view(at: holder).bytes, FileKind(bytes).isSequential else { continue }
            throw ArchiveError(
                .invalidPath, "a sequential archive in data isn't edited by path", path: path,
                remedy:
                    "edit it as a separate file, which keyed-archive get --bytes gives, and set the data: --type hex")
        }
    }

    /// Makes an edit; each edits one kind of file.
    ///
    /// - Parameter paths: Where it is made.
    private func change(
        at paths: [ArchivePath],
        _ editArchive: (inout KeyedArchive) throws(ArchiveError) -> Void,
        list editList: (inout PropertyListDocument) throws(ArchiveError) -> Void,
        sequential editSequential: (SequentialPathEditor) throws(ArchiveError) -> Void = {
            (_) throws(ArchiveError) in throw Self.sequentialList
        }
    ) throws(Failure) {
        do throws(ArchiveError) {
            for path in paths { try check(path) }
            switch content {
            case .archive(let archive): try editArchive(&archive.value)
            case .sequential(let editor): try editSequential(editor)
            case .list(let list): try editList(&list.value)
            }
        } catch {
            throw Failure(error, in: name)
        }
    }
}

extension NewValue {
    /// The value, if it may stand where a path in a property list leads: a list has no null, an archive in its data has.
    fileprivate func checked(forListAt path: ArchivePath) throws(ArchiveError) -> NewValue {
        guard case .plain(let value) = self, !path.steps.contains(.nestedArchive),
            value.containsValue(where: { $0 == .null })
        else { return self }
        throw ArchiveError(
            .unrepresentable, "a property list has no null", path: path,
            remedy: "take what is there out with keyed-archive delete")
    }
}

extension ArchivePath {
    /// The archives in data, but not those in their data.
    fileprivate static let archivesInData = ArchivePath([.descendants, .nestedArchive])
}

extension ArchiveView {
    /// Renames classes in the archive that a path into data leads to.
    ///
    /// - Returns: The data and their path, if something was renamed.
    fileprivate func rename(
        _ renaming: ClassRenaming,
        counting renamed: inout EditedFile.Renamed,
        charging budget: DocumentBudget
    ) throws(ArchiveError) -> (data: [UInt8], path: ArchivePath)? {
        guard var archive else { return nil }
        let inside = try archive.rename(renaming, nested: true, charging: budget)
        renamed += inside
        guard inside.nameCount > 0 else { return nil }
        let data = try archive.bytes()
        try budget.make(data.count)
        return (data, ArchivePath(Array(path.steps.dropLast())))
    }
}

extension KeyedArchive {
    /// Renames classes in all class records.
    fileprivate mutating func rename(
        _ renaming: ClassRenaming,
        nested isNested: Bool,
        charging budget: DocumentBudget
    ) throws(ArchiveError) -> EditedFile.Renamed {
        var renamed = EditedFile.Renamed()
        if isNested {
            for view in try matches(ArchivePath.archivesInData) {
                guard let (data, path) = try view.rename(renaming, counting: &renamed, charging: budget) else {
                    continue
                }
                try budget.step(path.steps.count)
                try set(.plain(.data(data)), at: path, everywhere: true, orphans: .kept, reflow: false)
            }
        }
        var names: [String: String] = [:]
        for number in 1..<max(1, objectCount) {
            let uid = UID(UInt64(number))
            guard case .classRecord(let record) = try entry(at: uid) else { continue }
            let before = renamed.nameCount
            let newName = renaming.newName(of: record.name)
            renamed.add(record, newName: newName, to: &names)
            if let name = newName {
                try setValue(.string(PropertyListString(name)), forKey: "$classname", ofObjectAt: uid)
                renamed.nameCount += 1
            }
            for (key, names) in [("$classes", record.hierarchy), ("$classhints", record.fallbacks)] {
                let newNames = names.map { renaming.newName(of: $0) }
                let changedCount = newNames.count { $0 != nil }
                guard changedCount > 0 else { continue }
                // A class that is named as a superclass from now on takes its place in the chain.
                let given = Set(newNames.compactMap { $0 })
                var seen: Set<String> = []
                let list = zip(names, newNames).compactMap { old, new in
                    let name = new ?? old
                    let isRepeated = !seen.insert(name).inserted && given.contains(name)
                    return isRepeated ? nil : PropertyList.string(PropertyListString(name))
                }
                try setValue(.array(PropertyListArray(list)), forKey: key, ofObjectAt: uid)
                renamed.nameCount += changedCount
            }
            if renamed.nameCount > before { renamed.recordCount += 1 }
        }
        return renamed
    }
}
