import KeyedArchiving
import PropertyLists
import SequentialArchives

/// A sequential archive as JSON that keeps all of it, and back.
enum SequentialJSON {
    static let header = "$typedstream"
    static let groups = "$groups"
    static let classes = "$classes"
    /// Objects that are put at the end.
    static let continued = "$continued"
    /// The name of an object's class.
    static let className = "$class"
    /// The number of an object or a C string that several places refer to, where it stands.
    static let identifier = "$id"
    /// That number, in the other places.
    static let reference = "$ref"
    /// The text of a C string that has a number.
    static let value = "$value"
    /// The name of a class that is a value itself.
    static let classRecord = "$classRecord"

    /// Whether JSON is that of a sequential archive.
    static func isPresent(in document: PropertyListDictionary) -> Bool { document[header] != nil }

    /// The JSON of an archive.
    ///
    /// - Parameters:
    ///   - archive: The archive.
    ///   - bytes: The file that the archive was opened from.
    ///   - includesOriginal: Whether the file may be in the JSON; it is where the rest doesn't give the same bytes.
    ///   - limits: Bounds on the work.
    static func text(
        of archive: SequentialArchive,
        _ bytes: [UInt8],
        includesOriginal: Bool,
        limits: InputLimits
    ) throws(ArchiveError) -> [UInt8] {
        let text = try text(of: archive, bytes, original: nil, limits)
        // What can't be made of the JSON again is in it as it is.
        let again = try? Self.bytes(of: Conversion.document(text), limits)
        guard includesOriginal, again != bytes else { return text }
        return try Self.text(of: archive, bytes, original: bytes, limits)
    }

    private static func text(
        of archive: SequentialArchive,
        _ bytes: [UInt8],
        original: [UInt8]?,
        _ limits: InputLimits
    ) throws(ArchiveError) -> [UInt8] {
        let output = TextOutput.kept()
        // Twice the size: a group of two bytes becomes a line of JSON.
        let size = bytes.count.multipliedReportingOverflow(by: 2).partialValue
        let budget = Budget(inputSize: size, limits: limits.limitsOfPrinting)
        var writer = SequentialJSONWriter(archive, on: output, paidFrom: budget)
        try writer.write(original: original)
        return output.keptBytes
    }

    /// The file that JSON stands for: the one that it was made of, if nothing was changed.
    static func file(of document: PropertyListDictionary, original: [UInt8]?, _ limits: InputLimits)
        throws(ArchiveError)
        -> [UInt8]
    {
        guard let original else { return try bytes(of: document, limits) }
        let old = try SequentialArchive(original, limits: limits.limits)
        let unchanged = try Conversion.document(try text(of: old, original, original: nil, limits))
        let now = PropertyListDictionary(document.filter { $0.key.stringValue != Conversion.originalKey })
        return PropertyList.dictionary(unchanged) == .dictionary(now) ? original : try bytes(of: document, limits)
    }

    private static func bytes(of document: PropertyListDictionary, _ limits: InputLimits) throws(ArchiveError)
        -> [UInt8]
    {
        var reader = try SequentialJSONReader(document, limits: limits.limits)
        return try reader.makeArchive().encoded()
    }
}
