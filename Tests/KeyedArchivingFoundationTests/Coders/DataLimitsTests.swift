import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

/// The calls for data and files pass limits on: each limit at one less than what an archive needs, and at that.
@Suite struct DataLimitsTests {
    /// Two URLs, one relative to the other: 2 levels, 1 class, texts of up to 24 characters.
    private static let url = URL(string: "file.txt", relativeTo: URL(string: "http://example.com/folder/"))

    private static let data = Result { try KeyedArchiver.archivedData(withRootObject: url.map { [$0] }) }

    /// Calls a function with a file of the data, which is there for no longer than the call.
    private static func withFile(_ body: (URL) throws -> Void) throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("limits-\(UUID().uuidString).plist")
        defer { try? FileManager.default.removeItem(at: file) }
        try data.get().write(to: file)
        try body(file)
    }

    /// The count of objects that the trailer states.
    private static func objectCount() throws -> Int {
        try data.get().suffix(24).prefix(8).reduce(0) { $0 << 8 | Int($1) }
    }

    private static let calls: KeyValuePairs<String, @Sendable (Limits) throws -> Void> = [
        "KeyedUnarchiver(forReadingFrom:)": {
            _ = try KeyedUnarchiver(forReadingFrom: data.get(), limits: $0)
                .decodeObject(of: [URL].self, forKey: "root")
        },
        "KeyedUnarchiver(forReadingFrom: .contents(of:))": { limits in
            try withFile {
                _ = try KeyedUnarchiver(forReadingFrom: .contents(of: $0), limits: limits)
                    .decodeObject(of: [URL].self, forKey: "root")
            }
        },
        "unarchivedObject(of:from:)": {
            _ = try KeyedUnarchiver.unarchivedObject(of: [URL].self, from: data.get(), limits: $0)
        },
        "unarchivedObject(of:from:), several types": {
            _ = try KeyedUnarchiver.unarchivedObject(
                of: [ArchivedArray.self, URL.self] as [any Codingable.Type], from: data.get(), limits: $0)
        },
        "unarchivedArrayOfObjects(of:from:)": {
            _ = try KeyedUnarchiver.unarchivedArrayOfObjects(of: URL.self, from: data.get(), limits: $0)
        },
        "unarchivedObject(of:from: .contents(of:))": { limits in
            try withFile {
                _ = try KeyedUnarchiver.unarchivedObject(of: [URL].self, from: .contents(of: $0), limits: limits)
            }
        },
        "unarchivedGraph(from:)": { _ = try KeyedUnarchiver.unarchivedGraph(from: data.get(), limits: $0) },
        "KeyedArchive(_:)": { limits in try readAll(KeyedArchive(data.get(), limits: limits)) },
        "KeyedArchive(.contents(of:))": { limits in
            try withFile { try readAll(KeyedArchive(.contents(of: $0), limits: limits)) }
        },
        "archivedData(withRootObject:)": {
            _ = try KeyedArchiver.archivedData(withRootObject: url.map { [$0] }, limits: $0)
        },
        "archiveRootObject(_:to:)": { limits in
            try withFile { try KeyedArchiver.archiveRootObject(url.map { [$0] }, to: $0, limits: limits) }
        },
    ]

    private static func readAll(_ archive: KeyedArchive) throws {
        if let problem = archive.problems().first { throw problem }
        for number in 0..<archive.objectCount { _ = try archive.entry(at: UID(UInt64(number))) }
    }

    private static let needs: [(name: String, limit: any WritableKeyPath<Limits, Int> & Sendable, need: Int)] = [
        ("objects", \.objects, (try? objectCount()) ?? 0), ("classes", \.classes, 2),
        ("stringBytes", \.stringBytes, 26),
    ]

    @Test(.rows)
    func `a call refuses what needs more than a limit, by the limit's name and value`() {
        forEachRow(Self.calls.indices, Self.needs.indices) { (call: Int, index: Int) throws in
            let (name, limit, need) = Self.needs[index]
            for allowed in [need, need + 1] {
                var limits = Limits.unlimited
                limits[keyPath: limit] = allowed
                #expect(throws: Never.self, "\(Self.calls[call].key)") { try Self.calls[call].value(limits) }
            }
            var limits = Limits.unlimited
            limits[keyPath: limit] = need - 1
            let error = #expect(throws: ArchiveError.self, "\(Self.calls[call].key)") {
                try Self.calls[call].value(limits)
            }
            #expect(error?.code == .limitExceeded)
            #expect(error?.reason == "the limit `\(name)` of \(need - 1) is exceeded")
        }
    }

    @Test func `an array of 50,000 references to one large data value is decoded once`() throws {
        let shared = Data(repeating: 7, count: 1 << 20)
        let array = ArchivedArray(Array(repeating: MutableArchivedData(Array(shared)), count: 1))
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: array)
        var archive = try KeyedArchive(bytes)
        let uids = try archive.uids(ofClass: "NSArray")
        let root = try #require(uids.first)
        let value = archive.add(.value(.data(Array(shared))))
        let references = PropertyList.array(PropertyListArray(Array(repeating: .uid(value), count: 50_000)))
        try archive.setValue(references, forKey: "NS.objects", ofObjectAt: root)
        // Content is charged each time it is returned, so only limits that allow 50 GB suffice.
        let data = Data(try archive.bytes())
        #expect(throws: ArchiveError(.limitExceeded, "")) {
            try KeyedUnarchiver.unarchivedObject(of: [Data].self, from: data)
        }
        let list = try KeyedUnarchiver.unarchivedObject(of: [Data].self, from: data, limits: .unlimited)
        #expect(list?.count == 50_000)
        #expect(list?.last == shared)
    }
}
