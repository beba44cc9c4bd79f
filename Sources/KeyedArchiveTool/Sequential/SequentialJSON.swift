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
    /// It counts as memory: in a file of two bytes for a group each of these is an indented line.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - includesOriginal: Whether the file may be in the JSON; it is where the rest doesn't give the same bytes.
    ///   - budget: What the text, and reading it again, is charged to.
    static func text(
        of bytes: [UInt8],
        includesOriginal: Bool,
        charging budget: DocumentBudget
    ) throws(ArchiveError) -> [UInt8] {
        let output = TextOutput.kept()
        try output.charging(budget, asMemory: true) { () throws(ArchiveError) in
            let archive = try SequentialArchive(bytes, limits: budget.remaining)
            var writer = SequentialJSONWriter(archive, on: output, charging: budget)
            try writer.write()
            // Nothing more is made of a text that isn't whole.
            try output.check()
            if includesOriginal {
                // What can't be made of the JSON again is in it as it is.
                let text = output.keptBytes(endingWith: SequentialJSONWriter.end)
                let document = try? Conversion.document(text, charging: budget)
                let again = document.flatMap { try? Self.bytes(of: $0, charging: budget) }
                if again != bytes { writer.write(original: bytes) }
            }
            writer.finish()
        }
        return output.keptBytes()
    }

    /// The file that JSON stands for: the one that it was made of, if nothing was changed.
    static func file(
        of document: PropertyListDictionary,
        original: [UInt8]?,
        charging budget: DocumentBudget
    ) throws(ArchiveError) -> [UInt8] {
        guard let original else { return try bytes(of: document, charging: budget) }
        let text = try text(of: original, includesOriginal: false, charging: budget)
        let unchanged = try Conversion.document(text, charging: budget)
        let now = PropertyListDictionary(document.filter { $0.key.stringValue != Conversion.originalKey })
        if PropertyList.dictionary(unchanged) == .dictionary(now) { return original }
        return try bytes(of: document, charging: budget)
    }

    private static func bytes(
        of document: PropertyListDictionary,
        charging budget: DocumentBudget
    ) throws(ArchiveError) -> [UInt8] {
        var reader = try SequentialJSONReader(document, limits: budget.remaining)
        return try reader.makeArchive().encoded()
    }
}
