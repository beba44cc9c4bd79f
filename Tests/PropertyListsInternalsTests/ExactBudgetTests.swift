import TestSupport
import Testing

@testable import PropertyLists

/// What is taken from a budget to the byte, and what is just within a file.
@Suite struct ExactBudgetTests {
    private static let texts: [PropertyList] = [
        "", "text", .data(Array(repeating: 7, count: 100)), [], [:], ["a", ["b": 1], .data([1])],
        .array(PropertyListArray(Array(repeating: "some text that many places share", count: 2000))),
        .string(PropertyListString(String(repeating: "x", count: 100_000))),
        .array(PropertyListArray(Array(repeating: "more than a megabyte of some text", count: 30_000))),
    ]

    @Test(.rows)
    func `all of a text that is written is charged, byte by byte, and a budget of a byte too few refuses it`() {
        forEachRow(Self.texts) { (list: PropertyList) throws in
            var budget = Budget(inputSize: 1 << 20, limits: .default)
            let xml = try XMLPropertyListWriter().write(list, charging: &budget)
            #expect(budget.used.output == xml.count)
            for dialect in OpenStepPropertyListWriter.Dialect.allCases {
                var budget = Budget(inputSize: 1 << 20, limits: .default)
                let text = try OpenStepPropertyListWriter(dialect: dialect).write(list, charging: &budget)
                #expect(budget.used.output == text.count)
            }
            for (size, isEnough) in [(xml.count, true), (xml.count - 1, false)] {
                // What is added for the head of a document is spent first.
                var budget = Budget(inputSize: 4 << 20, limits: Limits(output: 1))
                try budget.print((4 << 20) + 4096 - size)
                let refusal = code { _ = try XMLPropertyListWriter().write(list, charging: &budget) }
                #expect(refusal == (isEnough ? nil : .limitExceeded), "\(size) bytes")
            }
        }
    }

    @Test(.rows)
    func `a size that nothing has is refused by each account, and adds nothing to it`() {
        forEachRow([-1, Int.min, .max, .max - 31]) { (size: Int) throws in
            var budget = Budget(inputSize: 1000, limits: .default)
            let used = budget.used
            #expect(throws: ArchiveError.self) { try budget.spend(size) }
            #expect(throws: ArchiveError.self) { try budget.allocate(size) }
            #expect(throws: ArchiveError.self) { try budget.allocate(size, of: 8) }
            #expect(throws: ArchiveError.self) { try budget.allocate(1, of: size) }
            #expect(throws: ArchiveError.self) { try budget.allocateContainer(of: size) }
            #expect(throws: ArchiveError.self) { try budget.step(size) }
            #expect(throws: ArchiveError.self) { try budget.print(size) }
            if size > 0 { #expect(throws: ArchiveError.self) { try budget.allocateBuffer(of: size) } }
            #expect(budget.used == used)
        }
    }

    @Test func `each account is taken to its last unit, and not further`() throws {
        for size in [0, 1, 10] {
            var budget = Budget(inputSize: size, limits: Limits.exact(expansion: 3, allocation: 5, steps: 0, output: 0))
            #expect(throws: ArchiveError.self) { try budget.spend(3 * size + 1) }
            try budget.spend(3 * size)
            #expect(throws: ArchiveError.self) { try budget.spend(1) }
            #expect(throws: ArchiveError.self) { try budget.allocate(5 * size + 1) }
            try budget.allocate(5 * size)
            #expect(throws: ArchiveError.self) { try budget.allocate(1) }
            #expect(throws: ArchiveError.self) { try budget.step() }
            #expect(throws: ArchiveError.self) { try budget.print(1) }
        }
    }

    @Test func `strings and data up to fifteen bytes cost nothing, and containers their elements and themselves`()
        throws
    {
        func cost(_ take: (inout Budget) throws -> Void) throws -> Int {
            var budget = Budget(inputSize: 1 << 10, limits: .default)
            try take(&budget)
            return budget.used.bytes
        }
        for size in [0, 14, 15, 16, 17] {
            let expected = size > 15 ? size + 32 : 0
            try expectRows {
                (try cost { try $0.allocateBuffer(of: size) }, expected)
                (try cost { _ = $0.allocateBufferIfPossible(of: size) }, expected)
                (Budget.bufferCost(of: size), expected)
            }
        }
        #expect(try cost { try $0.allocateContainer(of: 3) } == 3 * 24 + 64)
        #expect(try cost { try $0.allocate(3, of: 7) } == 21)
        var budget = Budget(inputSize: 1, limits: Limits.exact(allocation: 48))
        #expect(budget.allocateBufferIfPossible(of: 16) && !budget.allocateBufferIfPossible(of: 16))
        for call: (inout Budget) throws -> Void in [
            { try $0.allocate(.max, of: 2) }, { try $0.allocateContainer(of: .max) },
        ] {
            #expect(throws: ArchiveError.self) { _ = try cost(call) }
        }
    }

    @Test func `a reference beyond the objects is refused, and the last one before them isn't`() throws {
        let reader = try BinaryPropertyListReader(BinaryPropertyListWriter().write([1, [2]]))
        let end = reader.trailer.offsetTableStart
        for (position, count, number, isThere) in [
            (end - 1, 1, 0, true), (end, 1, 0, false), (end - 1, 2, 1, false), (end - 2, 2, 1, true),
            (end - 2, 2, 2, false), (end - 2, 2, -1, false),
        ] {
            let run = BinaryReferences(position: position, count: count)
            #expect(((try? reader.reference(number, of: run)) != nil) == isThere, "\(position - end), \(number)")
        }
    }

    @Test func `the beginning of a text with bytes that aren't text is read, and one that exceeds a limit is not`()
        throws
    {
        let text = Array("<plist><array><array><array/></array>".utf8)
        #expect(try XMLPropertyListReader().readBeginning(of: text).error != nil)
        let error = #expect(throws: ArchiveError.self) {
            _ = try XMLPropertyListReader(limits: Limits(depth: 2)).readBeginning(of: text)
        }
        #expect(error?.code == .limitExceeded)
        // Other characters are in the places of bytes that aren't text.
        let (start, end) = ("<plist><array><string>a", "b</string></array></plist>")
        for (byte, expected) in [(UInt8(0), "a\0b"), (0xFF, "a\u{FFFD}b")] {
            let damaged = Array(start.utf8) + [byte] + Array(end.utf8)
            let (value, error) = try XMLPropertyListReader().readBeginning(of: damaged)
            #expect(value == [.string(PropertyListString(expected))] && error == nil)
        }
        let unknown = Array("<?xml version=\"1.0\" encoding=\"EBCDIC\"?><plist><array/></plist>".utf8)
        #expect(throws: ArchiveError.self) { try XMLPropertyListReader().readBeginning(of: unknown) }
    }
}
