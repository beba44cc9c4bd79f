internal import PropertyLists

extension ArchiveView: CustomStringConvertible {
    /// The path and the content of the place, shortened: `root.name: "Ada"`, `root.friend: Person #3`, `root.nick:
    /// nothing`.
    public var description: String { "\(path.shortDescription): \(contentDescription)" }

    private var contentDescription: String {
        guard exists else { return "nothing" }
        guard let value else { return "the top level of an archive" }
        guard let uid else { return value.shortDescription() }
        if isNil { return "nil" }
        if let className { return "\(className.escapedForDisplay()) \(uid)" }
        guard case .value(let plain)? = try? archive?.entry(at: uid) else { return "\(uid)" }
        return plain.shortDescription()
    }
}

extension PropertyListDocument: CustomStringConvertible {
    /// The beginning of the list in one line.
    public var description: String { root.shortDescription() }
}
