/// The changes of an archive since it was opened.
struct SequentialEdits: Sendable {
    /// The groups of the top level, if they were changed.
    var topLevel: [SequentialGroup]?
    /// The groups of objects that were changed.
    var groups: [Int: [SequentialGroup]] = [:]
    /// The classes that were changed.
    var classes: [Int: SequentialItem.ClassRecord] = [:]
    /// The added items, numbered after those of the file.
    var added: [SequentialItem] = []
}

extension SequentialArchive {
    /// How many objects, classes and C strings have numbers.
    package var itemCount: Int { storage.tables.items.count + (edits?.added.count ?? 0) }

    /// The item with a number, which must be below ``itemCount``.
    func item(_ number: Int) -> SequentialItem {
        guard let edits else { return storage.item(number) }
        if let record = edits.classes[number] { return .class(record) }
        let count = storage.tables.items.count
        return number < count ? storage.item(number) : edits.added[number - count]
    }

    /// Whether the item with a number is an object; finding this out copies nothing.
    func isObject(_ number: Int) -> Bool {
        let count = storage.tables.items.count
        if number < count { return storage.tables.items[number].kind == .object }
        if case .object? = edits?.added[number - count] { return true }
        return false
    }
}
