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

    /// The JSON of an archive.
    ///
    /// It counts as memory: in a file of two bytes for a group each of these is an indented line.
    static func text(of bytes: [UInt8], charging budget: DocumentBudget) throws(ArchiveError) -> [UInt8] {
        let output = TextOutput.kept()
        try output.charging(budget, asMemory: true) { () throws(ArchiveError) in
            let archive = try SequentialArchive(bytes, limits: budget.remaining)
            var writer = SequentialJSONWriter(archive, on: output, charging: budget)
            try writer.write()
            // Nothing more is made of a text that isn't whole.
            try output.check()
            writer.finish()
        }
        return output.keptBytes()
    }

    /// The file that JSON stands for.
    static func file(
        of json: JSONValue,
        source: [UInt8],
        charging budget: DocumentBudget
    ) throws(ArchiveError) -> [UInt8] {
        var reader = try SequentialJSONReader(json, source: source, limits: budget.remaining)
        let archive = try reader.makeArchive()
        if let contradiction = archive.contradictions.first {
            throw try reader.located(contradiction, limits: budget.remaining)
        }
        return archive.encoded()
    }
}
