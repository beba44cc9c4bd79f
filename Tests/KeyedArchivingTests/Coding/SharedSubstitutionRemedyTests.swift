import KeyedArchiving
import SequentialArchives
import TestSupport
import Testing

/// What errors of hooks that need no coder say to do is done, and then the object is written.
@Suite struct SharedSubstitutionRemedyTests {
    /// Is written as what it was given.
    private final class StandIn: Codingable, SequentialCodingable, SharedSubstitution {
        static var codedClassName: String { "StandIn" }
        let replacement: Any
        init(_ replacement: Any) { self.replacement = replacement }
        func encode(with archiver: KeyedArchiver) throws {}
        func encode(with archiver: SequentialArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws { replacement = "" }
        init(coder unarchiver: SequentialUnarchiver) throws { replacement = "" }
        func replacementObjectForCoder() throws -> Any? { replacement }
    }

    @Test func `what the errors say cures them`() {
        expectCures {
            Cure("a range in a keyed archive", says: "return an object of a type that conforms to") {
                try KeyedArchiver.archivedBytes(withRootObject: StandIn(1...2))
            } cured: {
                let bytes = try KeyedArchiver.archivedBytes(withRootObject: StandIn("range"))
                return try KeyedArchive(bytes)["root"].string == "range"
            }
            Cure("a range in a sequential archive", says: "return an object of a type that conforms to") {
                try SequentialArchiver.archivedBytes(withRootObject: StandIn(1...2))
            } cured: {
                let bytes = try SequentialArchiver.archivedBytes(withRootObject: StandIn(SequentialString("range")))
                return try SequentialArchive(bytes).objects(ofClass: "NSString").count == 1
            }
        }
    }
}
