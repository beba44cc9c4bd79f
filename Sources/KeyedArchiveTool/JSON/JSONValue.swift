import PropertyLists

/// A value of JSON, with its place in the text that it was read from.
struct JSONValue {
    enum Content {
        /// Null, a boolean, a number or text.
        case scalar(PropertyList)
        case array([JSONValue])
        case object([Member])
    }

    /// A member of an object.
    struct Member {
        var key: PropertyListString
        var value: JSONValue
        /// Where the key begins.
        var offset = 0
    }

    var content: Content
    /// Where the value begins in the text, in bytes.
    var offset = 0

    init(_ content: Content, at offset: Int = 0) {
        self.content = content
        self.offset = offset
    }

    /// The JSON of null, a boolean, an integer, a 64-bit real or text.
    static func scalar(_ value: PropertyList) -> JSONValue { JSONValue(.scalar(value)) }

    static func text(_ text: String) -> JSONValue { .scalar(.string(PropertyListString(text))) }

    static func integer(_ number: some BinaryInteger) -> JSONValue {
        .scalar(
            UInt64(exactly: number).flatMap { Int64(exactly: $0) == nil ? .unsignedInteger($0) : nil }
                ?? .integer(Int64(clamping: number)))
    }

    static func array(_ elements: [JSONValue]) -> JSONValue { JSONValue(.array(elements)) }

    static func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
        JSONValue(.object(members.map { Member(key: PropertyListString($0.key), value: $0.value) }))
    }

    static func object(_ members: [Member]) -> JSONValue { JSONValue(.object(members)) }

    /// An object with one member.
    static func marked(_ mark: String, _ value: JSONValue) -> JSONValue {
        .object([Member(key: PropertyListString(mark), value: value)])
    }

    // MARK: - What it is

    var isNull: Bool { if case .scalar(.null) = content { true } else { false } }

    var members: [Member]? { if case .object(let members) = content { members } else { nil } }

    var elements: [JSONValue]? { if case .array(let elements) = content { elements } else { nil } }

    var string: PropertyListString? {
        if case .scalar(.string(let text)) = content { text } else { nil }
    }

    /// The text, if it is well-formed text.
    var text: String? { string?.string }

    /// The value as a property list, which has no objects that are marks.
    ///
    /// Reading has bounded how deep it nests.
    var propertyList: PropertyList {
        switch content {
        case .scalar(let value): value
        case .array(let elements): .array(PropertyListArray(elements.map(\.propertyList)))
        case .object(let members):
            .dictionary(PropertyListDictionary(members.map { (.string($0.key), $0.value.propertyList) }))
        }
    }

    /// The JSON of a property list that was JSON.
    init(plain value: PropertyList) {
        switch value {
        case .array(let elements): self = .array(elements.map { JSONValue(plain: $0) })
        case .dictionary(let entries):
            let names = entries.uniqueNames ?? []
            self = .object(zip(names, entries).map { Member(key: $0, value: JSONValue(plain: $1.value)) })
        default: self = .scalar(value)
        }
    }

    /// The member with a key.
    subscript(key: String) -> JSONValue? { members?.first { $0.key.isIdentical(to: key) }?.value }
}

// MARK: - As text

extension JSONValue {
    /// The maximum width, in columns, of a value that is written in one line.
    private static let lineLength = 100

    /// Writes the value.
    ///
    /// - Parameters:
    ///   - output: Takes the text.
    ///   - isCompact: Whether all is one line.
    func write(on output: TextOutput, isCompact: Bool = false) {
        write(on: output, indentation: isCompact ? nil : 0, used: 0)
    }

    /// - Parameters:
    ///   - indentation: That of the line; nil if all is one line.
    ///   - used: How many columns are taken before the value, and are needed after it.
    private func write(on output: TextOutput, indentation: Int?, used: Int) {
        guard output.takesMore else { return }
        guard let indentation, width(atMost: Self.lineLength - indentation - used) == nil else {
            return writeLine(on: output)
        }
        switch content {
        case .scalar: writeLine(on: output)
        case .array(let elements):
            output.write("[")
            for (position, element) in elements.enumerated() where output.takesMore {
                output.write(position == 0 ? "\n" : ",\n")
                output.write(spaces: indentation + 2)
                element.write(on: output, indentation: indentation + 2, used: 1)
            }
            output.write("\n")
            output.write(spaces: indentation)
            output.write("]")
        case .object(let members):
            output.write("{")
            for (position, member) in members.enumerated() where output.takesMore {
                output.write(position == 0 ? "\n" : ",\n")
                output.write(spaces: indentation + 2)
                let key = JSONText.string(member.key) + ": "
                output.write(key)
                member.value.write(on: output, indentation: indentation + 2, used: key.utf8.count + 1)
            }
            output.write("\n")
            output.write(spaces: indentation)
            output.write("}")
        }
    }

    private func writeLine(on output: TextOutput) {
        switch content {
        case .scalar(let value): output.write(JSONText.scalar(value))
        case .array(let elements):
            output.write("[")
            for (position, element) in elements.enumerated() where output.takesMore {
                if position > 0 { output.write(", ") }
                element.writeLine(on: output)
            }
            output.write("]")
        case .object(let members):
            output.write("{")
            for (position, member) in members.enumerated() where output.takesMore {
                if position > 0 { output.write(", ") }
                output.write(JSONText.string(member.key) + ": ")
                member.value.writeLine(on: output)
            }
            output.write("}")
        }
    }

    /// How many columns the value takes in one line; nil if it is more than some.
    ///
    /// - Complexity: O(`limit`), since each part takes a column at least.
    private func width(atMost limit: Int) -> Int? {
        guard limit > 0 else { return nil }
        var rest = limit
        func take(_ width: Int) -> Bool {
            rest -= width
            return rest >= 0
        }
        switch content {
        case .scalar(.string(let text)): return Self.width(of: text, atMost: limit)
        case .scalar(let value): return take(JSONText.scalar(value).utf8.count) ? limit - rest : nil
        case .array(let elements):
            guard take(2 * max(1, elements.count)) else { return nil }
            for element in elements {
                guard let width = element.width(atMost: rest), take(width) else { return nil }
            }
        case .object(let members):
            guard take(4 * max(1, members.count)) else { return nil }
            for member in members {
                guard let key = Self.width(of: member.key, atMost: rest), take(key),
                    let width = member.value.width(atMost: rest), take(width)
                else { return nil }
            }
        }
        return limit - rest
    }

    private static func width(of text: PropertyListString, atMost limit: Int) -> Int? {
        guard text.size <= 3 * limit else { return nil }
        let width = JSONText.string(text).unicodeScalars.count
        return width <= limit ? width : nil
    }
}

// MARK: - Size

extension JSONValue {
    /// About how many bytes the values and texts take that a form gives at once.
    var size: Int {
        switch content {
        case .scalar(.string(let text)): text.utf16.count
        case .scalar: 0
        case .array(let elements): elements.reduce(DocumentBudget.containerCost) { $0 + $1.size + 40 }
        case .object(let members): members.reduce(DocumentBudget.containerCost) { $0 + $1.value.size + 40 }
        }
    }
}
