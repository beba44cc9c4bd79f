import KeyedArchiving
import PropertyLists
import SequentialArchives

/// A sequential archive as JSON that keeps all of it, and back.
enum SequentialJSON {
    static let header = "$typedstream"
    static let root = "root"
    static let groups = "$groups"
    static let classes = "$classes"
    /// Objects that are put at the end.
    static let continued = "$continued"
    /// The name of an object's class.
    static let className = "$class"
    /// The number of an object or a C string that several places refer to, where it stands.
    static let identifier = "$id"
    /// The number of the object or C string, in the other places.
    static let reference = "$ref"
    /// The text of a C string that has a number; the value that an object of Foundation's represents.
    static let value = "$value"
    /// The type of a number.
    static let type = "$type"
    /// The name of a class that is a value itself.
    static let classRecord = "$classRecord"

    /// The classes whose members are entries.
    static let dictionaryClasses: Set = ["NSDictionary", "NSMutableDictionary"]

    /// The remedy for names that JSON can't hold.
    static let bytesRemedy = "keyed-archive dump shows it"

    /// The envelope of an archive: its header, groups, objects and classes.
    ///
    /// It counts as memory: in a file of two bytes for a group each of these is an indented line.
    static func text(of bytes: [UInt8], charging budget: DocumentBudget) throws(ArchiveError) -> [UInt8] {
        let output = TextOutput.kept()
        try output.charging(budget, asMemory: true) { () throws(ArchiveError) in
            let archive = try SequentialArchive(bytes, limits: budget.remaining)
            var writer = SequentialJSONWriter(
                archive, try SequentialClassNames(archive, charging: budget), on: JSONWriter(output))
            try writer.writeEnvelope()
            output.write("\n")
        }
        return output.keptBytes()
    }
}
