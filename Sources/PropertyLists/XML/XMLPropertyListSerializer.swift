/// The loop that writes a tree as XML text, with a stack of open containers.
struct XMLPropertyListSerializer: ~Copyable {
    private let sortsKeys: Bool
    private let limits: Limits
    private var output: XMLOutput
    private var open = OpenContainers()

    init(sortsKeys: Bool, limits: Limits, chargedTo budget: Budget) {
        self.sortsKeys = sortsKeys
        self.limits = limits
        output = XMLOutput(chargedTo: budget)
    }

    /// The remaining budget for the text.
    var budget: Budget? { output.budget }

    /// Writes the document.
    mutating func serialize(
        _ root: PropertyList,
        as documentType: XMLPropertyListWriter.DocumentType
    ) throws(ArchiveError) -> [UInt8] {
        output.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        output.append("<!DOCTYPE plist PUBLIC \"\(documentType.publicIdentifier)\" ")
        output.append("\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n")
        output.append("<plist version=\"1.0\">\n")
        try write(root)
        try output.charge()
        while let step = open.next() {
            try write(step)
            try output.charge()
        }
        output.append("</plist>\n")
        try output.charge()
        return output.finish()
    }

    /// Writes the next value of the innermost container, or its end.
    @inline(__always)
    private mutating func write(_ step: OpenContainers.Step) throws(ArchiveError) {
        switch step {
        case .entry(let key, let value):
            try write(key: key)
            try write(value)
        case .element(let value, _): try write(value)
        case .end(let isDictionary):
            output.indentation -= 1
            output.line(isDictionary ? "</dict>\n" : "</array>\n")
        }
    }

    private mutating func write(key: PropertyList) throws(ArchiveError) {
        guard case .string(let string) = key else {
            throw unrepresentable("a key of kind \(key.kind)", remedy: "use strings as keys")
        }
        output.line("<key>")
        try write(string)
        output.append(tag: "</key>\n")
    }

    private mutating func write(_ string: PropertyListString) throws(ArchiveError) {
        guard let string = string.string else { throw unrepresentable("a string with an unpaired surrogate") }
        guard output.appendEscaped(string) else { throw unrepresentable("a string with a NUL character") }
    }

    private mutating func write(_ value: PropertyList) throws(ArchiveError) {
        switch value {
        case .boolean(let value): output.line(value ? "<true/>\n" : "<false/>\n")
        case .integer(let value): writeInteger(value)
        case .unsignedInteger(let value): writeInteger(value)
        case .integer128(let value): try write(value)
        case .float(let value): writeReal(Double(value))
        case .double(let value): writeReal(value)
        case .date(let seconds): try write(date: seconds)
        case .data(let data): output.dataElement(data)
        case .string(let string):
            output.line("<string>")
            try write(string)
            output.append(tag: "</string>\n")
        case .uid(let uid): try write(uid)
        case .array(let array): try begin(array)
        case .dictionary(let dictionary): try begin(dictionary)
        case .null, .orderedSet, .set: throw unrepresentable(value.kind)
        }
    }

    private mutating func writeInteger(_ value: some BinaryInteger) {
        output.line("<integer>")
        output.append(integer: value)
        output.append(tag: "</integer>\n")
    }

    private mutating func write(_ value: Integer128) throws(ArchiveError) {
        if let value = Int64(exactly: value) { return writeInteger(value) }
        if let value = UInt64(exactly: value) { return writeInteger(value) }
        throw unrepresentable("an integer outside -2^63 to 2^64 - 1")
    }

    private mutating func writeReal(_ value: Double) {
        output.line("<real>")
        output.append(value)
        output.append(tag: "</real>\n")
    }

    private mutating func write(date seconds: Double) throws(ArchiveError) {
        guard let text = DateText.text(of: seconds) else {
            throw unrepresentable("a date outside of the years that 32 bits can count")
        }
        output.line("<date>")
        output.append(text)
        output.append(tag: "</date>\n")
    }

    private mutating func write(_ uid: UID) throws(ArchiveError) {
        guard uid.rawValue <= UInt32.max else { throw unrepresentable("a UID above 2^32 - 1") }
        output.line("<dict>\n")
        output.indentation += 1
        output.line("<key>CF$UID</key>\n")
        writeInteger(uid.rawValue)
        output.indentation -= 1
        output.line("</dict>\n")
    }

    private mutating func begin(_ array: PropertyListArray) throws(ArchiveError) {
        try checkDepth()
        guard !array.isEmpty else { return output.line("<array/>\n") }
        output.line("<array>\n")
        output.indentation += 1
        open.open(array)
    }

    private mutating func begin(_ dictionary: PropertyListDictionary) throws(ArchiveError) {
        try checkDepth()
        guard !dictionary.isEmpty else { return output.line("<dict/>\n") }
        guard !dictionary.looksLikeUID else { throw unrepresentable("a dictionary that would be read as a UID") }
        output.line("<dict>\n")
        output.indentation += 1
        open.open(dictionary, sortsKeys: sortsKeys)
    }

    private func checkDepth() throws(ArchiveError) {
        if open.count >= limits.depth { throw .limit("depth", limits.depth) }
    }

    private func unrepresentable(
        _ what: String,
        remedy: String = "write a binary property list"
    ) -> ArchiveError {
        ArchiveError(.unrepresentable, "\(what) at \(open.path) has no XML form", remedy: remedy)
    }
}

extension PropertyListDictionary {
    /// Whether this dictionary, written as XML, would be read as a UID; the first of equal keys is written.
    var looksLikeUID: Bool {
        guard let first = values.first, keys.allSatisfy({ $0.isString("CF$UID") }) else { return false }
        return switch first {
        case .integer(let index): UInt32(exactly: index) != nil
        case .unsignedInteger(let index): UInt32(exactly: index) != nil
        case .integer128(let index): UInt64(exactly: index).flatMap(UInt32.init(exactly:)) != nil
        default: false
        }
    }
}
