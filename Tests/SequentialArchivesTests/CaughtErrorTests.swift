import Fuzzing
import SequentialArchives
import TestSupport
import Testing

/// A coder goes on after an error only where that can be right.
@Suite struct CaughtErrorTests {
    /// Throws where it is encoded and where it is decoded.
    private struct Failing: SequentialCodingable {
        static var codedClassName: String { "Failing" }
        struct Failure: Error {}
        func encode(with archiver: SequentialArchiver) throws {
            try archiver.encodeValue(Int32(1))
            throw Failure()
        }
        init() {}
        init(coder unarchiver: SequentialUnarchiver) throws { throw Failure() }
    }

    /// Catches the error of what it encodes, and goes on if it is told to.
    private struct Careless: SequentialCodingable {
        static var codedClassName: String { "Careless" }
        var goesOn: Bool
        func encode(with archiver: SequentialArchiver) throws {
            do { try archiver.encode(Failing()) } catch {}
            if goesOn { try archiver.encodeValue(Int32(2)) }
        }
        init(goesOn: Bool) { self.goesOn = goesOn }
        init(coder unarchiver: SequentialUnarchiver) throws { goesOn = false }
    }

    /// A group of two objects of a class that isn't known, and a group of numbers.
    private static func unarchiver(types: String = "@@") throws -> SequentialUnarchiver {
        var stream = StreamBytes()
        stream.add(StreamBytes.new(types), StreamBytes.object("Unknown"), [StreamBytes.end])
        for _ in types.utf8.dropFirst() { stream.add(StreamBytes.null) }
        stream.add(StreamBytes.new("i"), [7])
        let unarchiver = try SequentialUnarchiver(forReadingFrom: stream.bytes)
        unarchiver.keepsUnknownClasses = false
        return unarchiver
    }

    private static func expectFinished(_ body: () throws -> Void) {
        let error = #expect(throws: ArchiveError.self) { try body() }
        #expect(error?.code == .finished, "\(error as Any)")
    }

    @Test func `nothing is decoded after an error inside a group, unless the group was read to its end`() throws {
        let unarchiver = try Self.unarchiver()
        #expect(throws: ArchiveError(.unknownClass, "")) { try unarchiver.decodeValues(ofObjCTypes: "@@") }
        #expect(unarchiver.isAtEnd)
        #expect(unarchiver.nextTypes == nil)
        Self.expectFinished { _ = try unarchiver.decodeValues(ofObjCTypes: "@@") }
        Self.expectFinished { _ = try unarchiver.decodeValue(ofObjCType: String(repeating: "i", count: 40)) }
        Self.expectFinished { _ = try unarchiver.decodeValue(Int32.self) }
        Self.expectFinished { _ = try unarchiver.decodeObject() }
        Self.expectFinished { _ = try unarchiver.decodeArray(of: Int32.self) }
        Self.expectFinished { _ = try unarchiver.decodeBytes() }

        let goingOn = try Self.unarchiver(types: "@")
        #expect(throws: ArchiveError(.unknownClass, "")) { try goingOn.decodeObject() }
        try expectRows {
            (goingOn.nextTypes, "i")
            (try goingOn.decodeValue(Int32.self), 7)
            goingOn.isAtEnd
        }
    }

    @Test func `an error inside a group of an object doesn't end what is around the object`() throws {
        final class Outer: SequentialCodingable {
            static var codedClassName: String { "Outer" }
            var code: ArchiveError.Code?
            init() {}
            func encode(with archiver: SequentialArchiver) throws {
                let unknown = UnknownSequentialObject(codedClassVersions: [CodedClassVersion("Unknown")])
                try archiver.encodeValues(ofObjCTypes: "@@", [.object(unknown), .null])
            }
            init(coder unarchiver: SequentialUnarchiver) throws {
                do { _ = try unarchiver.decodeValues(ofObjCTypes: "@@") } catch let error as ArchiveError {
                    code = error.code
                }
            }
        }
        let archiver = SequentialArchiver()
        try archiver.encode(Outer())
        try archiver.encodeValue(Int32(7))
        let unarchiver = try SequentialUnarchiver(forReadingFrom: archiver.encodedBytes)
        unarchiver.keepsUnknownClasses = false
        #expect(try unarchiver.decodeObject(of: Outer.self)?.code == .unknownClass)
        #expect(try unarchiver.decodeValue(Int32.self) == 7)
    }

    @Test func `nothing is encoded after an error inside a group, and what was complete opens`() throws {
        let archiver = SequentialArchiver()
        try archiver.encodeString("Ada")
        let complete = archiver.encodedBytes
        #expect(throws: Failing.Failure.self) { try archiver.encode(Failing()) }
        Self.expectFinished { try archiver.encodeValue(Int32(1)) }
        Self.expectFinished { try archiver.encode(nil) }
        Self.expectFinished { try archiver.encodeRootObject(SequentialString("Ada")) }
        #expect(archiver.encodedBytes == complete)
        #expect(try SequentialArchive(archiver.encodedBytes).root?.text == "Ada")
    }

    @Test(.rows)
    func `an object that catches the error of another is no part of the archive`() {
        forEachRow([false, true], [false, true]) { (goesOn: Bool, isRoot: Bool) throws in
            let archiver = SequentialArchiver()
            Self.expectFinished {
                let careless = Careless(goesOn: goesOn)
                if isRoot { try archiver.encodeRootObject(careless) } else { try archiver.encode(careless) }
            }
            #expect(try SequentialArchive(archiver.encodedBytes).groups.isEmpty)
        }
    }

    @Test func `what is refused before anything is written costs nothing`() throws {
        let archiver = SequentialArchiver()
        #expect(throws: ArchiveError(.invalidType, "")) { try archiver.encodeValue(ofObjCType: "{", .null) }
        #expect(throws: ArchiveError(.invalidArchiveOperation, "")) {
            try archiver.encodeConditionalObject(SequentialString("Ada"))
        }
        try archiver.encodeValue(Int32(7))
        #expect(try SequentialArchive(archiver.encodedBytes).groups.map(\.types) == ["i"])
    }

    @Test func `a class without a name isn't written`() throws {
        let archiver = SequentialArchiver()
        archiver.encodeClassName("NSString", intoClassName: "")
        let error = #expect(throws: ArchiveError.self) { try archiver.encodeString("Ada") }
        #expect(error?.code == .invalidArchiveOperation)
        #expect(error?.remedy != nil)
    }
}
