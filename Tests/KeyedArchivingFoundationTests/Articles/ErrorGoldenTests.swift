import Foundation
import KeyedArchivingFoundation
import PropertyLists
import SequentialArchives
import TestSupport
import Testing

/// An error for each code, as the article about errors shows it.
///
/// `Tests/Goldens/errors.txt` has for each code what was asked, what the error says, and its remedy; `.ci/errors-page`
/// takes the examples from there. Changed texts are recorded with `.ci/goldens record`.
@Suite struct ErrorGoldenTests {
    private static let golden = Corpus.packageFolder.appendingPathComponent("Tests/Goldens/errors.txt")
    private static let head = "An example of an error for each code: what was asked, what it says, what to do.\n"

    @Test func `each code has its example`() async throws {
        var examples = try Example.ofInputs() + Example.ofArchives() + Example.ofCoders()
        examples.append(try await Example.ofActors())
        examples.append(await Example.cancelled())
        #expect(Set(examples.map(\.code)) == Set(ArchiveError.Code.all))
        #expect(examples.count == ArchiveError.Code.all.count)
        let order = ArchiveError.Code.all.map(\.name)
        let texts = try examples.map { ($0.code.name, try $0.text()) }.sorted { first, second in
            (order.firstIndex(of: first.0) ?? 0) < (order.firstIndex(of: second.0) ?? 0)
        }
        let recorded = ([Self.head] + texts.map(\.1)).joined(separator: "\n")
        if ProcessInfo.processInfo.environment["KEYED_ARCHIVING_GOLDENS"] == "record" {
            try recorded.write(to: Self.golden, atomically: true, encoding: .utf8)
        } else {
            #expect(try String(contentsOf: Self.golden, encoding: .utf8) == recorded)
        }
    }
}

/// A call that fails with a code.
private struct Example {
    var code: ArchiveError.Code
    /// What is asked, as the article says it.
    var call: String
    var run: () throws -> Void

    init<Result>(_ code: ArchiveError.Code, _ call: String, _ run: @escaping () throws -> Result) {
        (self.code, self.call) = (code, call)
        self.run = { _ = try run() }
    }

    /// The lines of the example.
    func text() throws -> String {
        let error = try #require(throws: ArchiveError.self, "\(code)") { try run() }
        #expect(error.code == code)
        let remedy = try #require(error.remedy, "\(code)")
        try #require(error.description.hasSuffix("; " + remedy))
        var line = error.description.dropLast(remedy.count + 2)
        // What the system says of a file differs from system to system.
        if code == .unreadableFile, let said = line.range(of: "can't be read: ") {
            line = line[..<said.upperBound] + "…"
        }
        return "\(code)\n\(call)\n\(line)\n\(remedy)\n"
    }

    // MARK: Inputs

    /// Reads XML, or a part of it, as strictly as it can be read.
    private static func xml(_ code: ArchiveError.Code, _ text: String) -> Example {
        Example(code, "reading `\(text)`") {
            var limits = Limits.default
            limits.refusesOddInput = true
            return try XMLPropertyListReader(limits: limits).read(Array(text.utf8))
        }
    }

    /// Reads a binary list whose only object has these bytes, with another trailer if one is given.
    private static func binary(
        _ code: ArchiveError.Code,
        _ call: String,
        object: [UInt8],
        offset: UInt8 = 8,
        offsetSize: UInt8 = 1,
        unused: UInt8 = 0
    ) -> Example {
        let table = UInt8(8 + object.count)
        let trailer =
            [unused, 0, 0, 0, 0, 0, offsetSize, 1, 0, 0, 0, 0, 0, 0, 0, 1] + Array(repeating: 0, count: 15) + [table]
        let bytes = Array("bplist00".utf8) + object + [offset] + trailer
        return Example(code, call) {
            let reader = try BinaryPropertyListReader(bytes)
            if let problem = reader.problems(strict: true).first { throw problem }
        }
    }

    static func ofInputs() throws -> [Example] {
        [
            xml(.truncated, "<plist><string>Ada"),
            Example(.unrecognizedFormat, "opening the text `Ada`") { try PropertyListDocument(Array("Ada".utf8)) },
            Example(.unsupportedVersion, "opening a list that begins with `bplist16`") {
                try PropertyListDocument(Array("bplist16".utf8) + Array(repeating: 0, count: 40))
            },
            binary(.invalidTrailer, "a list whose offsets have no bytes", object: [0x09], offsetSize: 0),
            binary(.invalidOffset, "a list with an offset into its header", object: [0x09], offset: 3),
            binary(.invalidMarker, "a list whose object is the byte `70`", object: [0x70]),
            binary(
                .invalidLength, "a list with a string of 255 bytes, of which 3 are there",
                object: [0x5F, 0x10, 0xFF, 0x41, 0x64, 0x61]),
            binary(.unusedBytes, "checking strictly a list whose trailer begins with `01`", object: [0x09], unused: 1),
            xml(.invalidNumber, "<real>1,5</real>"),
            Example(.invalidString, "reading `<string>é</string>` in ISO 8859-1, with no declaration") {
                try XMLPropertyListReader().read(Array("<string>".utf8) + [0xE9] + Array("</string>".utf8))
            },
            xml(.invalidDate, "<date>tomorrow</date>"),
            xml(.invalidData, "<data>AQ</data>"),
            Example(.invalidKey, "checking strictly a list that is a dictionary with the key 1") {
                let reader = try BinaryPropertyListReader(BinaryPropertyListWriter().write([1: "Ada"]))
                if let problem = reader.problems(strict: true).first { throw problem }
            },
            xml(.duplicateKey, "<dict><key>a</key><true/><key>a</key><false/></dict>"),
            xml(.malformedText, "<plist><dict></plist>"),
            xml(.forbiddenEntity, "<string>&copy;</string>"),
            Example(.unrepresentable, "writing a string with a NUL as XML") {
                try XMLPropertyListWriter().write("a\0")
            },
        ]
    }

    // MARK: Archives

    static func ofArchives() throws -> [Example] {
        let person = SmallArchive(
            ["name": .uid(3), "age": 207, "height": 1.7, "$class": .uid(2)], .classRecord("Person", "NSObject"), "Ada")
        func decoding(_ archive: SmallArchive, _ types: any Codingable.Type...) throws {
            _ = try KeyedUnarchiver.unarchivedObject(of: types, from: archive.bytes())
        }
        return [
            Example(.notAKeyedArchive, "opening a property list that is an array as a keyed archive") {
                try KeyedArchive(BinaryPropertyListWriter().write(["Ada"]))
            },
            Example(.invalidReference, "decoding an archive of three entries whose root is the ninth") {
                try decoding(SmallArchive("Ada", "Bob", top: ["root": .uid(9)]), ArchivedArray.self)
            },
            Example(.invalidObject, "decoding an object without `$class`") {
                try decoding(SmallArchive(["name": "Ada"]), ArchivedArray.self)
            },
            Example(.invalidClassRecord, "decoding an object whose `$class` leads to a string") {
                try decoding(SmallArchive(["$class": .uid(2)], "Person"), ArchivedArray.self)
            },
            Example(.unknownClass, "decoding whatever is under `root`, where it is a Person and no type is named so") {
                try KeyedUnarchiver(forReadingFrom: person.bytes()).decodeObject(forKey: "root")
            },
            Example(.unexpectedClass, "`decodeObject(of: ArchivedArray.self, forKey: \"root\")`, where a set is there")
            {
                let bytes = try KeyedArchiver.archivedBytes(withRootObject: ArchivedSet([]))
                return try KeyedUnarchiver.unarchivedObject(of: ArchivedArray.self, from: bytes)
            },
            Example(.invalidUnarchiveOperation, "`decode(String.self, forKey: \"age\")`, where 207 is there") {
                try Person.read(person) { _ = try $0.decode(String.self, forKey: "age") }
            },
            Example(.range, "`decode(Int8.self, forKey: \"age\")`, where 207 is there") {
                try Person.read(person) { _ = try $0.decode(Int8.self, forKey: "age") }
            },
            Example(.valueNotFound, "`decode(String.self, forKey: \"nmae\")`, where `name` is there") {
                try Person.read(person) { _ = try $0.decode(String.self, forKey: "nmae") }
            },
            Example(.invalidValue, "decoding a dictionary of two keys and one value") {
                let archive = SmallArchive(
                    ["NS.keys": [.uid(3), .uid(4)], "NS.objects": [.uid(3)], "$class": .uid(2)],
                    .classRecord("NSDictionary", "NSObject"), "a", "b")
                return try decoding(archive, ArchivedDictionary.self)
            },
            Example(.cycle, "decoding a person whose friend is that person, and who doesn't register") {
                let archive = SmallArchive(
                    ["friend": .uid(1), "$class": .uid(2)], .classRecord("Person", "NSObject"))
                return try Person.read(archive) { _ = try $0.decodeObject(of: Person.self, forKey: "friend") }
            },
            Example(.limitExceeded, "opening an archive of four entries with `Limits(objects: 2)`") {
                try KeyedArchive(person.bytes(), limits: Limits(objects: 2))
            },
            Example(.unreadableFile, "`KeyedArchive(.contents(of: URL(fileURLWithPath: \"/none.plist\")))`") {
                try KeyedArchive(.contents(of: URL(fileURLWithPath: "/none.plist")))
            },
            Example(.invalidPath, "`set(\"Ada\", at: \"root.name[\")`") {
                var archive = try KeyedArchive(person.bytes())
                try archive.set("Ada", at: "root.name[")
            },
        ]
    }

    /// A person that is read by a closure.
    private final class Person: Codingable {
        static var codedClassName: String { "Person" }
        @TaskLocal static var reading: Reading?

        struct Reading: @unchecked Sendable {
            var read: (KeyedUnarchiver) throws -> Void
        }

        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws { try Self.reading?.read(unarchiver) }

        static func read(_ archive: SmallArchive, _ read: @escaping (KeyedUnarchiver) throws -> Void) throws {
            try $reading.withValue(Reading(read: read)) {
                _ = try KeyedUnarchiver.unarchivedObject(of: Person.self, from: archive.bytes())
            }
        }
    }

    // MARK: Coders

    static func ofCoders() throws -> [Example] {
        [
            Example(.invalidType, "making a group of a sequential archive with the type string `int`") {
                try SequentialGroup(types: "int", values: [.integer(1)])
            },
            Example(.invalidArchiveOperation, "encoding an object after `setClassName(\"\", for: Person.self)`") {
                let archiver = KeyedArchiver()
                archiver.setClassName("", for: Person.self)
                try archiver.encode(Person(), forKey: "root")
            },
            Example(.finished, "`encode(\"Ada\", forKey: \"name\")` after `finishEncoding()`") {
                let archiver = KeyedArchiver()
                try archiver.finishEncoding()
                try archiver.encode("Ada", forKey: "name")
            },
        ]
    }

    @MainActor private final class Pane: @MainActor Codingable {
        static var codedClassName: String { "Pane" }
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    /// What is handed to another isolation.
    private struct Handed: @unchecked Sendable {
        var types: [any Codingable.Type]
        var bytes: [UInt8]
    }

    @MainActor private static func handed() throws -> Handed {
        Handed(types: [Pane.self], bytes: try KeyedArchiver.archivedBytes(withRootObject: Pane()))
    }

    static func ofActors() async throws -> Example {
        let handed = try await handed()
        return Example(.wrongActor, "decoding a type of the main actor elsewhere, in a list of types") {
            try KeyedUnarchiver.unarchivedObject(of: handed.types, from: handed.bytes)
        }
    }

    static func cancelled() async -> Example {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return Result { try BinaryPropertyListWriter().write(["Ada"]) }.map { _ in }
        }
        let result = await task.value
        return Example(.cancelled, "writing a list in a task that was cancelled") { try result.get() }
    }
}
