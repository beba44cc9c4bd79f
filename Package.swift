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
        .library(name: "SequentialArchives", targets: ["SequentialArchives"]),
        .executable(name: "keyed-archive", targets: ["keyed-archive"]),
    ],
    targets: [
        // Bytes to property-list values and back. Standard library only.
        .target(name: "PropertyLists", swiftSettings: [.strictMemorySafety()]),

        // Values to object graphs and back. Standard library only.
        .target(name: "KeyedArchiving", dependencies: ["PropertyLists"], swiftSettings: [.strictMemorySafety()]),

        // The archives of `NSArchiver` to object graphs and back. Standard library only.
        .target(name: "SequentialArchives", dependencies: ["PropertyLists"], swiftSettings: [.strictMemorySafety()]),

        // Foundation's value types, `Data` and file entry points.
        .target(name: "KeyedArchivingFoundation", dependencies: ["KeyedArchiving", "PropertyLists"]),

        // The command-line tool: its commands, and the executable that runs them. It stands on the public interface,
        // and on what the package declares for itself where the tool would otherwise have a second of it.
        .target(
            name: "KeyedArchiveTool",
            dependencies: ["KeyedArchiving", "SequentialArchives", "PropertyLists"]
        ),
        .executableTarget(name: "keyed-archive", dependencies: ["KeyedArchiveTool"]),

        // Sources/Development has the programs that only this package's developers run, with what they need.

        // Pseudo-random numbers that are the same on every machine, for benchmarks, fuzzing and tests.
        .target(name: "RandomNumbers", path: "Sources/Development/RandomNumbers"),

        // Workloads side by side with Foundation's coder.
        .executableTarget(
            name: "KeyedArchivingBenchmarks",
            dependencies: ["KeyedArchiving", "SequentialArchives", "PropertyLists", "RandomNumbers"],
            path: "Sources/Development/KeyedArchivingBenchmarks",
            exclude: ["Instructions.tsv", "Peers"]
        ),

        // Hostile inputs made from seeds, and every entry point that has to stand them.
        .target(
            name: "Fuzzing",
            dependencies: [
                "KeyedArchiveTool", "KeyedArchivingFoundation", "KeyedArchiving", "SequentialArchives", "PropertyLists",
                "RandomNumbers",
            ],
            path: "Sources/Development/Fuzzing"
        ),

        // A campaign of such inputs with numbers, in several processes; `.ci/fuzz` runs it.
        .executableTarget(
            name: "MutationFuzzer", dependencies: ["Fuzzing"], path: "Sources/Development/MutationFuzzer"),

        // The function that libFuzzer calls; `.ci/libfuzzer` links it with the toolchain's fuzzer.
        .target(name: "LibFuzzerTarget", dependencies: ["Fuzzing"], path: "Sources/Development/LibFuzzerTarget"),

        // How work and memory grow with hostile inputs, counted; `.ci/curves` runs it.
        .target(name: "CurveCounters", path: "Sources/Development/CurveCounters"),
        .executableTarget(
            name: "Curves",
            dependencies: [
                "CurveCounters", "Fuzzing", "KeyedArchiveTool", "KeyedArchivingFoundation", "KeyedArchiving",
                "SequentialArchives", "PropertyLists",
            ],
            path: "Sources/Development/Curves"
        ),

        // Writes the files of Fixtures/.
        .executableTarget(
            name: "FixtureGenerator",
            dependencies: ["KeyedArchiving", "PropertyLists"],
            path: "Sources/Development/FixtureGenerator"
        ),

        // What several test targets need: the corpus of real archives, the comparison of graphs.
        .target(
            name: "TestSupport", dependencies: ["KeyedArchiving", "SequentialArchives"], path: "Tests/TestSupport"),

        // What the tests of goldens share: inputs, calls and the recorded digests.
        .target(
            name: "GoldenSupport",
            dependencies: [
                "Fuzzing", "KeyedArchiveTool", "KeyedArchivingFoundation", "KeyedArchiving", "SequentialArchives",
                "PropertyLists", "TestSupport",
            ],
            path: "Tests/GoldenSupport"
        ),
        .testTarget(name: "GoldenTests", dependencies: ["GoldenSupport", "KeyedArchiving", "TestSupport"]),

        .testTarget(
            name: "PropertyListsTests",
            dependencies: ["PropertyLists", "GoldenSupport", "RandomNumbers", "TestSupport"]
        ),
        .testTarget(
            name: "KeyedArchivingTests",
            dependencies: ["KeyedArchiving", "SequentialArchives", "RandomNumbers", "TestSupport"]
        ),
        .testTarget(
            name: "SequentialArchivesTests",
            dependencies: ["Fuzzing", "SequentialArchives", "PropertyLists", "TestSupport"]
        ),
        .testTarget(
            name: "KeyedArchivingFoundationTests",
            dependencies: [
                "Fuzzing", "KeyedArchivingFoundation", "KeyedArchiving", "SequentialArchives", "PropertyLists",
                "GoldenSupport", "TestSupport",
            ]
        ),
        // Our coders and those of the platform's Foundation, each reading what the other writes.
        .testTarget(
            name: "InteroperabilityTests",
            dependencies: [
                "Fuzzing", "KeyedArchivingFoundation", "KeyedArchiving", "PropertyLists", "RandomNumbers",
                "TestSupport",
            ]
        ),
        // A model before and after its port. Foundation on Linux codes only classes that are in no other type, so the one
        // before has this module to itself.
        .testTarget(name: "PortingTests", dependencies: ["KeyedArchivingFoundation", "TestSupport"]),
        .testTarget(
            name: "FuzzingTests",
            dependencies: [
                "Fuzzing", "KeyedArchivingFoundation", "KeyedArchiving", "PropertyLists", "RandomNumbers",
                "TestSupport",
            ]
        ),
        .testTarget(
            name: "KeyedArchiveToolTests",
            dependencies: [
                "keyed-archive", "Fuzzing", "KeyedArchiveTool", "KeyedArchivingFoundation", "SequentialArchives",
                "PropertyLists", "TestSupport",
            ]
        ),

        // The tests of declarations that are internal to a library. Only these use `@testable import`.
        .testTarget(name: "PropertyListsInternalsTests", dependencies: ["PropertyLists", "TestSupport"]),
        .testTarget(
            name: "KeyedArchivingInternalsTests",
            dependencies: ["KeyedArchiving", "PropertyLists", "RandomNumbers", "TestSupport"]
        ),
        .testTarget(
            name: "KeyedArchivingFoundationInternalsTests",
            dependencies: ["KeyedArchivingFoundation", "KeyedArchiving", "PropertyLists"]
        ),
    ]
)

// Tests in release run against libraries that are compiled as for a client, which `@testable` can't import:
//
//     KEYED_ARCHIVING_INTERNALS_TESTS=0 swift test -c release --disable-testable-imports
if Context.environment["KEYED_ARCHIVING_INTERNALS_TESTS"] == "0" {
    package.targets.removeAll { $0.name.hasSuffix("InternalsTests") }
    // No test needs these programs.
    package.targets.removeAll { ["Curves", "KeyedArchivingBenchmarks", "MutationFuzzer"].contains($0.name) }
    package.products.removeAll { ["Curves", "KeyedArchivingBenchmarks", "MutationFuzzer"].contains($0.name) }
    // These compile in half the time unoptimized: they call the tool, lists of entry points and the module for
    // Foundation. The tests of the three other libraries call them as a client's optimized code does.
    let callers = [
        "KeyedArchiveToolTests", "GoldenTests", "GoldenSupport", "FuzzingTests", "InteroperabilityTests",
        "KeyedArchivingFoundationTests",
    ]
    for target in package.targets where callers.contains(target.name) {
        target.swiftSettings = [.unsafeFlags(["-Onone"])]
    }
}

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
