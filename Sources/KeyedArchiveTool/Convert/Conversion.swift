import KeyedArchiving
import PropertyLists

/// Turns files into JSON and plain lists, and JSON into files.
struct Conversion {
    let limits: InputLimits

    /// The key of the JSON under which the file is that it was made of.
    static let originalKey = "$original"

    // MARK: - To JSON

    /// The JSON of a file.
    ///
    /// - Parameter includesOriginal: Whether the file itself is in the JSON, so that nothing is lost.
    func json(of bytes: [UInt8], includesOriginal: Bool) throws(ArchiveError) -> [UInt8] {
        let output = TextOutput.kept()
        let content = try OpenedFile.Content(bytes, limits: limits)
        let original = includesOriginal ? bytes : nil
        switch content {
        case .archive(let archive): try print(ShownArchive(archive), content, of: bytes, original: original, on: output)
        case .sequential(let mirror):
            return try SequentialJSON.text(
                of: mirror.archive, bytes, includesOriginal: includesOriginal, limits: limits)
        case .list(let list):
            output.write("{\n \"$propertyList\": \(JSONText.string(list.format.rawValue)),\n \"$value\": ")
            output.write(ListJSON.text(list.root, indentation: 1))
            if let original { output.write(",\n \"\(Self.originalKey)\": \(JSONText.base64(original))") }
            output.write("\n}\n")
        }
        return output.keptBytes
    }

    private func print(
        _ archive: ShownArchive,
        _ content: OpenedFile.Content,
        of bytes: [UInt8],
        original: [UInt8]?,
        on output: TextOutput
    ) throws(ArchiveError) {
        let budget = Budget(inputSize: bytes.count, limits: limits.limitsOfPrinting)
        let file = OpenedFile(file: "", limits: limits, budget: budget, content: content)
        let format = JSONFormat(output, file: nil, original: original)
        var walk = GraphWalk(format, .everything, of: file, output: output)
        try walk.show(archive)
        guard walk.problemCount == 0 else {
            throw ArchiveError(
                .invalidObject, "a part of the archive cannot be read", remedy: "see keyed-archive check")
        }
    }

    /// The JSON of an archive, read again.
    private func graph(of bytes: [UInt8]) throws(ArchiveError) -> GraphJSON {
        let content = try OpenedFile.Content(bytes, limits: limits)
        guard let archive = content.shown else { return GraphJSON(PropertyListDictionary([])) }
        let output = TextOutput.kept()
        try print(archive, content, of: bytes, original: nil, on: output)
        return GraphJSON(try Self.object(Self.read(output.keptBytes).value))
    }

    /// Reads JSON text that is an object.
    static func document(_ bytes: [UInt8]) throws(ArchiveError) -> PropertyListDictionary { try object(value(bytes)) }

    private static func object(_ value: PropertyList) throws(ArchiveError) -> PropertyListDictionary {
        guard case .dictionary(let document) = value else {
            throw ArchiveError(
                .notAKeyedArchive, "the JSON isn't an object",
                remedy: "give what keyed-archive convert --format json writes")
        }
        return document
    }

    private static func value(_ bytes: [UInt8]) throws(ArchiveError) -> PropertyList {
        let (value, repetition) = try read(bytes)
        if let repetition { throw repetition }
        return value
    }

    /// Reads JSON text in which a key may be there twice.
    private static func read(
        _ bytes: [UInt8]
    ) throws(ArchiveError) -> (value: PropertyList, repetition: ArchiveError?) {
        do throws(ArchiveError) {
            let (value, repetition) = try JSONReader.readWithRepetitions(bytes)
            return (value, repetition.map(unreadable))
        } catch {
            throw unreadable(error)
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
        let list: PropertyList
        switch try OpenedFile.Content(bytes, limits: limits) {
        case .archive, .sequential:
            var plain = PlainList(try graph(of: bytes), limits: limits, size: bytes.count)
            list = try plain.list()
        case .list(let document): list = document.root
        }
        if list.holdsWhatXMLCannot { return try BinaryPropertyListWriter().write(list) }
        return try XMLPropertyListWriter(limits: limits.limits).write(list)
    }

    // MARK: - From JSON

    /// The file that JSON stands for.
    ///
    /// - Parameter format: The form to write; nil for that of the file of which the JSON was made, or binary.
    func file(ofJSON bytes: [UInt8], format: PropertyListFormat?) throws(ArchiveError) -> [UInt8] {
        let (json, repetition) = try Self.read(bytes)
        guard case .dictionary(let document) = json, document.isMadeOfAFile else {
            if let repetition { throw repetition }
            return try file(of: try json.withoutMarks(), like: nil, format: format)
        }
        var original: [UInt8]?
        if let value = document[Self.originalKey] { original = try Self.bytes(of: value) }
        let isSequential = SequentialJSON.isPresent(in: document)
        if !isSequential, document.isOfAnArchive {
            return try archive(of: GraphJSON(document), repetition, original: original, format: format)
        }
        // Only objects of keyed archives have a key twice.
        if let repetition { throw repetition }
        if isSequential {
            guard format == nil else { throw Self.sequential }
            return try SequentialJSON.file(of: document, original: original, limits)
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
        let archive = try KeyedArchive(bytes, limits: limits.limits)
        let old = try graph(of: bytes)
        if let repetition, old.repeatedFields.isEmpty { throw repetition }
        var edits = GraphEdits(archive, from: old, to: new)
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
            let document = try PropertyListDocument(original, limits: limits.limits)
            form = format ?? document.format
            let old = try Self.value(Array(ListJSON.text(document.root).utf8)).withoutMarks()
            if value == old {
                return form == document.format ? original : try document.bytes(format: form)
            }
            value = value.withNumbers(like: document.root)
        }
        switch form {
        case .binary: return try BinaryPropertyListWriter().write(value)
        case .xml: return try XMLPropertyListWriter(limits: limits.limits).write(value)
        case .openStep: return try OpenStepPropertyListWriter(limits: limits.limits).write(value)
        }
    }

    /// A sequential archive has no other form but JSON.
    static let sequential = ArchiveError(
        .unrepresentable, "a sequential archive (a typedstream) isn't a property list, binary or XML",
        remedy: "convert it to json or plain; JSON made of one becomes one without --format")

    private static func bytes(of base64: PropertyList) throws(ArchiveError) -> [UInt8] {
        guard case .data(let bytes) = try PropertyList.dictionary(["$data": base64]).withoutMarks() else {
            throw ArchiveError(
                .invalidData, "\(originalKey) isn't text in base64",
                remedy: "convert the archive to JSON again, or take the key out")
        }
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
