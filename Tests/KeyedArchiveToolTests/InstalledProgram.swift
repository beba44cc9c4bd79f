import Foundation

/// A program of the machine that a test needs and that not every machine has.
enum InstalledProgram {
    /// A browser that runs without a window.
    static let browser = path("chromium", "chromium-browser", "google-chrome")

    /// The path of the first of several programs that is in a folder of `PATH`; nil if none is.
    static func path(_ names: String...) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return names.lazy.flatMap { name in folders.lazy.map { "\($0)/\(name)" } }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
