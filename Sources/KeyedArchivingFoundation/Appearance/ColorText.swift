internal import Foundation

/// The text in which archives hold the components of a color: numbers with spaces between them, in ASCII.
enum ColorText {
    /// The numbers with ten significant digits at most, as Apple writes them.
    ///
    /// - Parameter isTerminated: Whether a zero byte follows.
    static func bytes(_ numbers: [Double], isTerminated: Bool) -> Data {
        let text = numbers.map { String(format: "%.10g", $0) }.joined(separator: " ")
        return Data(text.utf8) + (isTerminated ? [0] : [])
    }

    /// The numbers in a text, up to a zero byte if there is one; nil if there is anything else or too many.
    static func numbers(_ bytes: Data) -> [Double]? {
        let text = bytes.prefix { $0 != 0 }
        // A color has five components at most, each of a few digits.
        guard text.count <= 256, let string = String(validating: text, as: UTF8.self) else { return nil }
        let tokens = string.split(separator: " ")
        let numbers = tokens.compactMap { Double($0) }
        return numbers.count == tokens.count ? numbers : nil
    }
}
