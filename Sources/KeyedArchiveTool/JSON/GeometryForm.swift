import KeyedArchiving
import PropertyLists

/// How a point, a size or a rectangle stands in an object of NSValue.
struct GeometryForm {
    let mark: String
    let kind: BoxedValueFields.Kind
    let field: String
    /// How many numbers the text has.
    let count: Int

    /// How long the text of four numbers may be.
    private static let greatestLength = 200

    static let all = [
        GeometryForm(mark: "$point", kind: .point, field: BoxedValueFields.point, count: 2),
        GeometryForm(mark: "$size", kind: .size, field: BoxedValueFields.size, count: 2),
        GeometryForm(mark: "$rect", kind: .rect, field: BoxedValueFields.rect, count: 4),
    ]

    /// Text such as `{{0, 0}, {3, 4}}`.
    func text(_ numbers: [Double]) -> String {
        let words = numbers.map { number in
            Int64(exactly: number).map(String.init) ?? number.description
        }
        guard count == 4 else { return "{\(words.joined(separator: ", "))}" }
        return "{{\(words[..<2].joined(separator: ", "))}, {\(words[2...].joined(separator: ", "))}}"
    }

    /// Whether text has braces and numbers as this needs them.
    func accepts(_ text: String) -> Bool {
        guard text.utf8.count <= Self.greatestLength else { return false }
        guard let list = BracedNumbers.list(in: text) else { return false }
        guard count == 4 else { return list.count == count && list.allSatisfy { !$0.isContainer } }
        return list.count == 2 && list.allSatisfy { $0.arrayValue?.count == 2 }
    }
}
