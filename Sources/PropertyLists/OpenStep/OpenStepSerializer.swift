/// The loop that writes a tree as OpenStep text, with a stack of open containers.
struct OpenStepSerializer: ~Copyable {
    private let isGNUstep: Bool
    private let sortsKeys: Bool
    private let limits: Limits
    private var output: XMLOutput
    private var open = OpenContainers()
    /// Whether the value is all that there is: a word without quotes alone is no text that readers know for a list.
    private var isAlone = false
    /// The text after the end of each open container.
    private var endings: [String] = []

    init(_ writer: OpenStepPropertyListWriter, chargedTo budget: Budget) {
        isGNUstep = writer.dialect == .gnuStep
        sortsKeys = writer.sortsKeys
        limits = writer.limits
        output = XMLOutput(chargedTo: budget)
    }

    /// The remaining budget for the text.
    var budget: Budget? { output.budget }

    /// Writes the document.
    mutating func serialize(_ root: PropertyList) throws(ArchiveError) -> [UInt8] {
        isAlone = !root.isContainer
        try write(root, then: "\n")
        try output.charge()
        while let step = open.next() {
            switch step {
            case .entry(let key, let value):
                indent()
                guard case .string(let string) = key else {
                    throw unrepresentable("a key of kind \(key.kind)", remedy: "use strings as keys")
                }
                write(string)
                output.append(" = ")
                try write(value, then: ";\n")
            case .element(let value, let isLast):
                indent()
                try write(value, then: isLast ? "\n" : ",\n")
            case .end(let isDictionary):
                indent()
                output.append(isDictionary ? "}" : ")")
                output.append(endings.popLast() ?? "\n")
            }
            try output.charge()
        }
        return output.finish()
    }

    private mutating func indent() {
        for _ in 0..<min(open.count, XMLOutput.maximumIndentation) { output.append("    ") }
    }

    /// Writes a value and the text after it, or opens a container.
    private mutating func write(_ value: PropertyList, then ending: String) throws(ArchiveError) {
        if value.isContainer, open.count >= limits.depth { throw .limit("depth", limits.depth) }
        switch value {
        case .array(let array) where !array.isEmpty:
            output.append("(\n")
            open.open(array)
            endings.append(ending)
        case .dictionary(let dictionary) where !dictionary.isEmpty:
            output.append("{\n")
            open.open(dictionary, sortsKeys: sortsKeys)
            endings.append(ending)
        default:
            try write(scalar: value)
            output.append(ending)
        }
    }

    private func unrepresentable(
        _ what: String,
        remedy: String = "write a binary property list"
    ) -> ArchiveError {
        ArchiveError(.unrepresentable, "\(what) at \(open.path) has no form in OpenStep text", remedy: remedy)
    }

    // MARK: Scalars

    private mutating func write(scalar value: PropertyList) throws(ArchiveError) {
        switch value {
        case .string(let string): write(string)
        case .data(let data): write(data)
        case .boolean(let value): output.append(isGNUstep ? (value ? "<*BY>" : "<*BN>") : (value ? "1" : "0"))
        case .integer(let value): writeInteger(value)
        case .unsignedInteger(let value): writeInteger(value)
        case .integer128(let value):
            if let value = Int64(exactly: value) { return writeInteger(value) }
            guard let value = UInt64(exactly: value) else {
                throw unrepresentable("an integer outside -2^63 to 2^64 - 1")
            }
            writeInteger(value)
        case .float(let value): writeReal(Double(value))
        case .double(let value): writeReal(value)
        case .date(let seconds): try write(date: seconds)
        case .array: output.append("()")
        case .dictionary: output.append("{}")
        case .null, .orderedSet, .set, .uid: throw unrepresentable(value.kind)
        }
    }

    private mutating func writeInteger(_ value: some BinaryInteger) {
        writeNumber("I", String(value))
    }

    private mutating func writeReal(_ value: Double) {
        var number = XMLOutput()
        number.append(value)
        writeNumber("R", String(decoding: number.bytes.array, as: UTF8.self))
    }

    private mutating func writeNumber(_ type: String, _ digits: String) {
        if isGNUstep { return output.append("<*\(type)\(digits)>") }
        write(PropertyListString(digits))
    }

    private mutating func write(date seconds: Double) throws(ArchiveError) {
        guard let text = DateText.text(of: seconds, as: .gnuStep) else {
            throw unrepresentable("a date outside of the years that 32 bits can count")
        }
        if isGNUstep { return output.append("<*D\(text)>") }
        write(PropertyListString(text))
    }

    private mutating func write(_ data: [UInt8]) {
        if isGNUstep {
            output.append("<[")
            Base64.encode(data[...], into: &output.bytes)
            output.append("]>")
            return
        }
        output.append("<")
        for (position, byte) in data.enumerated() {
            if position > 0, position.isMultiple(of: 4) { output.append(" ") }
            output.bytes.append(Self.digits[Int(byte >> 4)])
            output.bytes.append(Self.digits[Int(byte & 0xF)])
        }
        output.append(">")
    }

    private static let digits = Array("0123456789abcdef".utf8)

    private mutating func write(_ string: PropertyListString) {
        let units = string.utf16
        let isPlain = units.allSatisfy { $0 < 0x80 && UInt8(truncatingIfNeeded: $0).isNeverQuotedInOpenStep }
        if isPlain, !units.isEmpty, !isAlone {
            output.bytes.append(contentsOf: units.lazy.map { UInt8(truncatingIfNeeded: $0) })
            return
        }
        output.append("\"")
        for unit in units { write(unit) }
        output.append("\"")
    }

    /// Writes a UTF-16 code unit of a string in quotes.
    private mutating func write(_ unit: UInt16) {
        switch unit {
        case 0x07: output.append("\\a")
        case 0x08: output.append("\\b")
        case 0x09: output.append("\\t")
        case 0x0A: output.append("\\n")
        case 0x0B: output.append("\\v")
        case 0x0C: output.append("\\f")
        case 0x0D: output.append("\\r")
        case 0x22: output.append("\\\"")
        case 0x5C: output.append("\\\\")
        case 0x20..<0x7F: output.bytes.append(UInt8(truncatingIfNeeded: unit))
        default:
            // Always four digits, so that a digit that follows isn't read as one of them.
            output.append("\\U")
            for shift in [12, 8, 4, 0] as [UInt16] { output.bytes.append(Self.digits[Int(unit >> shift & 0xF)]) }
        }
    }
}

extension UInt8 {
    /// Whether a string of such bytes needs no quotes for any reader: letters, digits, `_`, `.` and `$`.
    fileprivate var isNeverQuotedInOpenStep: Bool {
        isUnquotedInOpenStep && self != UInt8(ascii: "/") && self != UInt8(ascii: ":") && self != UInt8(ascii: "-")
    }
}
