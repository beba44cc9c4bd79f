/// The loop that writes a tree as XML text, with a stack of open containers.
struct XMLPropertyListSerializer {
    private let sortsKeys: Bool
    private let limits: Limits
    private var output = XMLOutput()
    private var open: [OpenContainer] = []

    /// A container some of whose contents are still to be written.
    private struct OpenContainer {
        var tag: XMLTag
        /// The elements; for a dictionary all keys, then all values.
        var elements: [PropertyList]
        /// The order in which the entries of a dictionary are written, or nil for their own.
        var order: [Int]?
        var written = 0

        var count: Int { tag == .array ? elements.count : elements.count / 2 }
    }

    init(sortsKeys: Bool, limits: Limits) {
        self.sortsKeys = sortsKeys
        self.limits = limits
    }

    /// Writes the document.
    mutating func serialize(
        _ root: PropertyList,
        as documentType: XMLPropertyListWriter.DocumentType
    ) throws(PropertyListError) -> [UInt8] {
        output.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        output.append("<!DOCTYPE plist PUBLIC \"\(documentType.publicIdentifier)\" ")
        output.append("\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n")
        output.append("<plist version=\"1.0\">\n")
        try write(root)
        while !open.isEmpty { try writeNext() }
        output.append("</plist>\n")
        return output.bytes
    }

    /// Writes the next value of the innermost container, or its end.
    private mutating func writeNext() throws(PropertyListError) {
        let innermost = open.count - 1
        let position = open[innermost].written
        guard position < open[innermost].count else {
            output.indentation -= 1
            output.endTag(open.removeLast().tag)
            return
        }
        open[innermost].written += 1
        guard open[innermost].tag == .dict else { return try write(open[innermost].elements[position]) }
        let entry = open[innermost].order?[position] ?? position
        try write(key: open[innermost].elements[entry])
        try write(open[innermost].elements[open[innermost].count + entry])
    }

    private mutating func write(key: PropertyList) throws(PropertyListError) {
        guard case .string(let string) = key else { throw unrepresentable("a key that is a \(key.kind)") }
        try write(string, as: .key)
    }

    private mutating func write(_ string: PropertyListString, as tag: XMLTag) throws(PropertyListError) {
        guard let string = string.string else { throw unrepresentable("a string with an unpaired surrogate") }
        guard output.element(tag, text: string) else { throw unrepresentable("a string with a NUL character") }
    }

    private mutating func write(_ value: PropertyList) throws(PropertyListError) {
        switch value {
        case .boolean(let value): output.emptyElement(value ? .true : .false)
        case .integer(let value): output.element(.integer, plainText: String(value))
        case .unsignedInteger(let value): output.element(.integer, plainText: String(value))
        case .integer128(let value):
            guard Int64(exactly: value) != nil || UInt64(exactly: value) != nil else {
                throw unrepresentable("an integer outside -2^63 to 2^64 - 1")
            }
            output.element(.integer, plainText: value.description)
        case .float(let value): output.element(.real, plainText: Double(value).propertyListText)
        case .double(let value): output.element(.real, plainText: value.propertyListText)
        case .date(let seconds):
            guard let date = XMLDate(secondsSinceReferenceDate: seconds) else {
                throw unrepresentable("a date outside the years 0 to 9999")
            }
            output.element(.date, plainText: date.text)
        case .data(let data): output.dataElement(data)
        case .string(let string): try write(string, as: .string)
        case .uid(let uid):
            guard uid.rawValue <= UInt32.max else { throw unrepresentable("a UID above 2^32 - 1") }
            output.uid(uid)
        case .array(let array): try begin(.array, array.elements)
        case .dictionary(let dictionary): try begin(dictionary)
        case .null, .orderedSet, .set: throw unrepresentable(value.kind)
        }
    }

    private mutating func begin(_ dictionary: PropertyListDictionary) throws(PropertyListError) {
        guard !dictionary.looksLikeUID else { throw unrepresentable("a dictionary that would be read as a UID") }
        try begin(.dict, dictionary.storage.elements, order: sortsKeys ? dictionary.keyOrder : nil)
    }

    private mutating func begin(
        _ tag: XMLTag,
        _ elements: [PropertyList],
        order: [Int]? = nil
    ) throws(PropertyListError) {
        guard open.count < limits.depth else { throw .limit("depth", limits.depth) }
        guard !elements.isEmpty else { return output.emptyElement(tag) }
        output.startTag(tag)
        output.indentation += 1
        open.append(OpenContainer(tag: tag, elements: elements, order: order))
    }

    private func unrepresentable(_ what: String) -> PropertyListError {
        PropertyListError(
            .unrepresentable,
            "\(what) at \(path) has no XML form",
            remedy: "write a binary property list"
        )
    }

    /// Where the value stands that is being written, such as `root.$objects[3]`.
    private var path: String {
        open.reduce(into: "root") { path, container in
            let position = container.written - 1
            guard container.tag == .dict else { return path += "[\(position)]" }
            let key = container.elements[container.order?[position] ?? position]
            if case .string(let string) = key { path += ".\(string)" }
        }
    }
}
