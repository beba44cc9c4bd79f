import PropertyLists
import TestSupport
import Testing

@Suite struct OpenStepWriterTests {
    private func text(
        _ value: PropertyList,
        _ dialect: OpenStepPropertyListWriter.Dialect = .openStep,
        sortsKeys: Bool = true
    ) throws -> String {
        String(
            decoding: try OpenStepPropertyListWriter(dialect: dialect, sortsKeys: sortsKeys).write(value), as: UTF8.self
        )
    }

    static let sample: PropertyList = [
        "name": "Ada Lovelace", "tags": ["a", "b-c", []], "data": .data([0x0F, 0xBD, 0x77, 1, 2]), "n": 36, "r": 1.5,
        "yes": true, "no": false, "date": .date(0), "empty": [:], "inner": ["deep": ["x": "y"]],
    ]

    @Test func `OpenStep's form has strings for numbers, booleans and dates, and GNUstep's keeps them apart`() throws {
        #expect(
            try text(Self.sample) == """
                {
                    data = <0fbd7701 02>;
                    date = "2001-01-01 00:00:00 +0000";
                    empty = {};
                    inner = {
                        deep = {
                            x = y;
                        };
                    };
                    n = 36;
                    name = "Ada Lovelace";
                    no = 0;
                    r = 1.5;
                    tags = (
                        a,
                        "b-c",
                        ()
                    );
                    yes = 1;
                }

                """)
        #expect(
            try text(
                ["d": .data([0x0F, 0xBD]), "t": .date(0), "n": -36, "r": 0.1, "yes": true, "no": false], .gnuStep,
                sortsKeys: false) == """
                    {
                        d = <[D70=]>;
                        t = <*D2001-01-01 00:00:00 +0000>;
                        n = <*I-36>;
                        r = <*R0.10000000000000001>;
                        yes = <*BY>;
                        no = <*BN>;
                    }

                    """)
    }

    @Test func `a word that is the whole list has quotes, which readers know`() throws {
        #expect(try text("x") == "\"x\"\n")
        #expect(try text(5) == "\"5\"\n")
        #expect(try OpenStepPropertyListReader().read(Array(text("x").utf8)) == "x")
    }

    @Test func `a tree in GNUstep's form comes back as it was`() throws {
        let values: [PropertyList] = [
            Self.sample, "", "a", [], [:], 0, .integer(.min), .unsignedInteger(.max), .double(-.infinity),
            .double(.leastNonzeroMagnitude), .date(-63_114_076_800), .data([]), ["": ["a": [[:], []]]],
            .data((0...255).map { $0 }),
        ]
        for value in values {
            let bytes = try OpenStepPropertyListWriter(dialect: .gnuStep, sortsKeys: false).write(value)
            #expect(try OpenStepPropertyListReader().read(bytes) == value)
        }
    }

    @Test(.rows)
    func `every string comes back as it was, from ASCII text`() {
        forEachRow(OpenStepPropertyListWriter.Dialect.allCases) {
            (dialect: OpenStepPropertyListWriter.Dialect) throws in
            let units = (0...0x2FF).map { UInt16($0) }
            let strings: [PropertyListString] =
                [
                    "", "é1", "a b", "日本 \u{1F698}", "//", "/*", "<*I5>", "\u{2028}", "\"\\'", "-", "$a.b_9",
                    PropertyListString(utf16: [0xD800]), PropertyListString(utf16: [0x61, 0xDC00, 0x31]),
                    PropertyListString(utf16: units),
                ] + units.map { PropertyListString(utf16: [$0]) }
            let value = PropertyList.array(PropertyListArray(strings.map { .string($0) }))
            let bytes = try OpenStepPropertyListWriter(dialect: dialect).write(value)
            #expect(bytes.allSatisfy { $0 < 0x7F })
            #expect(try OpenStepPropertyListReader().read(bytes) == value)
            // Of equal keys the last counts.
            let distinct = strings.indices.filter { !strings[($0 + 1)...].contains(strings[$0]) }.map { strings[$0] }
            let keys = PropertyListDictionary(distinct.map { (key: .string($0), value: "v") })
            let dictionary = try OpenStepPropertyListWriter(dialect: dialect, sortsKeys: false).write(.dictionary(keys))
            #expect(try OpenStepPropertyListReader().read(dictionary) == .dictionary(keys))
        }
    }

    static let refused: [PropertyList] = [
        .null, .set([]), .orderedSet([]), .uid(1), .integer128(Integer128(high: 1, low: 0)), .date(.nan), .date(1e17),
        .dictionary([1: "a"]),
    ]

    @Test(.rows)
    func `what has no form is refused with its place`() {
        forEachRow(Self.refused.indices) { (index: Int) throws in
            for dialect in OpenStepPropertyListWriter.Dialect.allCases {
                let error = #expect(throws: ArchiveError.self) {
                    try OpenStepPropertyListWriter(dialect: dialect).write(["a": ["b", Self.refused[index]]])
                }
                #expect(error?.code == .unrepresentable)
                #expect(error?.reason.contains("at a[1]") == true)
            }
        }
    }

    @Test func `depth is bounded, and text is charged to the budget of the input`() throws {
        let deep = (0..<512).reduce(PropertyList.array([])) { value, _ in [value] }
        let error = #expect(throws: ArchiveError.self) { try OpenStepPropertyListWriter().write(deep) }
        #expect(error?.code == .limitExceeded)
        #expect(throws: Never.self) { try OpenStepPropertyListReader().read(OpenStepPropertyListWriter().write([1])) }

        let text = try OpenStepPropertyListWriter().write(Self.sample)
        var enough = Budget(inputSize: text.count, limits: Limits(output: 1))
        #expect(try OpenStepPropertyListWriter().write(Self.sample, charging: &enough) == text)
        var small = Budget(inputSize: 0, limits: Limits(output: 0))
        #expect(throws: ArchiveError.self) {
            try OpenStepPropertyListWriter().write(Self.sample, charging: &small)
        }
    }

    @Test func `the time to write grows with the size, not with its square`() throws {
        func write(_ count: Int) throws {
            let value = PropertyList.array(PropertyListArray(Array(repeating: Self.sample, count: count)))
            _ = try OpenStepPropertyListWriter(dialect: .gnuStep).write(value)
        }
        let bound = 32.0
        let growth = try WorkTime.growth(from: { try write(250) }, to: { try write(2000) }, below: bound)
        #expect(growth < bound)
    }
}
