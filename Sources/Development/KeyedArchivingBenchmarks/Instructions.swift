import KeyedArchiving
import PropertyLists
import SequentialArchives

/// Workloads whose retired instructions `.ci/instructions` counts, as the difference between two numbers of turns.
///
/// Both numbers share the preparation, so it falls out of the difference.
enum Instructions {
    /// One row of the recorded file.
    struct Row {
        var name: String
        /// How many units of the row one turn makes.
        var units: Int
        /// Prepares the work and returns a turn of it.
        var prepare: () throws -> () throws -> Void
    }

    /// Runs so many turns of a row.
    static func run(_ name: String, turns: Int) throws {
        guard let row = rows.first(where: { $0.name == name }) else {
            throw WrongResult(description: "there is no row \(name)")
        }
        let turn = try row.prepare()
        for _ in 0..<turns { try turn() }
    }

    static var rows: [Row] {
        workload("person", W1Persons(size: 200), 200) + delegates + chain + filled
            + workload("registered node", W2Tree(size: 200), 200)
            + workload("string-dictionary entry", W3Strings(size: 200), 200)
            + workload("number", W4Numbers(size: 1_000), 1_000)
            + workload("archive of two persons", W1Persons(size: 2), 1)
            + workload("archive of ten persons", W1Persons(size: 10), 1) + codable + lists + sequential
    }

    private static func workload(_ name: String, _ workload: some Workload, _ units: Int) -> [Row] {
        [
            Row(name: "decode \(name)", units: units) {
                let bytes = try workload.encode()
                return { _ = try workload.decode(bytes) }
            },
            Row(name: "encode \(name)", units: units) { { _ = try workload.encode() } },
        ]
    }

    /// Persons that are shown to a delegate, and those that Foundation wrote.
    private static var delegates: [Row] {
        let persons = W1Persons(size: 200)
        return [
            Row(name: "decode person with a delegate", units: 200) {
                let bytes = try persons.encode()
                return { try persons.decodeWithDelegate(bytes) }
            },
            Row(name: "decode person of Foundation's file", units: 200) {
                let bytes = try persons.foundationFile()
                return { try persons.decodeFoundationFile(bytes) }
            },
            Row(name: "encode person with a delegate", units: 200) { { _ = try persons.encodeWithDelegate() } },
        ]
    }

    /// A tree whose nodes decode in two phases.
    private static var filled: [Row] {
        let tree = W2Tree(size: 200)
        return [
            Row(name: "decode two-phase tree node", units: 200) {
                let bytes = try tree.encode()
                return { try tree.decodeInTwoPhases(bytes) }
            }
        ]
    }

    /// A chain of nodes that decode in two phases.
    private static var chain: [Row] {
        let first = Curves.chain(of: 200)
        return [
            Row(name: "decode two-phase node", units: 200) {
                let bytes = try KeyedArchiver.archivedBytes(withRootObject: first)
                return { _ = try KeyedUnarchiver.unarchivedObject(of: Curves.Link.self, from: bytes) }
            },
            Row(name: "encode two-phase node", units: 200) {
                { _ = try KeyedArchiver.archivedBytes(withRootObject: first) }
            },
        ]
    }

    private static var codable: [Row] {
        let persons = CodablePersons(persons: W1Persons(size: 200).persons)
        return [
            Row(name: "decode Codable person", units: 200) {
                let bytes = try persons.encode()
                return { _ = try persons.decode(bytes) }
            },
            Row(name: "encode Codable person", units: 200) { { _ = try persons.encode() } },
            Row(name: "decode person as Decodable", units: 200) {
                let bytes = try W1Persons(size: 200).encode()
                return { _ = try persons.decodeObjects(bytes) }
            },
            Row(name: "encode person as Encodable", units: 200) { { _ = try persons.encodeObjects() } },
            Row(name: "decode string-dictionary entry as Decodable", units: 200) {
                let strings = W3Strings(size: 200)
                let bytes = try strings.encode()
                return { _ = try strings.decodeCodable(bytes) }
            },
            Row(name: "encode string-dictionary entry as Encodable", units: 200) {
                let strings = W3Strings(size: 200)
                return { _ = try strings.encodeCodable() }
            },
        ]
    }

    /// Persons of a sequential archive.
    private static var sequential: [Row] {
        let persons = W8Sequential.persons(200)
        return [
            Row(name: "open sequential archive, for a person", units: 200) {
                let bytes = try SequentialArchiver.archivedBytes(withRootObject: persons)
                return { _ = try SequentialArchive(bytes) }
            },
            Row(name: "decode sequential person", units: 200) {
                let bytes = try SequentialArchiver.archivedBytes(withRootObject: persons)
                return { try W8Sequential.decode(bytes) }
            },
            Row(name: "encode sequential person", units: 200) {
                { _ = try SequentialArchiver.archivedBytes(withRootObject: persons) }
            },
        ]
    }

    /// The archive of persons as a property list, and as an archive of unknown classes.
    private static var lists: [Row] {
        let persons = W1Persons(size: 200)
        return [
            Row(name: "read tree of a person", units: 200) {
                let bytes = try persons.encode()
                return { _ = try BinaryPropertyListReader(bytes).tree() }
            },
            Row(name: "write tree of a person", units: 200) {
                let tree = try BinaryPropertyListReader(persons.encode()).tree()
                return { _ = try BinaryPropertyListWriter().write(tree) }
            },
            Row(name: "read XML of a person", units: 200) {
                let xml = try XMLPropertyListWriter().write(BinaryPropertyListReader(persons.encode()).tree())
                return { _ = try XMLPropertyListReader().read(xml) }
            },
            Row(name: "write XML of a person", units: 200) {
                let tree = try BinaryPropertyListReader(persons.encode()).tree()
                return { _ = try XMLPropertyListWriter().write(tree) }
            },
            Row(name: "decode generic person", units: 200) {
                let bytes = try persons.encode()
                return { _ = try KeyedUnarchiver.unarchivedGraph(from: bytes, registry: ClassRegistry()) }
            },
            Row(name: "rewrite archive, for a person", units: 200) {
                let bytes = try persons.encode()
                return { _ = try KeyedArchive(bytes).bytes() }
            },
            Row(name: "check archive, for a person", units: 200) {
                let bytes = try persons.encode()
                return {
                    guard try KeyedArchive(bytes).problems(strict: true).isEmpty else {
                        throw WrongResult(description: "a sound archive has problems")
                    }
                }
            },
        ]
    }
}
