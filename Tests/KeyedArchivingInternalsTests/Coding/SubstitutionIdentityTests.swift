import TestSupport
import Testing

@testable import KeyedArchiving

/// Whether what a hook returned is the object that it was asked about.
@Suite struct SubstitutionIdentityTests {
    /// Larger than what a value of any type holds in itself.
    private struct Large: Codingable {
        var numbers = (1, 2, 3, 4, 5)
        static let codedClassName = "Large"

        init(fifth: Int) { numbers.4 = fifth }
        init(coder: KeyedUnarchiver) throws {}
        func encode(with coder: KeyedArchiver) throws {}
    }

    private class Base: Codingable {
        class var codedClassName: String { "Base" }
        init() {}
        required init(coder: KeyedUnarchiver) throws {}
        func encode(with coder: KeyedArchiver) throws {}
    }

    private final class Derived: Base {
        override class var codedClassName: String { "Derived" }
    }

    private func isIdentical(_ object: any Codingable, _ other: any Codingable) -> Bool {
        var other = other
        return Substitution.isIdentical(object, &other)
    }

    @Test(.rows)
    func `a string is itself, a copy included, and an equal one that lies elsewhere isn't identical`() {
        forEachRow(["", "short", "exactly 15 byte", "longer than fifteen bytes"]) { (text: String) in
            let copy = text
            #expect(isIdentical(text, copy))
            #expect(!isIdentical(text, text + "!"))
            var object: any Codingable = copy
            #expect(Substitution.hasBytes(&object, of: text))
        }

        let text = "longer than fifteen bytes"
        let other = String(text.unicodeScalars.map(Character.init))
        #expect(!isIdentical(text, other))
        #expect(Substitution.isSame(text, other))
    }

    @Test func `a value is compared as a whole, however large, and the same bytes of another type are others`() {
        #expect(isIdentical(Large(fifth: 5), Large(fifth: 5)))
        #expect(!isIdentical(Large(fifth: 5), Large(fifth: 6)))

        #expect(!isIdentical(Int64(1), UInt64(1)))
        #expect(!Substitution.isSame(Int64(1), UInt64(1)))
        var object: any Codingable = Int64(1)
        #expect(!Substitution.hasBytes(&object, of: UInt64(1)))
        #expect(Substitution.hasBytes(&object, of: Int64(1)))
    }

    @Test func `an instance is identical with itself only, whatever class it is known as`() {
        let derived = Derived()
        let base: Base = derived
        expectRows {
            isIdentical(derived, derived)
            isIdentical(base, derived)
            isIdentical(derived, base)
            !isIdentical(derived, Derived())
            !isIdentical(derived, Base())
        }
    }
}
