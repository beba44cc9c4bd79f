import PropertyLists
import TestSupport
import Testing

/// The property lists of `Fixtures/conformance`, which other readers run too.
///
/// The scoreboard there has the counts of these runs as the rows of `keyed-archive`.
@Suite struct ConformanceSuiteTests {
    /// Why the tool refuses a list that the library reads.
    private let outputLimit = "the tool prints JSON, which exceeds its limit `output` here"

    @Test func `binary property lists are read, refused and written as the conformance suite says`() throws {
        try expectConformance("binary", refusedByTool: ["i-binary-depth-400": outputLimit]) { bytes in
            TaggedJSON(try BinaryPropertyListReader(bytes).tree())
        } rewrite: { bytes in
            try BinaryPropertyListWriter().write(try BinaryPropertyListReader(bytes).tree())
        }
    }

    @Test func `XML property lists are read, refused and written as the conformance suite says`() throws {
        try expectConformance("xml", refusedByTool: [:]) { bytes in
            TaggedJSON(try XMLPropertyListReader().read(bytes))
        } rewrite: { bytes in
            try XMLPropertyListWriter().write(try XMLPropertyListReader().read(bytes))
        }
    }

    @Test func `OpenStep property lists are read and refused as the conformance suite says`() throws {
        try expectConformance("openstep") { bytes in
            TaggedJSON(try OpenStepPropertyListReader().read(bytes))
        }
    }

    @Test func `OpenStep property lists that must be read are recognized`() throws {
        // The tool tells the form from the content, too, so that these are the counts of its row.
        try expectConformance("openstep", refusedByTool: ["i-openstep-depth-400": outputLimit]) { bytes in
            try #require(PropertyListFormat(detecting: bytes) == .openStep)
            return TaggedJSON(try OpenStepPropertyListReader().read(bytes))
        }
    }
}
