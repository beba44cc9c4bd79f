import PropertyLists
import TestSupport
import Testing

/// What sequential archives are stored as, and what the commands say that don't read them.
@Suite struct SequentialFilesTests {
    /// A string, as `NSArchiver` stores it: a group `@`, the object, its class and the superclass, a group `+`.
    private static let hello: [UInt8] =
        [4, 11] + Array("streamtyped".utf8) + [0x81, 0xE8, 0x03]
        + [0x84, 1] + Array("@".utf8) + [0x84]
        + [0x84, 0x84, 8] + Array("NSString".utf8) + [1]
        + [0x84, 0x84, 8] + Array("NSObject".utf8) + [0, 0x85]
        + [0x84, 1] + Array("+".utf8) + [5] + Array("hello".utf8) + [0x86]

    @Test func `dump prints each object where it is seen first, and objects the canonical text`() throws {
        for arguments in [["dump", "-"], ["-"]] {
            let run = try ToolRun(arguments, input: Self.hello)
            #expect(
                run.output == """
                    sequential archive, little-endian, system version 1000
                    root: "hello"

                    """)
            #expect(run.status == 0)
        }
        let text = """
            typedstream 4 little 1000
            group "@"
              object #0
                class #1 "NSString" v1
                class #2 "NSObject" v0
                class nil
                group "+"
                  bytes 68656c6c6f
              end

            """
        #expect(try ToolRun("objects", "-", input: Self.hello).output == text)
        #expect(try ToolRun("objects", "--canonical", "-", input: Self.hello).output == text)
        let keyed = try ToolRun("objects", "--canonical", "-", input: SmallArchive(["$class": .uid(2)]).bytes())
        #expect(keyed.errors.contains("--canonical is for sequential archives"))
        #expect(keyed.status == 1)
    }

    @Test func `rewrite gives the same bytes, without the zeros that some copies end with`() throws {
        let run = try ToolRun("rewrite", "-", "-", input: Self.hello + [0, 0])
        #expect(run.outputBytes == Self.hello)
        #expect(try ToolRun("rewrite", "-", "-", "--format", "xml", input: Self.hello).status == 1)
    }

    @Test func `check says what is wrong, and where`() throws {
        #expect(try ToolRun("check", "-", input: Self.hello).output == "-: valid, a sequential archive of 1 object\n")
        let padded = try ToolRun("check", "--strict", "-", input: Self.hello + [0, 0])
        #expect(padded.output.contains("2 zero bytes follow the archive"))
        #expect(padded.status == 1)
        let cut = try ToolRun("check", "-", input: Self.hello.dropLast(4))
        expectRows {
            expecting(cut.output, hasPrefix: "-: invalid: ")
            expecting(cut.output, contains: "byte")
            (cut.status, 1)
        }
    }

    @Test func `other commands name the kind and say what to do`() throws {
        let answers = [
            (["generate", "-"], "read it with SequentialUnarchiver"),
            (["rewrite", "-", "-", "--format", "xml"], "keyed-archive convert makes a keyed archive of it"),
        ]
        for (command, answer) in answers {
            let run = try ToolRun(command, input: Self.hello)
            #expect(run.errors.contains("sequential archive (a typedstream)"), "\(command): \(run.errors)")
            #expect(run.errors.contains(answer), "\(command): \(run.errors)")
            #expect(run.status == 1)
        }
    }
}
