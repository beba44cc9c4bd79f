// swift-tools-version: 6.2

import PackageDescription

// Read top-down: each target depends only on those above it.
let package = Package(
    name: "KeyedArchiving",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "PropertyLists", targets: ["PropertyLists"]),
        .library(name: "KeyedArchiving", targets: ["KeyedArchiving"]),
        .library(name: "KeyedArchivingFoundation", targets: ["KeyedArchivingFoundation"]),
        .executable(name: "keyed-archive", targets: ["keyed-archive"]),
    ],
    targets: [
        // Bytes to property-list values and back. Standard library only.
        .target(name: "PropertyLists", swiftSettings: [.strictMemorySafety()]),

        // Values to object graphs and back. Standard library only.
        .target(name: "KeyedArchiving", dependencies: ["PropertyLists"], swiftSettings: [.strictMemorySafety()]),

        // Foundation's value types, `Data` and file entry points.
        .target(name: "KeyedArchivingFoundation", dependencies: ["KeyedArchiving", "PropertyLists"]),

        // The command-line tool, on the public interface only.
        .executableTarget(name: "keyed-archive", dependencies: ["KeyedArchiving", "PropertyLists"]),

        // Workloads side by side with Foundation's coder.
        .executableTarget(name: "KeyedArchivingBenchmarks", dependencies: ["KeyedArchiving", "PropertyLists"]),

        // Seeded mutants of archives through every entry point; the gate runs some.
        .executableTarget(name: "MutationFuzzer", dependencies: ["KeyedArchiving", "PropertyLists"]),

        // Writes the files of Fixtures/.
        .executableTarget(name: "FixtureGenerator", dependencies: ["KeyedArchiving", "PropertyLists"]),

        // What several test targets need: the corpus of real archives, the comparison of graphs.
        .target(name: "TestSupport", dependencies: ["KeyedArchiving"], path: "Tests/TestSupport"),
        .testTarget(name: "PropertyListsTests", dependencies: ["PropertyLists", "TestSupport"]),
        .testTarget(name: "KeyedArchivingTests", dependencies: ["KeyedArchiving", "TestSupport"]),
        .testTarget(
            name: "KeyedArchivingFoundationTests",
            dependencies: ["KeyedArchivingFoundation", "KeyedArchiving", "PropertyLists", "TestSupport"]
        ),
        // Our coders and those of the platform's Foundation, each reading what the other writes.
        .testTarget(
            name: "InteroperabilityTests",
            dependencies: ["KeyedArchivingFoundation", "KeyedArchiving", "PropertyLists", "TestSupport"]
        ),
        .testTarget(
            name: "KeyedArchiveToolTests",
            dependencies: ["keyed-archive", "PropertyLists", "TestSupport"]
        ),
    ]
)

// The gate (`.ci/run`) sets this. It is a setting of the manifest, not a flag on the command line, so that every
// command of the gate and of the README shares one build; elsewhere a newer compiler's warnings break no one's build.
let warningsAreErrors = Context.environment["KEYED_ARCHIVING_WARNINGS_AS_ERRORS"] == "1"

for target in package.targets {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .swiftLanguageMode(.v6),
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
        ] + (warningsAreErrors ? [.treatAllWarnings(as: .error)] : [])
}
