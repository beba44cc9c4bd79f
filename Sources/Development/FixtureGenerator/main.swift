import Foundation

// Writes the fixtures that are not made by a test: archives by our own archiver, archives by the toolchain's Foundation
// coder, and damaged files. See Fixtures/README.md.
//
//     swift run FixtureGenerator [FOLDER]

let folder = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? "Fixtures", isDirectory: true)
for (part, fixtures) in [
    ("archives", try OwnArchives.all()),
    ("foundation", try FoundationArchives.all()),
    ("malformed", MalformedFiles.all),
] {
    let target = folder.appendingPathComponent(part, isDirectory: true)
    try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
    for fixture in fixtures {
        try Data(fixture.bytes).write(to: target.appendingPathComponent(fixture.name))
        print("\(part)/\(fixture.name)  \(fixture.bytes.count) bytes")
    }
}
