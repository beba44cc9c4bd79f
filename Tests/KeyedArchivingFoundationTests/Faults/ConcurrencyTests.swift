import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

/// Many coders at once, each in a task of its own, with what they share: a registry, limits, archives.
///
/// Thread sanitizer has to find nothing in it.
@Suite struct ConcurrencyTests {
    private struct Reading: Codingable, Hashable {
        static var codedClassName: String { "Lab.Reading" }
        var value: Double
        var taken: Date
        var tags: [String]

        init(_ number: Int) {
            value = Double(number) / 3
            taken = Date(timeIntervalSinceReferenceDate: Double(number))
            tags = ["even", "odd", "a tag of more than fifteen bytes", "\(number)"]
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            value = try unarchiver.decodeDouble(forKey: "value")
            taken = try unarchiver.decode(Date.self, forKey: "taken")
            tags = try unarchiver.decode([String].self, forKey: "tags")
        }

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(value, forKey: "value")
            try archiver.encode(taken, forKey: "taken")
            try archiver.encode(tags, forKey: "tags")
        }
    }

    private static let registry: ClassRegistry = {
        var registry = ClassRegistry.foundation
        registry.register(Reading.self)
        registry.renameClasses(withPrefix: "OldLab.", to: "Lab.")
        return registry
    }()

    private static func readings(_ number: Int) -> [Reading] {
        (0..<20).map { Reading(number * 20 + $0) }
    }

    private static func archive(_ number: Int) throws -> [UInt8] {
        let archiver = KeyedArchiver(limits: .untrusted.exact)
        archiver.outputFormat = number % 4 == 3 ? .xml : .binary
        try archiver.encode(readings(number), forKey: "root")
        return try archiver.encodedBytes
    }

    @Test func `archives are decoded and encoded in many tasks as in one`() async throws {
        let archives = try (0..<8).map { try Self.archive($0) }
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for task in 0..<160 {
                group.addTask {
                    let number = task % archives.count
                    let unarchiver = try KeyedUnarchiver(
                        forReadingFrom: archives[number], registry: Self.registry, limits: .untrusted.exact)
                    let readings = try unarchiver.decode([Reading].self, forKey: "root")
                    return try readings == Self.readings(number) && Self.archive(number) == archives[number]
                }
            }
            for try await isSame in group { #expect(isSame) }
        }
    }

    @Test func `one opened archive is read, checked and rewritten by many tasks`() async throws {
        let bytes = try Self.archive(0)
        let archive = try KeyedArchive(bytes, limits: .untrusted.exact)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for task in 0..<80 {
                group.addTask {
                    var copy = archive
                    if task % 2 == 0 { try copy.setValue(task.propertyList, forKey: "task", ofObjectAt: 1) }
                    let uids = try copy.uids(ofClass: "Lab.Reading")
                    let isValid = copy.problems(strict: true).isEmpty && uids.count == 20
                    return try isValid && (copy.bytes() == bytes) == (task % 2 == 1)
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }

    @Test func `graphs of any classes, and values of every kind, are decoded in many tasks`() async throws {
        let values: [any Codingable & Sendable] = [
            URL(fileURLWithPath: "/tmp"), IndexSet([1, 2, 9]), Decimal(3), Locale(identifier: "de_CH"), UUID(),
            Calendar(identifier: .gregorian), CharacterSet.letters, DateInterval(start: .distantPast, duration: 5),
        ]
        let archives = try values.map { try KeyedArchiver.archivedBytes(withRootObject: $0 as any Codingable) }
        await withTaskGroup(of: Bool.self) { group in
            for task in 0..<160 {
                group.addTask {
                    let bytes = archives[task % archives.count]
                    let typed = try? KeyedUnarchiver.unarchivedGraph(from: bytes, registry: .foundation)
                    let generic = try? KeyedUnarchiver.unarchivedGraph(from: bytes, registry: ClassRegistry())
                    return typed != nil && generic is ArchivedObject
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}

extension Int {
    fileprivate var propertyList: PropertyList { .integer(Int64(self)) }
}
