import PropertyLists
import TestSupport
import Testing

/// Texts of files in errors and on terminals.
@Suite struct QuotedTextTests {
    @Test(.rows)
    func `a text that is longer than the limit ends in an ellipsis`() {
        forEachRow([("ab", "ab"), ("abc", "abc"), ("abcd", "abc…"), ("äöüß", "äöü…")]) {
            (text: String, shown: String) in
            #expect(text.escapedForDisplay(limit: 3) == shown)
        }
    }
}
