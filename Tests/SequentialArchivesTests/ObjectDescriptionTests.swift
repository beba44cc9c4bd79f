import PropertyLists
import SequentialArchives
import TestSupport
import Testing

/// What `print` and the debugger show of objects.
struct ObjectDescriptionTests {
    @Test func `an object prints its class and what it holds in one short line, if it holds itself or much too`() throws
    {
        let text = SequentialString("Ada")
        let color = try SequentialColor(.calibratedRGB, components: [0.5, 0.25, 0, 1])
        expectRows {
            ("\(text)", "\"Ada\"")
            ("\(SequentialDate(timeIntervalSinceReferenceDate: 0))", "date 2001-01-01T00:00:00Z")
            ("\(SequentialNull())", "NSNull")
            ("\(SequentialURL("https://example.com"))", "NSURL \"https://example.com\"")
            ("\(SequentialBoxedValue(7 as Int32))", "7")
            ("\(SequentialArray([text, nil, SequentialNull()]))", "NSArray of 3: \"Ada\", nil, NSNull")
            ("\(SequentialArray([]))", "NSArray of 0")
            ("\(SequentialSet([text]))", "NSSet of 1: \"Ada\"")
            ("\(SequentialDictionary([.init(key: text, value: nil)]))", "NSDictionary of 1: \"Ada\"")
            ("\(color)", "NSColor calibratedRGB 0.5 0.25 0.0 1.0")
            ("\(SequentialFont(name: "Menlo", size: 12))", "NSFont \"Menlo\" 12.0")
            (
                "\(UnknownSequentialObject(codedClassVersions: [CodedClassVersion("Person", version: 1)]))",
                "Person with 0 values"
            )
        }
        let list = SequentialArray([])
        list.elements = Array(repeating: list, count: 10_000)
        #expect("\(list)" == "NSArray of 10000: NSArray, NSArray, NSArray, NSArray, …")
        #expect("\(SequentialString(String(repeating: "a", count: 100_000)))".utf8.count < 1_000)
        list.elements = []
    }
}
