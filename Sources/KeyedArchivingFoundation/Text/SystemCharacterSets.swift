internal import Foundation

/// The character sets that archives name by a number.
enum SystemCharacterSets {
    /// The set of a number, or nil.
    static func set(_ number: Int) -> CharacterSet? {
        switch number {
        case 1: .controlCharacters
        case 2: .whitespaces
        case 3: .whitespacesAndNewlines
        case 4: .decimalDigits
        case 5: .letters
        case 6: .lowercaseLetters
        case 7: .uppercaseLetters
        case 8: .nonBaseCharacters
        case 9: .decomposables
        case 10: .alphanumerics
        case 11: .punctuationCharacters
        case 12: .illegalCharacters
        case 13: .capitalizedLetters
        case 14: .symbols
        case 15: .newlines
        default: nil
        }
    }

    /// The set of a range of code points; surrogates, which aren't characters, are left out.
    static func set(codePoints: Range<UInt32>) -> CharacterSet {
        var set = CharacterSet()
        for part in [0..<0xD800, 0xE000..<0x110000] as [Range<UInt32>] {
            let overlap = codePoints.clamped(to: part)
            guard
                !overlap.isEmpty, let first = Unicode.Scalar(overlap.lowerBound),
                let last = Unicode.Scalar(overlap.upperBound - 1)
            else { continue }
            set.insert(charactersIn: first...last)
        }
        return set
    }
}
