internal import PropertyLists

/// A key of the outer dictionary of an archive.
enum OuterKey: String, CaseIterable {
    case archiver = "$archiver"
    case version = "$version"
    case top = "$top"
    case objects = "$objects"
}

extension ArchiveIndex {
    /// The one of the four keys of every archive that is at an object index; nil if there is none.
    func outerKey(at key: ObjectIndex) -> OuterKey? {
        OuterKey.allCases.first { isText(key, $0.rawValue) }
    }
}
