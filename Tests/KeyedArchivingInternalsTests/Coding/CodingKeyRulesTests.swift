import TestSupport
import Testing

@testable import KeyedArchiving

@Suite struct CodingKeyRulesTests {
    @Test(.rows)
    func `a user's key comes back from its stored form, also where what follows combines with the dollar sign`() {
        forEachRow(["", "a", "$", "$a", "$$", "$$a", "$\u{301}a", "$$\u{301}", "\u{301}$"]) { (key: String) in
            let restored = CodingKeyRules.userKey(CodingKeyRules.stored(key))
            #expect(Array(restored.utf8) == Array(key.utf8))
        }
    }
}
