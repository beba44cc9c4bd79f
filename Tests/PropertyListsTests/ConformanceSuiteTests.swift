import PropertyLists
import TestSupport
import Testing

/// The property lists of `Fixtures/conformance`, which other readers run too.
@Suite struct ConformanceSuiteTests {
    @Test func `binary property lists are read, refused and written as the conformance suite says`() throws {
        try expectConformance("binary") { bytes in
            TaggedJSON(try BinaryPropertyListReader(bytes).tree())
        } rewrite: { bytes in
            try BinaryPropertyListWriter().write(try BinaryPropertyListReader(bytes).tree())
        }
    }

    @Test func `XML property lists are read, refused and written as the conformance suite says`() throws {
        try expectConformance("xml") { bytes in
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
        try expectConformance("openstep") { bytes in
            try #require(PropertyListFormat(detecting: bytes) == .openStep)
            return TaggedJSON(try OpenStepPropertyListReader().read(bytes))
        }
    }
}
