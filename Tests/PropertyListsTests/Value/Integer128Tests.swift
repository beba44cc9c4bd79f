import PropertyLists
import TestSupport
import Testing

@Suite struct Integer128Tests {
    @Test(.rows)
    func `a description is the number in decimal digits`() {
        forEachRow(
            [
                (0, 0, "0"), (0, 5, "5"), (0, .max, "18446744073709551615"), (1, 0, "18446744073709551616"),
                (-1, .max, "-1"),
                (-1, 0, "-18446744073709551616"), (.max, .max, "170141183460469231731687303715884105727"),
                (.min, 0, "-170141183460469231731687303715884105728"),
                (.min, 1, "-170141183460469231731687303715884105727"),
            ] as [(Int64, UInt64, String)]
        ) { (high: Int64, low: UInt64, text: String) in
            #expect(Integer128(high: high, low: low).description == text)
        }
    }
}
