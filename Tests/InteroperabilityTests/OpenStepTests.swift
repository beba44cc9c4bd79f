import Foundation
import PropertyLists
import RandomNumbers
import TestSupport
import Testing

/// OpenStep text as Foundation's reader takes it.
@Suite struct OpenStepTests {
    private static let tokens = [
        "{", "}", "(", ")", "<", ">", "=", ";", ",", " ", "\n", "a", "key", "-1", "a.b", "\"", "'", "\\", "\\n",
        "\\101", "\\U00e9", "\\\"", "é", "<0f bd>", "<0fb>", "()", "{}", "/* c */", "// c\n", "/", "\"b c\"", "'d'",
        "{a = b;}",
        "(a, b)", "k;", "\u{2028}",
    ]

    /// What Foundation reads; nil for what it refuses.
    private static func theirs(_ bytes: [UInt8]) -> Any? {
        try? PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: nil)
    }

    /// What we read, as Foundation's values: of keys that are there twice the last.
    private static func plain(_ value: PropertyList) -> NSObject {
        switch value {
        case .string(let string): string.repaired as NSString
        case .data(let bytes): Data(bytes) as NSData
        case .array(let elements): elements.map(plain) as NSArray
        case .dictionary(let entries):
            dictionary(entries)
        default: NSNull()
        }
    }

    private static func dictionary(_ entries: PropertyListDictionary) -> NSDictionary {
        let plain = NSMutableDictionary()
        for case (.string(let key), let value) in entries { plain[key.repaired as NSString] = Self.plain(value) }
        return plain
    }

    private static let seed = """
        // A comment.
        { name = Ada; "long key" = ("a\\101\\U00e9\\n", 'b', <0fbd 77>, (), {}, ); /* more */ alone; "é" = "日本"; }
        """

    private static func mutant(_ number: Int) -> String {
        var random = SplitMix64(seed: UInt64(number))
        var characters = seed.map(String.init)
        for _ in 0...random.below(3) {
            let position = random.below(characters.count)
            switch random.below(3) {
            case 0: characters[position] = random.pick(tokens) ?? ""
            case 1: characters.insert(random.pick(tokens) ?? "", at: position)
            default: characters.remove(at: position)
            }
        }
        return characters.joined()
    }

    private static func random(_ number: Int) -> String {
        var random = SplitMix64(seed: UInt64(number))
        return (0...random.below(12)).map { _ in random.pick(tokens) ?? "" }.joined()
    }

    /// Why we refuse what Foundation reads, by what our error says.
    private static let stricter = [
        "inside a comment",  // Foundation ends it with the text.
        "octal escape", "without hexadecimal digits",  // Foundation makes NUL of them.
        "the input is empty",  // An empty dictionary to Foundation.
    ]

    @Test func `what Foundation reads is read as the same value, and the rest is refused`() throws {
        // Of 40,000 such texts none is read otherwise, for any other reason.
        let count = TestScale.count(20_000, quick: 2_000)
        var readCount = 0
        for number in 0..<count {
            let text = number.isMultiple(of: 2) ? Self.mutant(number) : Self.random(number)
            let bytes = Array(text.utf8)
            let theirs = Self.theirs(bytes)
            do throws(ArchiveError) {
                let ours = try OpenStepPropertyListReader().read(bytes)
                guard let theirs else {
                    // The last semicolon of a dictionary may be missing, as for GNUstep's reader.
                    let closed = text.replacing("}", with: ";}")
                    #expect(closed != text, "\(text) is read, as \(ours)")
                    continue
                }
                readCount += 1
                #expect(Self.plain(ours).isEqual(theirs), "\(text): \(ours), not \(theirs)")
            } catch {
                // Foundation passes over what follows an entry without a value in a strings file.
                let hasKeyAlone = text.contains(/(?:^|[;{\/\n])\s*(?:[\w.\-$:\/]+|"[^"]*"|'[^']*')\s*;/)
                let isStricter = hasKeyAlone || Self.stricter.contains { error.reason.contains($0) }
                #expect(theirs == nil || isStricter, "\(text): \(error)")
            }
        }
        #expect(readCount > count / 10)
    }
}
