import Foundation
import KeyedArchiving
import PropertyLists
import RandomNumbers
import TestSupport
import Testing

/// Archives whose line ends a version control system changed, as if they were text.
@Suite struct LineEndTests {
    /// A direction of the change.
    struct Change: CustomTestStringConvertible, Sendable {
        let lost: UInt8
        let kept: UInt8
        let cause: String

        var testDescription: String { cause }

        func callAsFunction(_ bytes: [UInt8]) -> [UInt8] { bytes.map { $0 == lost ? kept : $0 } }
    }

    static let changes = [
        Change(
            lost: 0x0D, kept: 0x0A,
            cause: "every carriage return (0D) became a line feed (0A), as a version control system does to text files"),
        Change(
            lost: 0x0A, kept: 0x0D,
            cause: "every line feed (0A) became a carriage return (0D), as a version control system does to text files"),
    ]

    final class Folder: Codingable {
        static let codedClassName = "Folder"
        let name: String
        let parts: [Folder]
        let holder: Folder?

        init(_ name: String, _ parts: [Folder] = [], in holder: Folder? = nil) {
            (self.name, self.parts, self.holder) = (name, parts, holder)
        }

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(name, forKey: "name")
            try archiver.encode(parts, forKey: "parts")
            try archiver.encode(holder, forKey: "holder")
            try archiver.encode(parts.isEmpty, forKey: "isEmpty")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            (name, parts, holder) = ("", [], nil)
        }
    }

    /// An archive with so many folders in folders; more than 100 need references of two bytes.
    private static func archive(
        _ count: Int, _ text: String = "name", _ layout: ArchiveLayout = .current
    ) throws -> [UInt8] {
        var folders: [Folder] = []
        for number in 0..<count {
            let parts = number.isMultiple(of: 5) ? Array(folders.suffix(4)) : []
            folders.append(Folder("\(text) \(number)", parts, in: folders.first))
        }
        return try KeyedArchiver.archivedBytes(withRootObject: Folder("root", folders), layout: layout)
    }

    @Test(arguments: changes)
    func `an archive comes back byte for byte, and bytes in its texts are doubtful`(_ change: Change) throws {
        for layout in [ArchiveLayout.current, .macOS10_14, .macOSX10_6, .macOSX10_5, .macOSX10_4] {
            for count in layout == .current ? [3, 20, 300, 2000] : [3, 300] {
                let original = try Self.archive(count, "name", layout)
                let changed = change(original)
                #expect(changed != original)
                let salvaged = try KeyedArchive.salvage(changed)
                try expectRows {
                    try salvaged.archive.bytes() == original
                    (salvaged.damages, [change.cause])
                    (salvaged.losses.count, 0)
                    // In the others, the first keys are the objects 10 and 13.
                    layout != .current || salvaged.doubtfulOffsets.isEmpty
                }
            }
        }

        let original = try Self.archive(20, "two\nlines")
        let salvaged = try KeyedArchive.salvage(change(original))
        let text = Array("two\nlines".utf8)
        let offsets = original.indices.filter { original[$0...].starts(with: text) }.map { $0 + 3 }
        try expectRows {
            try salvaged.archive.bytes() == original
            (salvaged.doubtfulOffsets, offsets)
            (offsets.count, 20)
        }
    }

    @Test(arguments: changes)
    func `opening and checking name the cause`(_ change: Change) throws {
        let changed = change(try Self.archive(300))
        do {
            let archive = try KeyedArchive(changed)
            let problems = archive.problems()
            #expect(problems.first?.reason == change.cause)
            #expect(problems.count > 1)
            #expect(archive.problems(limit: 1).count == 1)
        } catch {
            #expect(error.remedy?.hasPrefix(change.cause) == true)
        }
    }

    /// What a transfer as text makes of bytes: a return before each line feed.
    private static func withReturns(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
    }

    @Test func `an archive in which a return was added before each line feed is told so, and comes back`() throws {
        let cause =
            "every line feed (0A) became a carriage return and a line feed (0D 0A), as a version control system does to "
            + "text files"
        for (count, text) in [(0, "two\nlines"), (3, "name"), (20, "two\r\nlines\n"), (300, "name"), (2000, "name")] {
            let original = try Self.archive(count, text)
            let changed = Self.withReturns(original)
            guard changed != original else { continue }
            let salvaged = try KeyedArchive.salvage(changed)
            let error = #expect(throws: ArchiveError.self) { try KeyedArchive(changed) }
            try expectRows {
                try salvaged.archive.bytes() == original
                (salvaged.damages, [cause])
                (salvaged.losses.count + salvaged.doubtfulOffsets.count, 0)
                (error?.remedy?.hasPrefix(cause), true)
            }
        }
    }

    /// What a conversion to the line ends of Unix makes of bytes: no return before a line feed.
    private static func withoutReturns(_ bytes: [UInt8]) -> [UInt8] {
        let next = bytes.dropFirst() + [0]
        return zip(bytes, next).filter { $0 != (0x0D, 0x0A) }.map(\.0)
    }

    private static let removal =
        "every carriage return and line feed (0D 0A) became a line feed (0A), as a version control system does to text "
        + "files"

    @Test(.rows)
    func `an archive in which returns before line feeds were removed is told so, and comes back`() {
        // Also in references, in UIDs, in a length of two bytes and in the offset table.
        forEachRow(
            [
                (0, "two\r\nlines"), (20, "two\r\nlines\r\n"), (300, "two\r\nlines"), (3000, "name"), (4000, "a\r\nb"),
                (0, String(repeating: "x", count: 0x0D0A - 2)), (0, String(repeating: "\r\n", count: 2000)),
                (0, String(repeating: "\u{D0A}", count: 300)),
            ] as [(Int, String)]
        ) { (count: Int, text: String) throws in
            for layout in [ArchiveLayout.current, .macOS10_14] {
                let original = try Self.archive(max(count, 1), text, layout)
                let changed = Self.withoutReturns(original)
                #expect(changed.count < original.count)
                let salvaged = try KeyedArchive.salvage(changed)
                let error = #expect(throws: ArchiveError.self) { try KeyedArchive(changed) }
                // An array of the folders 0A0D to 0A10 might as well be one of 0D0A and 0A0E to 0A10, which come before it.
                let isInDoubt = layout == .current && count >= 3000
                try expectRows {
                    try salvaged.archive.bytes() == original || isInDoubt
                    (salvaged.damages, [Self.removal])
                    (salvaged.losses.count, 0)
                    (salvaged.doubtfulOffsets.isEmpty, !isInDoubt)
                    (error?.remedy?.hasPrefix(Self.removal), true)
                }
            }
        }
    }

    @Test func `line ends of both kinds in one text are doubtful, and other damage isn't blamed`() throws {
        let original = try Self.archive(1, "one\r\ntwo\nthree")
        let salvaged = try KeyedArchive.salvage(Self.withoutReturns(original))
        let text = Array("one\ntwo".utf8)
        let changed = Self.withoutReturns(original)
        let offsets = changed.indices.filter { changed[$0...].starts(with: text) }.flatMap { [$0 + 3, $0 + 7] }
        expectRows {
            (salvaged.doubtfulOffsets, offsets)
            (salvaged.archive.problems(strict: true), [])
        }
        // A byte is missing, but none before a line feed.
        let sound = try Self.archive(20, "name")
        for position in [8, 100, 300, sound.count - 100] {
            var damaged = sound
            damaged.remove(at: position)
            let error = #expect(throws: ArchiveError.self) { try KeyedArchive(damaged) }
            #expect(error?.remedy?.contains("version control") == false, "\(position): \(error?.description ?? "")")
        }
    }

    @Test(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
    func `real archives whose returns before line feeds were removed or added come back byte for byte`() throws {
        var (tried, exact, untold): (Int, Int, [String]) = (0, 0, [])
        for row in try Corpus.sample("archives", every: 1) where row.format.hasPrefix("bplist") {
            let original = try row.bytes()
            let changed = Self.withoutReturns(original)
            guard changed != original, (try? KeyedArchive(original)) != nil else { continue }
            tried += 1
            #expect((try? KeyedArchive(changed)) == nil, "\(row.file)")
            guard let salvaged = try? KeyedArchive.salvage(changed), salvaged.damages.first == Self.removal else {
                untold.append(row.file)
                continue
            }
            let isExact = try salvaged.archive.bytes() == original
            if isExact { exact += 1 }
            // In doubt are data and texts with line ends of both kinds.
            #expect(isExact || salvaged.losses.isEmpty && !salvaged.doubtfulOffsets.isEmpty, "\(row.file)")
        }
        #expect(untold == [])
        #expect(tried > 20)
        #expect(exact * 10 >= tried * 7, "\(exact) of \(tried)")

        var (triedToAdd, differing): (Int, [String]) = (0, [])
        for row in try Corpus.sample("archives", every: 4) where row.format.hasPrefix("bplist") {
            let original = try row.bytes()
            // What has changed line ends of its own isn't sound.
            guard original.count < 500_000, original.contains(0x0A), (try? KeyedArchive(original)) != nil else {
                continue
            }
            triedToAdd += 1
            let restored = try? KeyedArchive.salvage(Self.withReturns(original)).archive.bytes()
            if restored != (try? KeyedArchive(original).bytes()) { differing.append(row.file) }
        }
        #expect(triedToAdd > 30)
        #expect(differing == [])
    }

    @Test(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"), arguments: changes)
    func `real archives that open although their line ends were changed are told so`(_ change: Change) throws {
        var (opened, told): (Int, Int) = (0, 0)
        var silent: [String] = []
        for row in try Corpus.sample("archives", every: 2) where row.format.hasPrefix("bplist") {
            let original = try row.bytes()
            let changed = change(original)
            guard original.count < 500_000, changed != original, let archive = try? KeyedArchive(changed) else {
                continue
            }
            opened += 1
            if archive.problems().first?.reason == change.cause {
                told += 1
            } else if try BinaryPropertyListReader(original).objectCount > 13 {
                silent.append(row.file)
            }
            #expect(try KeyedArchive(original).problems() == [], "\(row.file)")
        }
        #expect(opened > 10)
        #expect(silent == [], "\(told) of \(opened) are told so")
    }

    /// An archive may hold a plain value twice, and refer to one of them: no byte 0D is missing here.
    @Test func `an archive of which nothing refers to object 13, or that is damaged otherwise, isn't blamed`() throws {
        let archiver = KeyedArchiver()
        try archiver.encodeConditionalObject(ArchivedArray(), forKey: "unfulfilled")
        let shared = ArchivedArray(["encoded elsewhere"])
        try archiver.encode(shared, forKey: "root")
        try archiver.encodeConditionalObject(shared, forKey: "fulfilled")
        let bytes = try archiver.encodedBytes
        #expect(bytes.contains(0x0A) && !bytes.contains(0x0D))
        #expect(try KeyedArchive(bytes).problems(strict: true) == [])

        let small = try SmallArchive("text").bytes()
        #expect(try KeyedArchive.salvage(small).isIntact)
        var damaged = try Self.archive(20)
        damaged[8] = 0xFF
        let error = #expect(throws: ArchiveError.self) { try KeyedArchive(damaged) }
        #expect(error?.remedy?.contains("version control") == false)
    }

    @Test(.workLimit(.seconds(60)), arguments: changes)
    func `other damage and thousands of doubtful bytes end within bounds`(_ change: Change) throws {
        let original = try Self.archive(60)
        var random = SplitMix64(seed: 0x11E5)
        for _ in 0..<TestScale.count(3000, quick: 300) {
            var damaged = original
            for _ in 0...random.below(4) {
                let position = 8 + random.below(damaged.count - 8)
                let end = min(damaged.count, position + 1 + random.below(random.once(in: 8) ? 400 : 2))
                let byte = random.once(in: 2) ? change.kept : random.byte()
                for index in position..<end { damaged[index] = byte }
            }
            do {
                _ = try KeyedArchive.salvage(change(damaged), limits: .untrusted)
            } catch {
                #expect([.notAKeyedArchive, .limitExceeded].contains(error.code), "\(error)")
            }
        }
        // References of two bytes, each of which may be four objects.
        for count in [5000, 60_000] {
            var list = original.prefix(8) + [0xAF, 0x11, UInt8(count >> 8), UInt8(count & 0xFF)]
            list += Array(repeating: change.kept, count: 2 * count)
            list += Array(repeating: 0x50, count: 4000)
            let table = list.count
            for position in [8] + Array(table - 4000..<table) {
                list += [0, UInt8(position >> 16), UInt8(position >> 8 & 0xFF), UInt8(position & 0xFF)]
            }
            list += [0, 0, 0, 0, 0, 0, 4, 2, 0, 0, 0, 0, 0, 0, 0x0F, 0xA1, 0, 0, 0, 0, 0, 0, 0, 0]
            list += [0, 0, 0, 0, 0, UInt8(table >> 16), UInt8(table >> 8 & 0xFF), UInt8(table & 0xFF)]
            #expect(throws: ArchiveError.self) { try KeyedArchive.salvage(change(Array(list))) }
        }
    }

    // MARK: Real archives

    @Test(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
    func `real nibs that were changed come back sound`() throws {
        let folder = Corpus.folder.appendingPathComponent("found/damaged")
        let paths = try #require(FileManager.default.subpaths(atPath: folder.path)).filter { $0.contains(".nib") }
        #expect(paths.count == 5)
        for path in paths {
            let bytes = Array(try Data(contentsOf: folder.appendingPathComponent(path)))
            let salvaged = try KeyedArchive.salvage(bytes)
            let restored = try salvaged.archive.bytes()
            expectRows {
                (salvaged.damages, [Self.changes[0].cause])
                (salvaged.losses.count + salvaged.gaps.count, 0)
                (Self.changes[0](restored) == bytes)
                salvaged.archive.problems(strict: true).isEmpty
            }
        }
    }

    @Test(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"), arguments: changes)
    func `of real archives that are changed, no byte is wrong that isn't doubtful`(_ change: Change) throws {
        var (tried, restored) = (0, 0)
        for row in try Corpus.sample("archives", every: 4) where row.format.hasPrefix("bplist") {
            let original = try row.bytes()
            guard original.count < 500_000, try BinaryPropertyListReader(original).objectCount > 13 else { continue }
            let changed = change(original)
            guard changed != original, let salvaged = try? KeyedArchive.salvage(changed), salvaged.losses.isEmpty else {
                continue
            }
            tried += 1
            let bytes = try salvaged.archive.bytes()
            guard bytes.count == original.count else { continue }
            restored += 1
            let wrong = bytes.indices.filter { bytes[$0] != original[$0] }
            #expect(Set(wrong).isSubset(of: salvaged.doubtfulOffsets), "\(row.file)")
        }
        #expect(tried > 30)
        #expect(restored * 20 >= tried * 19, "\(restored) of \(tried)")
    }
}
