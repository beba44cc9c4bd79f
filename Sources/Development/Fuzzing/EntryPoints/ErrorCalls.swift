import PropertyLists
import SequentialArchives

/// Looks at everything that an error says.
enum ErrorCalls {
    static func look(at error: ArchiveError) {
        _ = (error.code.name, error.code.description, error.reason, error.remedy, error.description, error == error)
        _ = (error.byteOffset, error.line, error.column, error.path?.description, error.key, error.className)
        _ = (error.uid, error.reference)
    }
}
