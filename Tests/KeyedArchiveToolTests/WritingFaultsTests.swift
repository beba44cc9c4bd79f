#if os(Linux)
    import Foundation
    import KeyedArchiving
    import Testing

    /// What `rewrite` leaves behind when it cannot write.
    @Suite struct WritingFaultsTests {
        private static func scratch() throws -> Scratch {
            let scratch = try Scratch()
            let large = (0..<5000).map { "string \($0)" }
            try scratch.file("in", KeyedArchiver.archivedBytes(withRootObject: large))
            try scratch.file("out", [1, 2, 3])
            return scratch
        }

        private static func expectUntouched(_ scratch: Scratch) throws {
            #expect(try scratch.bytes("out") == [1, 2, 3])
            #expect(try scratch.names() == ["in", "out"])
        }

        @Test func `without room in the folder or on a device the tool says so, and the old file stays`() throws {
            let scratch = try Self.scratch()
            // No file may become larger than some kilobytes; writing more is an error rather than a signal.
            let run = try ToolRun(
                shell: "ulimit -f 8; \"$TOOL\" rewrite '\(scratch.path("in"))' '\(scratch.path("out"))'")
            #expect(run.status == 2)
            #expect(run.errors == "keyed-archive: \(scratch.path("out")): File too large\n")
            try Self.expectUntouched(scratch)
            let device = try ToolRun(built: "rewrite", scratch.path("in"), "/dev/full")
            #expect(device.status == 2)
            #expect(device.errors == "keyed-archive: /dev/full: No space left on device\n")
        }

        @Test func `without the right to write into the folder the old file stays`() throws {
            let scratch = try Self.scratch()
            let folder = URL(fileURLWithPath: scratch.path("out")).deletingLastPathComponent().path
            try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder)
            defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder) }
            let run = try ToolRun(
                shell: ToolRun.heedingPermissions
                    + "\"$TOOL\" rewrite '\(scratch.path("in"))' '\(scratch.path("out"))'")
            #expect(run.status == 2)
            #expect(run.errors.hasSuffix("Permission denied\n"))
            try Self.expectUntouched(scratch)
        }
    }
#endif
