#if os(Linux)
    import Foundation
    import KeyedArchiving
    import KeyedArchivingFoundation
    import Testing

    /// Files that change while they are read.
    @Suite struct ReadingFaultsTests {
        @Test("a file that is cut while it is read is an error at most")
        func cut() async {
            // Touching what was cut of a mapped file ends the process.
            await #expect(processExitsWith: .success) {
                let file = FileManager.default.temporaryDirectory.appendingPathComponent("cut-\(UUID().uuidString)")
                let bytes = Data("bplist00".utf8) + Data(count: 32 << 20)
                try bytes.write(to: file)
                defer { try? FileManager.default.removeItem(at: file) }
                let cutter = Thread {
                    while true {
                        truncate(file.path, 0)
                        truncate(file.path, bytes.count)
                    }
                }
                cutter.start()
                for _ in 0..<20 {
                    _ = try? KeyedArchive(.contents(of: file))
                    _ = try? KeyedUnarchiver(forReadingFrom: .contents(of: file))
                }
            }
        }
    }
#endif
