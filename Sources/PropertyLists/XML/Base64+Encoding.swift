extension Base64 {
    /// Appends the base64 code of `data`, with padding.
    static func encode(_ data: ArraySlice<UInt8>, into output: inout [UInt8]) {
        let alphabet = alphabet
        var position = data.startIndex
        while position < data.endIndex {
            let count = min(data.endIndex - position, 3)
            let first = data[position]
            let second = count > 1 ? data[position + 1] : 0
            let third = count > 2 ? data[position + 2] : 0
            output.append(alphabet[Int(first >> 2)])
            output.append(alphabet[Int(first << 4 & 0x30 | second >> 4)])
            output.append(count > 1 ? alphabet[Int(second << 2 & 0x3C | third >> 6)] : UInt8(ascii: "="))
            output.append(count > 2 ? alphabet[Int(third & 0x3F)] : UInt8(ascii: "="))
            position += count
        }
    }
}
