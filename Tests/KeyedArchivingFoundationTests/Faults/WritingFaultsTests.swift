#if os(Linux)
    import Foundation
    import KeyedArchiving
    import KeyedArchivingFoundation
    import TestSupport
    import Testing

    /// Files that cannot be written: the old one stays, and no other file is left.
    ///
    /// Each case runs in a process of its own, which is given no room or no rights.
    @Suite struct WritingFaultsTests {
        /// Every way to write an archive into a file.
        private static let writers: [@Sendable (URL) throws -> Void] = [
            { try KeyedArchiver.archiveRootObject(large, to: $0) },
            {
                let archiver = KeyedArchiver()
                try archiver.encode(large, forKey: "root")
                try archiver.write(to: $0)
            },
            { try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: large)).write(to: $0) },
        ]

        private static let large = (0..<20_000).map { "string \($0)" }

        /// A folder with one small archive in it.
        private static func folder() throws -> (folder: URL, file: URL, old: Data) {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("faults-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let file = folder.appendingPathComponent("archive")
            try KeyedArchiver.archiveRootObject("old", to: file)
            return (folder, file, try Data(contentsOf: file))
        }

        private static func expectUntouched(_ folder: URL, _ file: URL, _ old: Data) throws {
            try expectRows {
                (try Data(contentsOf: file), old)
                (try FileManager.default.contentsOfDirectory(atPath: folder.path), ["archive"])
                (try KeyedUnarchiver.unarchivedObject(of: String.self, from: .contents(of: file)), "old")
            }
        }

        @Test func `without room for the new file the old one stays`() async {
            await #expect(processExitsWith: .success) {
                let (folder, file, old) = try Self.folder()
                defer { try? FileManager.default.removeItem(at: folder) }
                // No file may become larger than a page; writing more is an error rather than the end.
                signal(SIGXFSZ, SIG_IGN)
                var limit = rlimit(rlim_cur: 4096, rlim_max: 4096)
                setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
                for write in Self.writers {
                    #expect(throws: (any Error).self) { try write(file) }
                    try Self.expectUntouched(folder, file, old)
                }
            }
        }

        @Test func `without the right to write into the folder the old file stays`() async {
            await #expect(processExitsWith: .success) {
                let (folder, file, old) = try Self.folder()
                try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
                // Nothing is forbidden to root; the process becomes nobody, who may do no more than anyone else.
                if geteuid() == 0, setuid(65_534) != 0 { exit(EXIT_FAILURE) }
                for write in Self.writers {
                    #expect(throws: (any Error).self) { try write(file) }
                    try Self.expectUntouched(folder, file, old)
                }
            }
        }

        @Test func `a path that leads nowhere is an error, and makes no folder`() throws {
            let (folder, file, old) = try Self.folder()
            defer { try? FileManager.default.removeItem(at: folder) }
            for path in ["archive/inside", "no/folder"] {
                let target = folder.appendingPathComponent(path)
                for write in Self.writers { #expect(throws: (any Error).self) { try write(target) } }
            }
            try Self.expectUntouched(folder, file, old)
        }
    }
#endif
