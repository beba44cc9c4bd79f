import KeyedArchiving
import PropertyLists
import SequentialArchives

/// Turns files into JSON and plain lists, and JSON into files.
struct Conversion {
    let budget: DocumentBudget
    /// How dates are written in JSON.
    var dates = DateForm.iso

    // MARK: - To JSON

    /// The JSON of a file.
    ///
    /// - Parameter isBare: Whether it has only members that are built: nothing derived, and data unopened.
    func json(of bytes: [UInt8], isBare: Bool) throws(ArchiveError) -> [UInt8] {
        let document = try Document(bytes, charging: budget)
        return try text(
            graph(of: document, opening: isBare ? .never : .buildable, showsDerived: !isBare, dates: dates))
    }

    /// The envelope form of a file, and whether the same bytes are built of it.
    func envelope(of bytes: [UInt8]) throws(ArchiveError) -> (json: [UInt8], isExact: Bool) {
        let json: [UInt8]
        if FileKind(bytes).isSequential {
            json = try SequentialJSON.text(of: bytes, charging: budget)
        } else {
            let output = TextOutput.kept()
            try output.charging(budget) { () throws(ArchiveError) in
                try EnvelopePrinter(output, charging: budget).print(bytes)
            }
            json = output.keptBytes()
        }
        return (json, (try? file(ofJSON: json, format: nil)) == bytes)
    }

    private func graph(
        of document: Document,
        opening: GraphWriter.Opening,
        showsDerived: Bool = true,
        showsReadings: Bool = false,
        dates: DateForm = .iso
    ) throws(ArchiveError) -> JSONValue {
        var options = GraphOptions.everything
        options.dates = dates
        var writer = GraphWriter(
            options, opening: opening, showsDerived: showsDerived, showsReadings: showsReadings)
        let json = try writer.document(document)
        if let (reason, remedy) = writer.unshown.words {
            let isDamaged = writer.unshown.unreadableCount > 0
            throw ArchiveError(isDamaged ? .invalidObject : .unrepresentable, reason, remedy: remedy)
        }
        return json
    }

    /// Text that is kept.
    private func text(_ json: JSONValue) throws(ArchiveError) -> [UInt8] {
        let output = TextOutput.kept()
        try output.charging(budget) { () throws(ArchiveError) in
            json.write(on: output)
            output.write("\n")
        }
        return output.keptBytes()
    }

    // MARK: - To a plain list

    /// An ordinary property list of the contents of a file, in XML, or binary if it holds values that XML can't.
    func plainList(of bytes: [UInt8]) throws(ArchiveError) -> [UInt8] {
        let list = try plainValue(of: bytes)
        if !list.holdsWhatXMLCannot {
            var output = Budget(inputSize: bytes.count, limits: budget.remaining)
            do throws(ArchiveError) {
                return try XMLPropertyListWriter(limits: budget.remaining).write(list, charging: &output)
            } catch {
                // What the writer has no form for, such as large integers, is known to it.
                guard error.code == .unrepresentable else { throw error }
            }
        }
        return try BinaryPropertyListWriter().write(list)
    }

    /// Plain JSON of the contents of a file.
    func plainJSON(of bytes: [UInt8]) throws(ArchiveError) -> [UInt8] {
        let document = try Document(bytes, charging: budget)
        var plain = PlainList(try graph(of: document, opening: .never, showsReadings: true), charging: budget)
        return try text(try plain.list().plainJSON(dates))
    }

    /// The plain value that an archive represents; a property list represents itself.
    private func plainValue(of bytes: [UInt8]) throws(ArchiveError) -> PropertyList {
        let document = try Document(bytes, charging: budget)
        if case .list(let list) = document.content { return list.root }
        var plain = PlainList(try graph(of: document, opening: .never, showsReadings: true), charging: budget)
        return try plain.list().plainPropertyList
    }

    // MARK: - From JSON

    /// The file that JSON represents.
    ///
    /// - Parameter format: The form of a property list to write; nil for the form that the JSON names, or binary. JSON
    ///   of a sequential archive becomes one all the same.
    func file(ofJSON bytes: [UInt8], format: PropertyListFormat?) throws(ArchiveError) -> [UInt8] {
        let json = try JSONReader.read(bytes, charging: budget)
        if let envelope = json[Envelope.key] {
            return try EnvelopeBuilder(source: bytes, budget: budget).file(of: json, envelope, format: format)
        }
        var builder = GraphBuilder(source: bytes, charging: budget)
        if json["$graph"] != nil || json["$propertyList"] != nil { return try builder.file(of: json, format: format) }
        if json[SequentialJSON.header] != nil {
            var reader = SequentialJSONReader(source: bytes, charging: budget)
            return try reader.file(of: json)
        }
        if json["$objects"] == nil, let old = json["$top"] ?? json["$archiver"] {
            throw builder.error(
                at: old, "the JSON was made by an earlier version", "convert the archive again", .unsupportedVersion)
        }
        if let document = json.elements?.first(where: { $0["$graph"] != nil || $0[Envelope.key] != nil }) {
            throw builder.error(
                at: document, "the JSON is a list of documents, and a file is one",
                "convert one document at a time: take it out of the list, as jq '.[0]' does", .unrepresentable)
        }
        try checkPlain(json) { builder.error(at: $0, $1, $2, .invalidKey) }
        if let null = json.firstNull {
            throw builder.error(at: null, "a property list has no null", "take it out", .unrepresentable)
        }
        let value = try json.stored(in: bytes)
        return try GraphBuilder.bytes(of: value, format: format ?? .binary, charging: budget)
    }

    /// Refuses JSON with marks of the graph form that isn't declared as this form.
    private func checkPlain(
        _ json: JSONValue,
        _ error: (JSONValue, String, String) -> ArchiveError
    ) throws(ArchiveError) {
        // The parts of an archive as they are stored, without an envelope.
        guard json["$objects"] == nil else { return }
        let otherwise =
            "for a property list, add \"$propertyList\": \"binary\", and one more $ before each key that begins with $"
        // No form has a longer mark, nor one that a longer word could be meant for.
        for member in json.members ?? [] where member.key.utf16.count <= 24 {
            guard let name = member.key.string, name.utf8.first == 0x24, name.utf8.dropFirst().first != 0x24,
                let near = Suggestion.nearest(to: name, among: GraphMark.forms),
                !near.hasPrefix(name) || near.utf8.count == name.utf8.count + 1
            else { continue }
            throw error(
                JSONValue(member.value.content, at: member.offset), "there is no member \"\(name)\"",
                "did you mean \"\(near)\"? \(otherwise)")
        }
        guard let member = json.firstOfGraph else { return }
        throw error(
            JSONValue(member.value.content, at: member.offset),
            "\"\(member.key.repaired)\" is of the graph form, which the JSON doesn't say to be",
            "add \"$graph\": 1.0 at the top; \(otherwise)")
    }

    // MARK: - Between keyed and sequential archives

    /// The keyed archive of the objects of a sequential one, which are all of Foundation's classes.
    func keyed(
        _ archive: SequentialArchive,
        of document: Document
    ) throws(ArchiveError) -> [UInt8] {
        var writer = GraphWriter(.everything, opening: .never, showsDerived: false)
        let json = try writer.keyed(archive, of: document)
        return try built("take \"\(SequentialJSON.header)\" out") { () throws(ArchiveError) in
            var builder = GraphBuilder(source: [], charging: budget)
            return try builder.file(of: json, format: .binary)
        }
    }

    /// The sequential archive of the objects of a keyed one, which are all of Foundation's classes.
    func sequential(of bytes: [UInt8]) throws(ArchiveError) -> [UInt8] {
        let document = try Document(bytes, charging: budget)
        if document.sequential != nil { return bytes }
        guard case .archive = document.content else {
            throw ArchiveError(
                .unrepresentable, "a property list that is no archive has no objects for a typedstream",
                remedy:
                    "name another form, such as --format binary, or convert it with --format json and write the object "
                    + "as {\"$graph\":1.0,\"$typedstream\":{},\"root\":…}")
        }
        let json = try graph(of: document, opening: .never, showsDerived: false)
        // How the archive is laid out says nothing of its objects.
        let layout: Set = ["$format", "$archiver", "$layout"]
        let members = (json.members ?? []).filter { $0.key.string.map(layout.contains) != true }
        let dropped = (json.members ?? []).compactMap(\.key.string).filter(layout.contains).map {
            ", take \"\($0)\" out"
        }
        return try built("add \"\(SequentialJSON.header)\":{}" + dropped.joined()) { () throws(ArchiveError) in
            let builder = GraphBuilder(source: [], charging: budget)
            if let root = json[SequentialJSON.root], root.number != nil {
                throw builder.error(
                    at: root, "the number is in the field itself, and a typedstream has objects there",
                    "write {\"$value\":\(JSONText.line(root))} for an NSNumber", .unrepresentable, SequentialJSON.root)
            }
            var reader = SequentialJSONReader(source: [], charging: budget, inside: builder)
            return try reader.file(of: .object(members))
        }
    }

    /// Builds a file from intermediate JSON that the user doesn't see: errors have its paths, and their remedies say to
    /// convert the file to JSON and edit that.
    ///
    /// - Parameter change: Another edit that the JSON needs.
    private func built(
        _ change: String,
        _ build: () throws(ArchiveError) -> [UInt8]
    ) throws(ArchiveError) -> [UInt8] {
        do throws(ArchiveError) {
            return try build()
        } catch {
            var error = error
            (error.line, error.column) = (nil, nil)
            if let remedy = error.remedy, !error.endsWork {
                error.remedy = "convert it with --format json, \(change), \(remedy), and convert that"
            }
            throw error
        }
    }

    /// A sequential archive isn't rewritten as a property list.
    static let sequential = ArchiveError(
        .unrepresentable, "a sequential archive (a typedstream) isn't a property list, binary or XML",
        remedy: "keyed-archive convert makes a keyed archive of it where its objects are of Foundation's classes")
}

extension JSONValue {
    /// The first member with a mark of the graph form.
    fileprivate var firstOfGraph: Member? {
        var pending = [self]
        while let json = pending.popLast() {
            switch json.content {
            case .scalar: break
            case .array(let elements): pending += elements.reversed()
            case .object(let members):
                for member in members {
                    switch (member.key.string, member.value.content) {
                    case ("$class"?, .scalar(.string)), ("$classes"?, .object): return member
                    case ("$id"?, .scalar(.string)), ("$id"?, .scalar(.integer)): return member
                    default: break
                    }
                }
                pending += members.reversed().map(\.value)
            }
        }
        return nil
    }

    /// The first null in the value.
    fileprivate var firstNull: JSONValue? {
        var pending = [self]
        while let json = pending.popLast() {
            switch json.content {
            case .scalar(.null): return json
            case .scalar: break
            case .array(let elements): pending += elements.reversed()
            case .object(let members): pending += members.reversed().map(\.value)
            }
        }
        return nil
    }
}
