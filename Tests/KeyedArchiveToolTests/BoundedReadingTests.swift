import PropertyLists
import TestSupport
import Testing

/// How much of its input the tool reads.
@Suite struct BoundedReadingTests {
    /// Commands that write far more than a pipe holds, and what is wrong with that.
    private static let floods = [
        ("head -c 300000000 /dev/zero", "the input is neither a binary nor an XML property list"),
        ("yes", "the input is neither a binary nor an XML property list"),
        ("yes '' | head -c 300000000", "the input is empty"),
    ]

    @Test("a file that isn't a property list is refused by its first bytes", .rows)
    func refusal() {
        forEachRow(Self.floods.indices) { (index: Int) throws in
            let (flood, reason) = Self.floods[index]
            for file in ["-", "/dev/stdin"] {
                let run = try ToolRun(
                    shell: "{ { \(flood); } 2>/dev/null; echo $? >&2; } | \"$TOOL\" check \(file)"
                )
                #expect(run.output.hasPrefix("\(file): invalid: byte 0: \(reason)"))
                // A writer into a pipe that isn't read anymore is ended by a signal, or, where the signal is ignored
                // (an ignored signal stays ignored in child processes), by an error.
                #expect(["141\n", "1\n"].contains(run.errors), "\(run.errors)")
            }
        }
    }

    @Test("input has a bound, and errors for limits name the tool's option, not the library's")
    func bound() throws {
        let run = try ToolRun(
            shell: "{ printf bplist00; head -c 70000000 /dev/zero 2>/dev/null; } | \"$TOOL\" check - --limits untrusted"
        )
        expectRows {
            (run.status, 2)
            (run.errors, "keyed-archive: -: it has more than 64 MiB; see --limits\n")
            (run.output, "")
        }
        var list: PropertyList = [1]
        for _ in 0..<600 { list = [list] }
        let deep = try ToolRun("objects", "-", input: try SmallArchive(list).bytes())
        #expect(deep.errors.hasSuffix("the limit `depth` of 512 is exceeded; see --limits\n"), "\(deep.errors)")
        #expect(deep.status == 1)
    }

    @Test("text after white space and text in UTF-16 is still read")
    func textForms() throws {
        let archive = SmallArchive(.string(PropertyListString(String(repeating: "long ", count: 20_000))))
        let text = String(decoding: try XMLPropertyListWriter().write(archive.propertyList), as: UTF8.self)
        let wide = text.replacing("UTF-8", with: "UTF-16").utf16
        let forms: [[UInt8]] = [
            Array((String(repeating: " \n", count: 100_000) + text).utf8),
            [0xEF, 0xBB, 0xBF] + Array((String(repeating: "\t", count: 100_000) + text).utf8),
            [0xFE, 0xFF] + wide.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] },
            [0xFF, 0xFE] + wide.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] },
        ]
        for form in forms {
            let run = try ToolRun("check", "-", input: form)
            #expect(run.output == "-: valid, 2 objects\n")
        }
    }
}
