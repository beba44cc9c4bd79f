import Foundation
import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// The files of `Fixtures/`: each is listed, and each is what the list says.
@Suite struct FixtureTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures", isDirectory: true)

    private static func files(_ part: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(part).path).sorted()
    }

    private static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appendingPathComponent(name)))
    }

    @Test func `every file is listed with its provenance`() throws {
        let list = String(decoding: try Self.bytes("README.md"), as: UTF8.self)
        for part in ["archives", "foundation", "malformed", "findings", "sequential", "apple-layout"] {
            for file in try Self.files(part) { #expect(list.contains("`\(part)/\(file)`"), "\(part)/\(file)") }
        }
    }

    @Test(.rows)
    func `archives are valid and are written back byte for byte`() {
        forEachRow(["archives", "foundation", "apple-layout"]) { (part: String) throws in
            for file in try Self.files(part) {
                let bytes = try Self.bytes("\(part)/\(file)")
                let archive = try KeyedArchive(bytes)
                #expect(archive.problems(strict: false).isEmpty, "\(file)")
                // The toolchain's coder has a layout of its own in XML; its values survive.
                if part != "foundation" || archive.format == .binary {
                    #expect(try archive.bytes() == bytes, "\(file)")
                }
            }
        }
    }

    @Test(.rows)
    func `a damaged file is refused for its defect`() {
        forEachRow([
            ("array-contains-itself.plist", ArchiveError.Code.invalidReference),
            ("array-count-past-end.plist", .invalidLength),
            ("ascii-string-with-high-byte.plist", .invalidString),
            ("cut-short.plist", .truncated),
            ("fill-byte-as-object.plist", .invalidMarker),
            ("object-count-huge.plist", .invalidTrailer),
            ("offset-in-header.plist", .invalidOffset),
            ("offset-size-zero.plist", .invalidTrailer),
            ("reference-past-end.plist", .invalidReference),
            ("string-length-huge.plist", .invalidLength),
            ("top-object-past-end.plist", .invalidTrailer),
            ("version-16.plist", .unsupportedVersion),
            ("xml-entity-declared.xml", .forbiddenEntity),
            ("xml-unclosed.xml", .truncated),
        ]) { (file: String, expected: ArchiveError.Code) throws in
            let bytes = try Self.bytes("malformed/\(file)")
            do throws(ArchiveError) {
                if try PropertyListFormat(detecting: bytes) == .binary {
                    _ = try BinaryPropertyListReader(bytes).tree()
                    // What can be read is odd at least.
                    var limits = Limits.default
                    limits.refusesOddInput = true
                    _ = try BinaryPropertyListReader(bytes, limits: limits)
                } else {
                    _ = try XMLPropertyListReader().read(bytes)
                }
                Issue.record("\(file) was read")
            } catch {
                #expect(error.code == expected, "\(error)")
            }
        }
    }

    @Test func `every damaged file has an expectation`() throws {
        #expect(try Self.files("malformed").count == 14)
    }

    @Test func `Foundation's own archives decode as what was encoded`() throws {
        for file in ["foundation/array.plist", "foundation/array.xml"] {
            let graph = try KeyedUnarchiver.unarchivedGraph(from: Self.bytes(file))
            let elements = try #require(graph as? ArchivedArray).elements
            expectRows {
                (elements[0] as? String, "text")
                (elements[1] as? Int64, 1)
                (elements[2] as? Double, 2.5)
                (elements[3] as? Bool, false)
                ((elements[5] as? ArchivedArray)?.elements.last as? Int64, -1)
                ((elements[6] as? ArchivedDictionary)?["key"] as? String, "value")
            }
        }
    }
}
