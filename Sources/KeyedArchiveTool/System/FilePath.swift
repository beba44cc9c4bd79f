/// The path of a file as the system has it: bytes, which need not be UTF-8.
struct FilePath: Sendable {
    let bytes: [UInt8]

    init(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// The path that an operand of the command line names.
    ///
    /// The standard library repairs the words of the command line. One that wasn't UTF-8 is looked up as it was.
    init(operand: String) {
        self.init(operand)
        guard operand.contains("\u{FFFD}") else { return }
        for number in 0..<Int(CommandLine.argc) {
            guard let word = CommandLine.unsafeArgv[number], String(cString: word) == operand else { continue }
            self.init(UnsafeBufferPointer(start: word, count: strlen(word)).map { UInt8(bitPattern: $0) })
            return
        }
    }

    /// The path for people; in one that isn't UTF-8 each byte beyond ASCII is shown as `\xFF`.
    var text: String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard !text.utf8.elementsEqual(bytes) else { return text }
        return bytes.map { byte in
            byte < 0x80 ? String(UnicodeScalar(byte)) : "\\x\(String(byte, radix: 16, uppercase: true))"
        }.joined()
    }

    /// The bytes as the system takes them.
    var withNUL: [CChar] {
        bytes.map { CChar(bitPattern: $0) } + [0]
    }

    /// The path of something in the folder that this path leads to.
    func appending(_ name: FilePath) -> FilePath {
        guard let last = bytes.last, !name.bytes.isEmpty else { return bytes.isEmpty ? name : self }
        return FilePath(bytes + (last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + name.bytes)
    }
}
