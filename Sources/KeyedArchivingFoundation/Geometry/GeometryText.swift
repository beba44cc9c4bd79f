internal import Foundation

/// The text in which archives hold points, sizes, rectangles and ranges, such as `{{0, 0}, {100, 20}}`.
enum GeometryText {
    /// A number as Apple writes it: 17 significant digits at most, without trailing zeros.
    static func text(_ number: Double) -> String {
        String(format: "%.17g", number)
    }

    /// A pair of numbers in braces.
    static func text(_ first: Double, _ second: Double) -> String {
        "{\(text(first)), \(text(second))}"
    }

    /// The numbers in a text.
    ///
    /// - Parameter shape: The braces and commas that have to be there, with `n` for each number: `{n,n}`. There may be
    ///   spaces between all of them.
    /// - Returns: Nil if the text has another shape.
    static func numbers(in text: String, shape: String) -> [Double]? {
        var rest = Substring(text)
        var numbers: [Double] = []
        for expected in shape {
            rest = rest.drop { $0.isWhitespace }
            guard expected == "n" else {
                guard rest.popFirst() == expected else { return nil }
                continue
            }
            let token = rest.prefix { $0 != "," && $0 != "}" && $0 != "]" && !$0.isWhitespace }
            guard let number = Double(token) else { return nil }
            numbers.append(number)
            rest = rest.dropFirst(token.count)
        }
        return rest.allSatisfy(\.isWhitespace) ? numbers : nil
    }
}
