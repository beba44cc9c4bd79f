import KeyedArchiving
import PropertyLists

/// Turns files into JSON and plain lists, and JSON into files.
struct Conversion {
    let budget: DocumentBudget

    /// The key of the JSON under which the file is that it was made of.
    static let originalKey = "$original"

    // MARK: - To JSON

    /// The JSON of a file.
    ///
    /// - Parameter includesOriginal: Whether the file itself is in the JSON, so that nothing is lost.
    func json(of bytes: [UInt8], includesOriginal: Bool) throws(ArchiveError) -> [UInt8] {
        if FileKind(bytes).isSequential {
            return try SequentialJSON.text(of: bytes, includesOriginal: includesOriginal, charging: budget)
        }
        let document = try Document(bytes, charging: budget)
        let original = includesOriginal ? bytes : nil
        return try text { output throws(ArchiveError) in
            guard case .list(let list) = document.content else {
                return try print(document, original: original, on: output)
            }
            output.write("{\n \"$propertyList\": \(JSONText.string(list.format.rawValue)),\n \"$value\": ")
            ListJSON(output).write(list.root, indentation: 1)
            if let original { output.write(",\n \"\(Self.originalKey)\": \(JSONText.base64(original))") }
            output.write("\n}\n")
        }
    }

    /// Text that is kept.
    private func text(_ write: (TextOutput) throws(ArchiveError) -> Void) throws(ArchiveError) -> [UInt8] {
        let output = TextOutput.kept()
        try output.charging(budget) { () throws(ArchiveError) in try write(output) }
        return output.keptBytes()
    }

    private func print(_ document: Document, original: [UInt8]?, on output: TextOutput) throws(ArchiveError) {
        let format = JSONFormat(output, file: nil, original: original)
        var walk = GraphWalk(format, .everything, output: output)
        try walk.show(document)
        guard walk.problemCount == 0 else {
            throw ArchiveError(
                .invalidObject, "a part of the archive cannot be read", remedy: "see keyed-archive check")
        }
    }

    /// The JSON of an archive, read again.
    private func graph(of document: Document) throws(ArchiveError) -> GraphJSON {
        let text = try text { output throws(ArchiveError) in try print(document, original: nil, on: output) }
        return GraphJSON(try Self.object(read(text).value))
    }

    /// Reads JSON text that is an object.
    static func document(
        _ bytes: [UInt8],
        charging budget: DocumentBudget
    ) throws(ArchiveError) -> PropertyListDictionary {
        try object(Conversion(budget: budget).value(bytes))
    }

    private static func object(_ value: PropertyList) throws(ArchiveError) -> PropertyListDictionary {
        guard case .dictionary(let document) = value else {
            throw ArchiveError(
                .notAKeyedArchive, "the JSON isn't an object",
                remedy: "give what keyed-archive convert --format json writes")
        }
        return document
    }

    private func value(_ bytes: [UInt8]) throws(ArchiveError) -> PropertyList {
        let (value, repetition) = try read(bytes)
        if let repetition { throw repetition }
        return value
    }

    /// Reads JSON text in which a key may be there twice.
    private func read(
        _ bytes: [UInt8]
    ) throws(ArchiveError) -> (value: PropertyList, repetition: ArchiveError?) {
        do throws(ArchiveError) {
            let (value, repetition) = try JSONReader.readWithRepetitions(bytes, charging: budget)
            return (value, repetition.map(Self.unreadable))
        } catch {
            throw error.code == .limitExceeded ? error : Self.unreadable(error)
        }
    }

    private static func unreadable(_ error: ArchiveError) -> ArchiveError {
        var error = error
        error.reason = "the JSON can't be read: \(error.reason)"
        error.remedy = "correct the JSON there"
        return error
    }

    // MARK: - To a plain list

    /// An ordinary property list of what a file holds, in XML, or binary if it holds text that XML can't.
    func plainList(of bytes: [UInt8]) throws(ArchiveError) -> [UInt8] {
        let list = try self.list(of: bytes)
        if list.holdsWhatXMLCannot { return try BinaryPropertyListWriter().write(list) }
        var output = Budget(inputSize: bytes.count, limits: budget.remaining)
        return try XMLPropertyListWriter(limits: budget.remaining).write(list, charging: &output)
    }

    private func list(of bytes: [UInt8]) throws(ArchiveError) -> PropertyList {
        let document = try Document(bytes, charging: budget)
        if case .list(let list) = document.content { return list.root }
        var plain = PlainList(try graph(of: document), charging: budget)
        return try plain.list()
    }

    // MARK: - From JSON

    /// The file that JSON stands for.
    ///
    /// - Parameter format: The form to write; nil for that of the file of which the JSON was made, or binary.
    func file(ofJSON bytes: [UInt8], format: PropertyListFormat?) throws(ArchiveError) -> [UInt8] {
        let (json, repetition) = try read(bytes)
        guard case .dictionary(let document) = json, document.isMadeOfAFile else {
            if let repetition { throw repetition }
            return try file(of: try json.withoutMarks(), like: nil, format: format)
        }
        var original: [UInt8]?
        if let value = document[Self.originalKey] { original = try self.original(in: value) }
        let isSequential = SequentialJSON.isPresent(in: document)
        if !isSequential, document.isOfAnArchive {
            return try archive(of: GraphJSON(document), repetition, original: original, format: format)
        }
        // Only objects of keyed archives have a key twice.
        if let repetition { throw repetition }
        if isSequential {
            guard format == nil else { throw Self.sequential }
            return try SequentialJSON.file(of: document, original: original, charging: budget)
        }
        let value = try (document["$value"] ?? .null).withoutMarks()
        return try file(of: value, like: original, format: format)
    }

    /// - Parameter repetition: The error for the first key that an object has twice, unless the archive has it, too.
    private func archive(
        of new: GraphJSON,
        _ repetition: ArchiveError?,
        original: [UInt8]?,
        format: PropertyListFormat?
    ) throws(ArchiveError) -> [UInt8] {
        let bytes: [UInt8]
        if let original { bytes = original } else { bytes = try Self.emptyArchive() }
        let document = try Document(bytes, charging: budget)
        // A property list that is no archive has no entries.
        guard case .archive(let archive) = document.content else {
            throw ArchiveError(
                .notAKeyedArchive, "\(Self.originalKey) isn't a keyed archive",
                remedy: "convert the archive to JSON again, or take the key out")
        }
        let old = try graph(of: document)
        if let repetition, old.repeatedFields.isEmpty { throw repetition }
        var edits = GraphEdits(archive, from: old, to: new, charging: budget)
        try edits.make()
        if edits.count == 0, format ?? archive.format == archive.format { return bytes }
        return try edits.archive.bytes(format: format)
    }

    private func file(
        of value: PropertyList,
        like original: [UInt8]?,
        format: PropertyListFormat?
    ) throws(ArchiveError) -> [UInt8] {
        var value = value
        var form = format ?? .binary
        if let original {
            let document = try PropertyListDocument(original, limits: budget.remaining)
            form = format ?? document.format
            let text = try text { output throws(ArchiveError) in ListJSON(output).write(document.root) }
            let old = try self.value(text).withoutMarks()
            if value == old {
                return form == document.format ? original : try document.bytes(format: form)
            }
            value = value.withNumbers(like: document.root)
        }
        switch form {
        case .binary: return try BinaryPropertyListWriter().write(value)
        case .xml: return try XMLPropertyListWriter(limits: budget.remaining).write(value)
        case .openStep: return try OpenStepPropertyListWriter(limits: budget.remaining).write(value)
        }
    }

    /// A sequential archive has no other form but JSON.
    static let sequential = ArchiveError(
        .unrepresentable, "a sequential archive (a typedstream) isn't a property list, binary or XML",
        remedy: "convert it to json or plain; JSON made of one becomes one without --format")

    /// The file of which JSON was made.
    private func original(in base64: PropertyList) throws(ArchiveError) -> [UInt8] {
        guard case .data(let bytes) = try PropertyList.dictionary(["$data": base64]).withoutMarks() else {
            throw ArchiveError(
                .invalidData, "\(Self.originalKey) isn't text in base64",
                remedy: "convert the archive to JSON again, or take the key out")
        }
        try budget.make(bytes.count.multipliedOrMaximum(by: DocumentBudget.openingCost))
        return bytes
    }

    private static func emptyArchive() throws(ArchiveError) -> [UInt8] {
        do {
            let archiver = KeyedArchiver()
            try archiver.finishEncoding()
            return try archiver.encodedBytes
        } catch {
            throw error as? ArchiveError
                ?? ArchiveError(
                    .unrepresentable, "an archive can't be made", remedy: "convert it to json instead")
        }
    }
}

extension PropertyListDictionary {
    /// Whether the JSON is in the form in which files are converted, rather than any other.
    fileprivate var isMadeOfAFile: Bool {
        isOfAnArchive || SequentialJSON.isPresent(in: self)
            || (self["$propertyList"]?.stringValue != nil && self["$value"] != nil)
    }

    /// Whether the JSON is that of an archive, and not of the property list that it is stored as.
    fileprivate var isOfAnArchive: Bool {
        self["$objects"] == nil && (self["$top"]?.dictionaryValue != nil || self["$archiver"]?.stringValue != nil)
    }
}
