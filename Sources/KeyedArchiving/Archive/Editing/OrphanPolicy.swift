/// What an edit does with objects that nothing refers to any more.
///
/// Apple's archiver writes no such objects; readers don't mind them.
public enum OrphanPolicy: Hashable, Sendable {
    /// They become `$null`, so that the UIDs of all others stay; their values are gone from the file.
    ///
    /// Finding them takes time in proportion to the size of the archive, for each edit.
    case dropped
    /// They stay; ``KeyedArchive/dropOrphans()`` drops all of them at once.
    case kept
}
