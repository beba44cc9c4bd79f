import PropertyLists
import Testing

/// Reads OpenStep text.
func readOpenStep(_ text: String, limits: Limits = .default) throws(ArchiveError) -> PropertyList {
    try OpenStepPropertyListReader(limits: limits).read(Array(text.utf8))
}

/// The error that reading OpenStep text gives, or the first oddity that it reports beside GNUstep's values; nil if nothing
/// is wrong.
func errorOfReadingOpenStep(_ bytes: [UInt8], limits: Limits = .default) -> ArchiveError? {
    var oddities: [ArchiveError] = []
    do {
        _ = try OpenStepPropertyListReader(limits: limits).read(bytes, oddities: &oddities)
        return oddities.first { !$0.reason.contains("GNUstep") }
    } catch {
        return error
    }
}

/// The error that reading OpenStep text gives, or the first oddity that it reports; nil if nothing is wrong.
func errorOfReadingOpenStep(_ text: String, limits: Limits = .default) -> ArchiveError? {
    errorOfReadingOpenStep(Array(text.utf8), limits: limits)
}
