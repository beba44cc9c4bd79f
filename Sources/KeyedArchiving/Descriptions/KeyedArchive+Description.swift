internal import PropertyLists

extension KeyedArchive: CustomStringConvertible {
    /// The form and the size of the archive, and a line for each of its first top-level keys.
    ///
    /// ```
    /// binary keyed archive of NSKeyedArchiver, 24 objects
    /// root: Person #1
    /// ```
    ///
    /// - Complexity: O(*n*) in the size of the objects that the first keys refer to, without the objects that those
    ///   refer to.
    public var description: String {
        let count = "\(objectCount) \(objectCount == 1 ? "object" : "objects")"
        let keys = topLevelLines.map { "\n\($0.key.escapedForDisplay()): \($0.value)" }.joined()
        let rest = topLevelCount - topLevelLines.count
        return "\(format) keyed archive of \(archiver.escapedForDisplay()), \(count)\(keys)"
            + (rest > 0 ? "\nand \(rest) top-level keys more" : "")
    }

    private var topLevelCount: Int { edits.top?.fields.count ?? index.top.count }

    /// The first top-level keys, and their values in words.
    private var topLevelLines: [(key: String, value: String)] {
        let slots: [(key: Slot, value: Slot)] =
            edits.top.map { Array($0.fields.prefix(8)) }
            ?? index.pairs(of: index.top).prefix(8).map { (.stored($0.key), .stored($0.value)) }
        return slots.map { slot in
            ((try? key(slot.key))?.repaired ?? "…", (try? words(for: value(slot.value))) ?? "unreadable")
        }
    }

    /// A value in words: the class and the UID of an object, or the value.
    private func words(for value: PropertyList) throws(ArchiveError) -> String {
        guard case .uid(let uid) = value else { return value.shortDescription() }
        if isNil(uid) { return "nil" }
        switch try content(at: uid) {
        case .scalar(let slot): return try self.value(slot).shortDescription() + " \(uid)"
        case .dictionary(let slots):
            guard let classUID = try classUID(of: slots) else { return "class record \(uid)" }
            return try archivedClass(at: classUID).name.escapedForDisplay() + " \(uid)"
        case .other(let kind): return "\(kind.words) \(uid)"
        }
    }
}

extension KeyedArchive: CustomReflectable {
    /// The facts of ``description`` as children, without the bytes, which the debugger would list one by one.
    public var customMirror: Mirror {
        let keys = topLevelLines.map { "\($0.key.escapedForDisplay()): \($0.value)" }
        let children: KeyValuePairs<String, Any> = [
            "format": format, "archiver": archiver, "objectCount": objectCount, "topLevel": keys,
        ]
        return Mirror(self, children: children, displayStyle: .struct)
    }
}
