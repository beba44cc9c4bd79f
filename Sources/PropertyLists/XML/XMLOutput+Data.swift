extension XMLOutput {
    /// Writes data as base64 lines between the lines of its tags.
    ///
    /// A line is as long as fits into 76 columns with tabs of 8, and at least 12 characters. As in Apple's writer, no
    /// base64 line is indented by more than 8 tabs, although its tags are.
    mutating func dataElement(_ data: [UInt8]) {
        line("<data>\n")
        let tabs = min(indentation, 8)
        let bytesPerLine = (76 - 8 * tabs) / 4 * 3
        var position = 0
        while position < data.count {
            let end = min(position + bytesPerLine, data.count)
            indent(by: tabs)
            Base64.encode(data[position..<end], into: &bytes)
            append("\n")
            position = end
        }
        line("</data>\n")
    }
}
