import KeyedArchiving
import PropertyLists
import SequentialArchives

/// Makes the classes of a sequential archive by their names in JSON.
struct SequentialClassBuilder {
    /// The record of a class in `$classes`.
    struct Record {
        var name: String
        /// The version; nil for the usual one.
        var version: Int32?
        /// Where the record is in the text.
        let offset: Int
    }

    private var records: [String: Record] = [:]
    /// The superclasses that are said: none for a class that has none.
    private var superclasses: [String: String?] = [:]
    /// The classes that have been added to the archive.
    private var built: [String: SequentialReference] = [:]

    /// The class with a name in JSON, if it is there.
    func reference(to label: String) -> SequentialReference? { built[label] }

    mutating func add(_ record: Record, _ label: String) { records[label] = record }

    /// Whether `$classes` has a class.
    func isListed(_ label: String) -> Bool { records[label] != nil }

    /// Says which superclasses a class has, nearest first.
    ///
    /// - Parameter isWhole: Whether these are all; else the nearest alone.
    /// - Returns: A class of which something else was said before.
    mutating func declare(_ label: String, _ chain: [String], isWhole: Bool) -> String? {
        var current = label
        for next in chain {
            guard declare(current, next) else { return current }
            current = next
        }
        return !isWhole && !chain.isEmpty || declare(current, nil) ? nil : current
    }

    private mutating func declare(_ label: String, _ superclass: String?) -> Bool {
        if let known = superclasses[label] { return known == superclass }
        superclasses[label] = .some(superclass)
        return true
    }

    /// The class with a name, which is added with its superclasses unless it is there.
    ///
    /// - Parameters:
    ///   - isStandard: Whether names that `$classes` lacks also name classes.
    /// - Throws: An error with the place of a record in the text as ``ArchiveError/byteOffset``.
    mutating func reference(
        to name: String,
        in archive: inout SequentialArchive,
        isStandard: Bool,
        charging budget: DocumentBudget
    ) throws(ArchiveError) -> SequentialReference {
        if let known = built[name] { return known }
        // The class and the superclasses that aren't there yet, the topmost last.
        var open: [String] = []
        var openLabels: Set<String> = []
        var next: String? = name
        while let label = next, built[label] == nil {
            guard isStandard || isListed(label) else {
                throw problem(
                    "the class \(label.quoted()) isn't in \"\(SequentialJSON.classes)\"",
                    "add it there as {\"version\":0,\"superclass\":\"NSObject\"}",
                    open.last.flatMap { records[$0]?.offset })
            }
            guard openLabels.insert(label).inserted else {
                throw problem(
                    "the superclasses of \(label.quoted()) lead back to it",
                    "leave the superclass of the topmost of them out", records[label]?.offset)
            }
            open.append(label)
            if superclasses[label] == nil { declareStandard(label) }
            next = superclasses[label] ?? nil
        }
        // Each is added after its superclass.
        var superclass = next.flatMap { built[$0] }
        for label in open.reversed() {
            let record = records[label]
            let name = record?.name ?? label
            try budget.make(values: 1, textSize: name.utf8.count)
            let version = record?.version ?? Int32(SequentialClassNames.standardVersion(ofClassNamed: name))
            superclass = try archive.addClass(name: name, version: version, superclass: superclass)
            built[label] = superclass
        }
        guard let reference = superclass else {
            throw problem("the class \(name.quoted()) can't be made", "give it another name", nil)
        }
        return reference
    }

    private func problem(_ reason: String, _ remedy: String, _ offset: Int?) -> ArchiveError {
        var error = ArchiveError(.invalidValue, reason, remedy: remedy)
        error.byteOffset = offset
        return error
    }

    /// Declares a class and its superclasses as the standard ones of their names, unless they were declared otherwise.
    private mutating func declareStandard(_ label: String) {
        var current = label
        for next in ArchivedClass(standardNamed: records[label]?.name ?? label).hierarchy.dropFirst() {
            _ = declare(current, next)
            current = next
        }
        _ = declare(current, nil)
    }
}
