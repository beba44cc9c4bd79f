/// The check that text is valid UTF-8.
enum UTF8Check {
    /// The position of the first byte that is NUL or does not belong to valid UTF-8, or nil if there is none.
    ///
    /// Property lists are mostly ASCII, so blocks are tested for that first; the compiler turns that test into vector
    /// instructions, and the check costs next to nothing.
    static func firstDefect(in bytes: [UInt8], from start: Int, onlyASCII: Bool) -> Int? {
        var position = start
        while position < bytes.count {
            let blockEnd = min(position + 128, bytes.count)
            if isASCIIWithoutNUL(bytes[position..<blockEnd]) {
                position = blockEnd
                continue
            }
            while position < blockEnd {
                if 1...0x7F ~= bytes[position] {
                    position += 1
                    continue
                }
                let length = onlyASCII ? 0 : characterLength(in: bytes, at: position)
                guard length > 0 else { return position }
                position += length
            }
        }
        return nil
    }

    private static func isASCIIWithoutNUL(_ block: ArraySlice<UInt8>) -> Bool {
        // As signed numbers, exactly the allowed bytes are positive.
        block.reduce(Int8.max) { min($0, Int8(bitPattern: $1)) } > 0
    }

    /// The length of the character at `position` if it is valid and not ASCII, 0 otherwise.
    private static func characterLength(in bytes: [UInt8], at position: Int) -> Int {
        func continues(_ distance: Int, _ allowed: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
            position + distance < bytes.count && allowed.contains(bytes[position + distance])
        }
        // The second byte is restricted where the first alone would allow overlong forms, surrogates or values above
        // U+10FFFF.
        switch bytes[position] {
        case 0xC2...0xDF: return continues(1) ? 2 : 0
        case 0xE0: return continues(1, 0xA0...0xBF) && continues(2) ? 3 : 0
        case 0xED: return continues(1, 0x80...0x9F) && continues(2) ? 3 : 0
        case 0xE1...0xEF: return continues(1) && continues(2) ? 3 : 0
        case 0xF0: return continues(1, 0x90...0xBF) && continues(2) && continues(3) ? 4 : 0
        case 0xF1...0xF3: return continues(1) && continues(2) && continues(3) ? 4 : 0
        case 0xF4: return continues(1, 0x80...0x8F) && continues(2) && continues(3) ? 4 : 0
        default: return 0
        }
    }
}

extension UInt8 {
    /// Whether this is a byte of a UTF-8 character other than its first.
    var isUTF8Continuation: Bool {
        self & 0xC0 == 0x80
    }
}
