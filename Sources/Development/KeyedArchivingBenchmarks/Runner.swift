import Foundation
import KeyedArchiving
import PropertyLists

/// Runs the workloads that the options ask for and prints the results.
struct Runner {
    let options: Options

    func run() throws {
        if options.withMemory { return try MemoryTable(options: options).print() }
        if let row = options.instructions {
            if !row.isEmpty { return try Instructions.run(row, turns: options.turns) }
            return Instructions.rows.forEach { print("\($0.name)\t\($0.units)") }
        }
        var results: [WorkloadResult] = []
        for workload in Self.all where options.workloads.contains(workload.name) {
            results.append(try measure(workload))
            if !options.isJSON, let result = results.last { print(result.text) }
        }
        if options.withScaling { try Curves(repetitions: options.repetitions).print() }
        if let folder = options.folder {
            try FolderWorkload(folder: folder)
                .run(repetitions: options.repetitions, withFoundation: options.withFoundation, only: options.only)
            if options.only == nil { try W8Sequential.run(folder: folder, repetitions: options.repetitions) }
        }
        if options.isJSON {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            print(String(decoding: try encoder.encode(results), as: UTF8.self))
        }
    }

    static let all: [any Workload.Type] = [
        W1Persons.self, W2Tree.self, W3Strings.self, W4Numbers.self, W5Data.self, W6Latency.self, W9Latency.self,
    ]

    private func measure(_ type: (some Workload).Type) throws -> WorkloadResult {
        let size = max(1, Int(Double(type.defaultSize) * options.scale))
        var workload = type.init(size: size)
        let bytes = try workload.encode()
        if let folder = options.archiveFolder {
            try Data(bytes).write(to: URL(fileURLWithPath: folder).appendingPathComponent("\(type.name).plist"))
        }
        guard try workload.decode(bytes) == size else { throw WrongResult(description: "\(type.name) decodes wrongly") }
        var result = WorkloadResult(name: type.name, summary: type.summary, size: size, bytes: bytes.count)
        if options.only?.contains("Foundation's") == true { workload.prepareFoundation() }
        let operations = try operations(workload, bytes)
        var foundation: (Data, [(String, () throws -> Void)])?
        if options.withFoundation {
            workload.prepareFoundation()
            let prepared = workload
            let data = try prepared.foundationArchive()
            guard try prepared.foundationDecode(data) == size else {
                throw WrongResult(description: "Foundation decodes \(type.name) wrongly")
            }
            foundation = (
                data,
                [
                    ("foundation decode", { _ = try prepared.foundationDecode(data) }),
                    ("foundation encode", { _ = try prepared.foundationEncode() }),
                ] + plainListOperations(bytes, isRepeated: workload is any LatencyWorkload)
                    + (try workload.furtherOperations())
            )
        }
        for _ in 0..<options.repetitions {
            for (name, body) in operations + (foundation?.1 ?? []) {
                PeakMemory.reset()
                result.timings[name, default: Timing()].seconds.append(try time(body))
                result.timings[name]?.peakMemoryMegabytes = PeakMemory.megabytes
            }
        }
        return result
    }

    private func operations(_ workload: some Workload, _ bytes: [UInt8]) throws -> [(String, () throws -> Void)] {
        let isRepeated = workload is any LatencyWorkload
        var operations: [(String, () throws -> Void)] = [
            ("decode", { _ = try workload.decode(bytes) }),
            ("encode", { _ = try workload.encode() }),
            ("direct", { _ = workload.buildDirectly() }),
        ]
        if let only = options.only, let operation = operations.first(where: { $0.0 == only }) { return [operation] }
        if !isRepeated { operations += listOperations(bytes) }
        guard let only = options.only else { return operations }
        return (operations + (try workload.furtherOperations())).filter { $0.0 == only }
    }

    /// The operations on the archive as a property list and as an archive of unknown classes.
    private func listOperations(_ bytes: [UInt8]) -> [(String, () throws -> Void)] {
        // Where one operation is run that needs no list, its memory is measured without one.
        let isNeeded = options.only.map { ["write", "xml tree", "xml write"].contains($0) } ?? true
        let tree = Result { isNeeded ? try BinaryPropertyListReader(bytes).tree() : .null }
        let xml = tree.flatMap { tree in Result { try XMLPropertyListWriter().write(tree) } }
        return [
            ("generic", { _ = try KeyedUnarchiver.unarchivedGraph(from: bytes, registry: ClassRegistry()) }),
            ("tree", { _ = try BinaryPropertyListReader(bytes).tree() }),
            ("write", { _ = try BinaryPropertyListWriter().write(tree.get()) }),
            (
                "rewrite",
                {
                    let archive = try KeyedArchive(bytes)
                    guard try archive.bytes().count == bytes.count else {
                        throw WrongResult(description: "a rewritten archive has another size")
                    }
                }
            ),
            ("xml tree", { _ = try XMLPropertyListReader().read(xml.get()) }),
            ("xml write", { _ = try XMLPropertyListWriter().write(tree.get()) }),
        ]
    }

    /// Foundation's operations on the archive as a property list.
    private func plainListOperations(_ bytes: [UInt8], isRepeated: Bool) -> [(String, () throws -> Void)] {
        if isRepeated { return [] }
        let data = Data(bytes)
        return [
            ("foundation tree", { _ = try PropertyListSerialization.propertyList(from: data, format: nil) })
        ]
    }
}

/// A number without decimals, right-aligned.
func format(_ value: Double, _ width: Int, decimals: Int = 0) -> String {
    let text = value.isNaN ? "–" : String(format: "%.\(decimals)f", value)
    return String(repeating: " ", count: max(0, width - text.count)) + text
}
