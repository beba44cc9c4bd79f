import TestSupport
import Testing

import PropertyLists

/// Each limit at one less than what the input needs, at exactly that, and at one more.
///
/// Depth and expansion are in `BinaryTreeTests`.
@Suite struct LimitsTests {
    /// `[ "five!", "Жж", data of 6 bytes ]`: 4 objects.
    static let bytes = HandmadeList(
        container(0xA0, [1, 2, 3]), marker(0x50, count: 5) + Array("five!".utf8), [0x62, 0x04, 0x16, 0x04, 0x36],
        [0x46, 1, 2, 3, 4, 5, 6]
    ).bytes

    static let needs: [(name: String, limit: any WritableKeyPath<Limits, Int> & Sendable, need: Int, position: Int)] = [
        ("objects", \.objects, 4, 42),
        ("stringBytes", \.stringBytes, 5, 13),
        ("dataBytes", \.dataBytes, 6, 24),
    ]

    @Test(.rows)
    func `a limit refuses one more than it says, by its name and value`() {
        forEachRow(Self.needs) {
            (name: String, limit: any WritableKeyPath<Limits, Int> & Sendable, need: Int, position: Int) throws in
            for allowed in [need - 1, need, need + 1] {
                var limits = Limits.default
                limits[keyPath: limit] = allowed
                if allowed >= need {
                    #expect(try BinaryPropertyListReader(Self.bytes, limits: limits).tree() != .null)
                    continue
                }
                let error = #expect(throws: ArchiveError.self) {
                    try BinaryPropertyListReader(Self.bytes, limits: limits).tree()
                }
                expectRows {
                    (error?.code, .limitExceeded)
                    (error?.byteOffset, position)
                    (error?.reason, "the limit `\(name)` of \(allowed) is exceeded")
                    (error?.remedy, "raise `Limits.\(name)` if you trust the input")
                }
            }
        }
    }

    @Test(.rows)
    func `a limit on strings holds for a look at one, before its text is read, and counts UTF-16 in bytes`() throws {
        forEachRow([[0x53, 0x61, 0x62, 0x63], [0x62, 0, 0x61, 0, 0x62]]) { (object: [UInt8]) throws in
            let length = object.count - 1
            let bytes = HandmadeList(object).bytes
            #expect(throws: Never.self) {
                try BinaryPropertyListReader(bytes, limits: Limits(stringBytes: length)).object(at: 0)
            }
            let error = #expect(throws: ArchiveError.self) {
                try BinaryPropertyListReader(bytes, limits: Limits(stringBytes: length - 1)).object(at: 0)
            }
            #expect(error?.code == .limitExceeded)
            #expect(error?.byteOffset == 9)
        }
        let reader = try BinaryPropertyListReader(
            HandmadeList([0x62, 0, 0x61, 0, 0x62]).bytes, limits: Limits(stringBytes: 3))
        #expect(throws: ArchiveError(.limitExceeded, "")) { try reader.tree() }
        #expect(reader.problems().map(\.code) == [.limitExceeded])
    }

    @Test func `the presets are ordered: untrusted below default below unlimited`() {
        let limits: [WritableKeyPath<Limits, Int>] = [
            \.depth, \.objects, \.expansion, \.memory, \.stringBytes, \.dataBytes, \.nestedArchives,
        ]
        for limit in limits {
            #expect(Limits.untrusted[keyPath: limit] <= Limits.default[keyPath: limit])
            #expect(Limits.default[keyPath: limit] <= Limits.unlimited[keyPath: limit])
        }
        #expect(Limits() == .default)
    }

    @Test func `everything but output counts an input as larger by the allowance`() throws {
        let limits = Limits(expansion: 2, output: 3, allowance: 10_000)
        var budget = Budget(inputSize: 100, limits: limits)
        try budget.spend(2 * 10_100)
        try budget.allocate(32 * 10_100)
        try budget.step(32 * 10_100)
        try budget.print(3 * (100 + 4096))
        for account: (inout Budget) throws -> Void in [
            { try $0.spend(1) }, { try $0.allocate(1) }, { try $0.step() }, { try $0.print(1) },
        ] {
            #expect(throws: ArchiveError(.limitExceeded, "")) { try account(&budget) }
        }
    }

    @Test func `memory and output of a large input are bounded in bytes, of a small one by its size`() throws {
        let limits = Limits.exact(allocation: 10, output: 10, memory: 1 << 20)
        for (size, limit) in [(1000, "by memory"), (1 << 20, "`memory`")] {
            var budget = Budget(inputSize: size, limits: limits)
            try budget.allocate(min(10 * size, 1 << 20))
            let error = #expect(throws: ArchiveError.self) { try budget.allocate(1) }
            #expect(error?.code == .limitExceeded && error?.reason.contains(limit) == true, "\(error as Any)")
        }
        var budget = Budget(inputSize: 1 << 30, limits: limits)
        try budget.print(1 << 20)
        let error = #expect(throws: ArchiveError.self) { try budget.print(1) }
        #expect(error?.reason.contains("`memory` of 1048576") == true, "\(error as Any)")
        // Of an upload of any size, no more than 128 MiB are made.
        var large = Budget(inputSize: .max, limits: .untrusted)
        try large.allocate(128 << 20)
        #expect(throws: ArchiveError(.limitExceeded, "")) { try large.allocate(1) }
    }

    @Test(.rows)
    func `limits of zero and less refuse instead of trapping`() {
        forEachRow([Int.min, -1, 0]) { (value: Int) throws in
            var budget = Budget(inputSize: 1000, limits: Limits(memory: value))
            #expect(throws: ArchiveError(.limitExceeded, "")) { try budget.allocate(1) }
            #expect(throws: ArchiveError(.limitExceeded, "")) { try budget.print(1) }
            var limits = Limits.default
            limits.expansion = value
            limits.depth = value
            let reader = try BinaryPropertyListReader(Self.bytes, limits: limits)
            #expect(throws: ArchiveError(.limitExceeded, "")) { try reader.tree() }
            #expect(reader.problems(limit: value) == [])
            limits.objects = value
            #expect(throws: ArchiveError(.limitExceeded, "")) {
                try BinaryPropertyListReader(Self.bytes, limits: limits)
            }
        }
    }
}
