import PropertyLists
import Testing

/// Texts of files in errors and on terminals.
@Suite struct QuotedTextTests {
    @Test(arguments: [("ab", "ab"), ("abc", "abc"), ("abcd", "abc…"), ("äöüß", "äöü…")])
    func `a text that is longer than the limit ends in an ellipsis`(text: String, shown: String) {
        #expect(text.escapedForDisplay(limit: 3) == shown)
    }
}
