import Testing

@testable import PropertyLists

@Suite struct ExactDecimalTests {
    @Test func `an exact number of few digits is extended by zeros`() {
        #expect(ExactDecimal(7).rounded(toDigits: 3) == (700, -2))
        #expect(ExactDecimal(123).rounded(toDigits: 3) == (123, 0))
        #expect(ExactDecimal(1250).rounded(toDigits: 2) == (12, 2))
        #expect(ExactDecimal(9999).rounded(toDigits: 2) == (10, 3))
    }
}
