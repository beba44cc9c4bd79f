/// A key of the outer dictionary of an archive.
enum OuterKey: String, CaseIterable {
    case archiver = "$archiver"
    case version = "$version"
    case top = "$top"
    case objects = "$objects"
}
