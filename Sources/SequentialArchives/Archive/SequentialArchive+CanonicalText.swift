public import PropertyLists

extension SequentialArchive {
    /// The archive as text that is the same for every reader: one line for each value, with the groups, the classes and
    /// their versions, and the numbers of objects.
    ///
    /// Two archives have the same text if and only if they hold the same values in the same groups, regardless of the
    /// byte order in which they are stored.
    ///
    /// ```swift
    /// let isSame = try archive.canonicalText() == other.canonicalText()
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/limitExceeded`` if the text is larger than
    ///   ``/PropertyLists/Limits/output`` allows: the lines of nested values are indented.
    public func canonicalText() throws(ArchiveError) -> String {
        var text = CanonicalText(self)
        try text.write()
        return text.text
    }
}

/// The canonical text in the making.
private struct CanonicalText: ~Copyable {
    private let archive: SequentialArchive
    /// The text, of which all is ASCII.
    private var bytes: [UInt8] = []
    private var walker: ArchiveWalker
    private var numbering: ItemNumbering
    private var level = 0
    private var budget: Budget

    init(_ archive: SequentialArchive) {
        self.archive = archive
        walker = ArchiveWalker(archive)
        numbering = ItemNumbering(itemCount: archive.itemCount)
        budget = Budget(inputSize: archive.bytes().count, limits: archive.storage.limits)
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func write() throws(ArchiveError) {
        let header = archive.header
        try line("typedstream \(header.version) \(header.byteOrder.rawValue) \(header.systemVersion)")
        // Whether values were written since the last group, which then ends.
        var isInGroup: [Bool] = [false]
        while let event = walker.next() {
            switch event {
            case .group(let group):
                if isInGroup[isInGroup.count - 1] { level -= 1 }
                isInGroup[isInGroup.count - 1] = true
                try line("group \(Self.quoted(group.typeBytes))")
                level += 1
            case .beginObject(let number):
                try beginObject(number)
                isInGroup.append(false)
            case .endObject:
                if isInGroup.removeLast() { level -= 1 }
                level -= 1
                try line("end")
            case .begin(let node):
                try line(node.code == UInt8(ascii: "[") ? "array \(node.count)" : "struct")
                level += 1
            case .end: level -= 1
            case .value(.null, let node) where node.scalar == .class: try line("class nil")
            case .value(.class(let reference), let node) where node.scalar == .class:
                try write(class: reference.number)
            case .value(let value, _): try write(value)
            }
        }
    }

    private mutating func beginObject(_ item: Int) throws(ArchiveError) {
        try line("object #\(numbering.number(of: item).number)")
        level += 1
        guard case .object(let classNumber) = archive.item(item) else { return }
        try write(class: classNumber)
    }

    private mutating func write(_ value: SequentialValue) throws(ArchiveError) {
        switch value {
        case .integer(let integer): try line("int " + String(integer))
        case .unsignedInteger(let integer): try line("int " + String(integer))
        case .real(let real): try line("real \(Self.hexadecimal(real.bitPattern))")
        case .bytes(let bytes): try line("bytes ", hexadecimal: bytes)
        case .atom(let bytes): try line("atom ", hexadecimal: bytes)
        case .selector(let bytes): try line("selector ", hexadecimal: bytes)
        case .null: try line("nil")
        case .ignored: try line("ignored")
        case .object(let reference):
            try line("ref #\(numbering.number(of: reference.number).number)")
        case .class(let reference):
            // A class where an object is expected can only be a reference to one that was written before; otherwise nil
            // is written.
            try line(numbering.knownNumber(of: reference.number).map { "ref #\($0)" } ?? "nil")
        case .cString(let reference):
            let (number, isNew) = numbering.number(of: reference.number)
            guard isNew, case .cString(let bytes) = archive.item(reference.number) else {
                return try line("ref #\(number)")
            }
            try line("cstring #\(number) ", hexadecimal: bytes)
        case .array, .structure: break
        }
    }

    /// Writes a class and its superclasses, up to one that was written before.
    private mutating func write(class item: Int) throws(ArchiveError) {
        var item = item
        while case .class(let record) = archive.item(item) {
            let (number, isNew) = numbering.number(of: item)
            guard isNew else { return try line("class ref #\(number)") }
            try line("class #\(number) \(Self.quoted(record.name)) v\(record.version)")
            guard let superclass = record.superclass else { return try line("class nil") }
            item = superclass
        }
    }

    private mutating func line(_ line: String, hexadecimal content: [UInt8] = []) throws(ArchiveError) {
        try budget.print(2 * level + line.utf8.count + 2 * content.count + 1)
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
        bytes.append(contentsOf: line.utf8)
        for byte in content {
            bytes.append(Self.digit(byte >> 4))
            bytes.append(Self.digit(byte & 15))
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
    }

    private static func hexadecimal(_ bits: UInt64) -> String {
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Bytes as a JSON string in which each stands for the character of its number.
    private static func quoted(_ bytes: [UInt8]) -> String {
        var text = "\""
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\""): text += "\\\""
            case UInt8(ascii: "\\"): text += "\\\\"
            case 8: text += "\\b"
            case 9: text += "\\t"
            case 10: text += "\\n"
            case 12: text += "\\f"
            case 13: text += "\\r"
            case 0x20..<0x7F: text.unicodeScalars.append(Unicode.Scalar(byte))
            default: text += "\\u00\(String(byte >> 4, radix: 16))\(String(byte & 15, radix: 16))"
            }
        }
        return text + "\""
    }
}
