import Foundation
import KeyedArchivingFoundation
import Testing

@Suite struct BoxedValueTests {
    /// Values of every kind; those of a kind differ in one number each.
    private static let values: [BoxedValue] = [
        .point(CGPoint(x: 1, y: 2)), .point(CGPoint(x: 1, y: 3)), .point(CGPoint(x: 0, y: 2)),
        .size(CGSize(width: 1, height: 2)), .size(CGSize(width: 1, height: 3)), .size(CGSize(width: 0, height: 2)),
        .rect(CGRect(x: 1, y: 2, width: 3, height: 4)), .rect(CGRect(x: 1, y: 2, width: 3, height: 5)),
        .range(NSRange(location: 1, length: 2)), .range(NSRange(location: 1, length: 3)),
        .edgeInsets(EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)),
        .edgeInsets(EdgeInsets(top: 1, left: 2, bottom: 3, right: 5)),
        .viewEdgeInsets(EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)),
        .viewEdgeInsets(EdgeInsets(top: 0, left: 2, bottom: 3, right: 4)),
        .directionalEdgeInsets(DirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)),
        .directionalEdgeInsets(DirectionalEdgeInsets(top: 1, leading: 0, bottom: 3, trailing: 4)),
        .offset(Offset(horizontal: 1, vertical: 2)), .offset(Offset(horizontal: 1, vertical: 3)),
        .affineTransform(AffineTransform(translationByX: 1, byY: 2)),
        .affineTransform(AffineTransform(translationByX: 1, byY: 3)),
        .numbers(BoxedNumbers(integers: [1])), .numbers(BoxedNumbers(integers: [1, 2])),
        .numbers(BoxedNumbers(integers: [1], isArray: false)), .numbers(BoxedNumbers(integers: [1], typeCode: "s")),
        .numbers(BoxedNumbers(reals: [1])), .numbers(BoxedNumbers(unsignedIntegers: [.max])),
        .numbers(BoxedNumbers(booleans: [true])), .numbers(BoxedNumbers(string: "a")),
        .numbers(BoxedNumbers(string: "b")),
    ]

    @Test func `a value is equal to one of its kind and numbers, and to itself decoded, with the same hash`() throws {
        for (index, value) in Self.values.enumerated() {
            for (otherIndex, other) in Self.values.enumerated() {
                #expect((value == other) == (index == otherIndex), "\(value) and \(other)")
            }
        }
        #expect(Set(Self.values).count == Self.values.count)

        for value in Self.values {
            let copy = try roundTrip(value)
            #expect(copy == value)
            #expect(copy.hashValue == value.hashValue)
        }
    }
}
