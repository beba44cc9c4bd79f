public import Foundation
public import KeyedArchiving

/// `NSValue` with a range, or the text `{location, length}`.
extension NSRange: Geometry {
    /// Two integers, which may be too large for a real.
    public static var _forms: _GeometryForms<NSRange> {
        _GeometryForms(
            text: { "{\($0.location), \($0.length)}" }, parse: { parsed($0) }, box: { .range($0) },
            unbox: { if case .range(let range) = $0 { range } else { nil } })
    }

    /// The range with a text; nil if the text has another shape, or if the end of the range would not fit.
    private static func parsed(_ text: String) -> NSRange? {
        guard
            let tokens = GeometryText.tokens(in: text, shape: "{n,n}"), tokens.count == 2,
            let location = integer(tokens[0]), let length = integer(tokens[1])
        else { return nil }
        return NSRange(checkedLocation: location, length: length)
    }

    /// An integer, which a real would hold rounded, or a real without a fraction.
    private static func integer(_ token: Substring) -> Int? {
        Int(token) ?? Double(token).flatMap { Int(exactly: $0) }
    }

    /// Creates a range, or fails if its end would not fit or it is negative.
    init?(checkedLocation location: Int, length: Int) {
        guard location >= 0, length >= 0, !location.addingReportingOverflow(length).overflow else { return nil }
        self.init(location: location, length: length)
    }
}

/// `NSValue` with a range, as `NSRange`.
extension Range: Codingable, Geometry where Bound == Int {
    /// Those of `NSRange`.
    public static var _forms: _GeometryForms<Range<Int>> {
        _GeometryForms(
            text: { $0.range.geometryText }, parse: { NSRange(geometryText: $0).map { $0.lowerBound..<$0.upperBound } },
            box: { .range($0.range) },
            unbox: {
                guard case .range(let range) = $0,
                    NSRange(checkedLocation: range.location, length: range.length) != nil
                else { return nil }
                return range.lowerBound..<range.upperBound
            })
    }

    /// The same as Foundation has it; the length of one that no archive holds, which encoding refuses, may not fit.
    private var range: NSRange { NSRange(location: lowerBound, length: upperBound &- lowerBound) }
}
