import PropertyLists
import Testing

/// Reads XML text.
func readXML(_ text: String, limits: Limits = .default) throws(ArchiveError) -> PropertyList {
    try XMLPropertyListReader(limits: limits).read(Array(text.utf8))
}

extension Limits {
    /// These limits, where what is odd is refused.
    var refusingOddInput: Limits {
        var limits = self
        limits.refusesOddInput = true
        return limits
    }
}

/// The error that reading XML text gives, or the first oddity that it reports; nil if nothing is wrong.
func errorOfReadingXML(_ bytes: [UInt8], limits: Limits = .default) -> ArchiveError? {
    var oddities: [ArchiveError] = []
    do {
        _ = try XMLPropertyListReader(limits: limits).read(bytes, oddities: &oddities)
        return oddities.first
    } catch {
        return error
    }
}

/// The error that reading XML text gives, or the first oddity that it reports; nil if nothing is wrong.
func errorOfReadingXML(_ text: String, limits: Limits = .default) -> ArchiveError? {
    errorOfReadingXML(Array(text.utf8), limits: limits)
}

/// The XML text of a value, without the lines around it.
func writeXML(_ value: PropertyList, sortsKeys: Bool = true) throws(ArchiveError) -> String {
    let bytes = try XMLPropertyListWriter(sortsKeys: sortsKeys).write(value)
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    return lines.dropFirst(3).dropLast(2).joined(separator: "\n")
}

/// The error that writing a value gives, or nil if it is written.
func errorOfWritingXML(_ value: PropertyList) -> ArchiveError? {
    do {
        _ = try XMLPropertyListWriter().write(value)
        return nil
    } catch {
        return error
    }
}
