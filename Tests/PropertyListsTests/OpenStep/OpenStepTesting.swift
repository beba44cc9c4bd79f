import PropertyLists
import Testing

/// Reads OpenStep text.
func readOpenStep(_ text: String, limits: Limits = .default) throws(ArchiveError) -> PropertyList {
    try OpenStepPropertyListReader(limits: limits).read(Array(text.utf8))
}

/// The error that reading OpenStep text gives, or nil if it is read.
func errorOfReadingOpenStep(_ bytes: [UInt8], limits: Limits = .default) -> ArchiveError? {
    do {
        _ = try OpenStepPropertyListReader(limits: limits).read(bytes)
        return nil
    } catch {
        return error
    }
}

/// The error that reading OpenStep text gives, or nil if it is read.
func errorOfReadingOpenStep(_ text: String, limits: Limits = .default) -> ArchiveError? {
    errorOfReadingOpenStep(Array(text.utf8), limits: limits)
}
