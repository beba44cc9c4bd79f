internal import PropertyLists

// The text of an attributed string that has several runs, which cover it.

/// A stretch of an attributed string, with its attributes by their position.
package struct AttributedRun: Equatable {
    package var length: Int
    package var attributes: Int

    package init(length: Int, attributes: Int) {
        (self.length, self.attributes) = (length, attributes)
    }

    /// The attribute runs of a text that replaces another.
    ///
    /// A common prefix and suffix keep their runs; the text between them takes the run before it, or the first one.
    ///
    /// - Parameter stored: The runs of the old text; an end of the text that they don't cover has the last run.
    package static func reflow(_ stored: [AttributedRun], from old: [UInt16], to new: [UInt16]) -> [AttributedRun] {
        let runs = covering(old.count, stored)
        let shorter = min(old.count, new.count)
        var start = 0
        while start < shorter, old[start] == new[start] { start += 1 }
        // Halves of a character stay together.
        if start > 0, start < new.count, UTF16.isLeadSurrogate(new[start - 1]) { start -= 1 }
        var end = 0
        while end < shorter - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
        if end > 0, end < new.count, UTF16.isTrailSurrogate(new[new.count - end]) { end -= 1 }
        var result: [AttributedRun] = []
        let before = max(start - 1, 0)
        append(runs, 0..<start, to: &result)
        if let run = run(at: before, of: runs) ?? stored.first {
            append(new.count - start - end, run.attributes, to: &result)
        }
        append(runs, old.count - end..<old.count, to: &result)
        return result
    }

    /// Runs that cover a text.
    private static func covering(_ count: Int, _ runs: [AttributedRun]) -> [AttributedRun] {
        var rest = count
        var result: [AttributedRun] = []
        for run in runs {
            append(min(run.length, rest), run.attributes, to: &result)
            rest -= min(run.length, rest)
        }
        if let last = runs.last { append(rest, last.attributes, to: &result) }
        return result
    }

    /// Adds the part of runs that lies in a range of the text.
    private static func append(_ runs: [AttributedRun], _ range: Range<Int>, to result: inout [AttributedRun]) {
        var position = 0
        for run in runs {
            let part = (position..<position + run.length).clamped(to: range)
            append(part.count, run.attributes, to: &result)
            position += run.length
        }
    }

    private static func append(_ length: Int, _ attributes: Int, to result: inout [AttributedRun]) {
        guard length > 0 else { return }
        if let last = result.last, last.attributes == attributes {
            result[result.count - 1].length += length
        } else {
            result.append(AttributedRun(length: length, attributes: attributes))
        }
    }

    private static func run(at position: Int, of runs: [AttributedRun]) -> AttributedRun? {
        var end = 0
        return runs.first { run in
            end += run.length
            return position < end
        }
    }
}

/// An attributed string with several runs, whose text an edit sets.
struct EditedRuns {
    let uid: UID
    let text: [UInt16]
    let runs: [AttributedRun]

    /// How many units of UTF-16 the runs cover; saturated.
    var count: Int { runs.reduce(0) { $0.addingOrMaximum($1.length) } }
}

extension KeyedArchive {
    /// Makes a change that sets a text, and the runs with it if it is that of an attributed string with several.
    ///
    /// - Parameter path: The path of the text, whose last steps may lead into the object that holds the text.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/unrepresentable`` if the runs don't cover the text, and aren't to be
    ///   changed with it.
    mutating func putText(
        _ value: PlacedValue,
        at location: EditLocation,
        of path: ArchivePath,
        _ options: EditOptions
    ) throws(ArchiveError) {
        guard let runs = try editedRuns(at: location, of: path), let new = try text(of: value) else {
            return try put(value, at: location, options)
        }
        guard options.reflow else {
            try check(new.count, in: runs)
            return try put(value, at: location, options)
        }
        try put(value, at: location, options)
        try setRuns(AttributedRun.reflow(runs.runs, from: runs.text, to: new), of: runs.uid, options)
    }

    /// Refuses a text that the runs of an attributed string don't cover.
    func checkRuns(settingTextTo value: PropertyList, ofObjectAt uid: UID) throws(ArchiveError) {
        guard let runs = try editedRuns(ofObjectAt: uid), let placed = try? PlacedValue(value),
            let new = try text(of: placed)
        else { return }
        try check(new.count, in: runs)
    }

    private func check(_ count: Int, in runs: EditedRuns) throws(ArchiveError) {
        guard count != runs.count else { return }
        throw ArchiveError(
            .unrepresentable,
            "the text has \(runs.runs.count) runs of \(runs.count.counted("code unit")), and the new one "
                + count.counted("code unit"),
            uid: runs.uid,
            remedy: "set it by its path with `reflow`: what stays keeps its runs, what is new takes the run before it")
    }

    /// The attributed string whose text is at a place, if it has several runs.
    private func editedRuns(at location: EditLocation, of path: ArchivePath) throws(ArchiveError) -> EditedRuns? {
        guard case .field(let uid, let key) = location else { return nil }
        switch key {
        case AttributedStringFields.string: return try editedRuns(ofObjectAt: uid)
        case StringFields.string, StringFields.utf8:
            // The text is an object, a mutable string for instance.
            let holder = ArchivePath(path.steps.dropLast())
            guard !holder.steps.isEmpty,
                case .field(let uid, AttributedStringFields.string)? = try? self.location(of: holder)
            else { return nil }
            return try editedRuns(ofObjectAt: uid)
        default: return nil
        }
    }

    private func editedRuns(ofObjectAt uid: UID) throws(ArchiveError) -> EditedRuns? {
        guard case .object(let record)? = try? entry(at: uid), record[AttributedStringFields.runs] != nil,
            family(ofClassAt: record.classUID) == .attributedString
        else { return nil }
        var decoder = FoundationValueDecoder(archive: self, record: record, budget: budget)
        let bytes = decoder.resolvedData(AttributedStringFields.runs)
        let text = decoder.resolvedString(AttributedStringFields.string)
        if let error = decoder.exhaustion { throw error }
        guard let bytes, let numbers = try? VariableLengthIntegers.numbers(bytes), !numbers.isEmpty,
            numbers.count.isMultiple(of: 2)
        else { return nil }
        let runs = stride(from: 0, to: numbers.count, by: 2).map {
            AttributedRun(length: numbers[$0], attributes: numbers[$0 + 1])
        }
        return EditedRuns(uid: uid, text: text.map { Array($0.utf16) } ?? [], runs: runs)
    }

    /// The characters that a value stands for; nil if it is no text.
    private func text(of value: PlacedValue) throws(ArchiveError) -> [UInt16]? {
        switch value {
        case .plain(.string(let text)): return Array(text.utf16)
        case .plain(let value): return StringFields.text(utf8: value).map { Array($0.utf16) }
        case .reference(.null): return []
        case .reference(let uid): return try Self.text(at: uid, of: self)
        case .object(let source): return try Self.text(at: source.root, of: source.archive)
        }
    }

    private static func text(at uid: UID, of archive: KeyedArchive) throws(ArchiveError) -> [UInt16]? {
        switch try archive.entry(at: uid) {
        case .value(.string(let text)): return Array(text.utf16)
        case .object(let record):
            guard archive.family(ofClassAt: record.classUID) == .string,
                case .string(let text)? = try archive.content(of: record, in: .string)
            else { return nil }
            return Array(text.utf16)
        default: return nil
        }
    }

    /// Stores runs: none for an empty text, the attributes alone if there is one run.
    private mutating func setRuns(_ runs: [AttributedRun], of uid: UID, _ options: EditOptions) throws(ArchiveError) {
        let attributes = EditLocation.field(uid, AttributedStringFields.attributes)
        guard runs.count < 2 else {
            let bytes = VariableLengthIntegers.bytes(runs.flatMap { [$0.length, $0.attributes] })
            return try put(.plain(.data(bytes)), at: .field(uid, AttributedStringFields.runs), options)
        }
        var only: PropertyList?
        if let run = runs.first, let list = try slot(at: attributes), let listUID = try reference(list),
            case .object(let record) = try entry(at: listUID), let elements = elements(of: record),
            elements.indices.contains(run.attributes)
        {
            only = elements[run.attributes]
        }
        try changing(options) { archive throws(ArchiveError) in
            try archive.clear(.field(uid, AttributedStringFields.runs))
            if let only { return try archive.write(only, at: attributes) }
            try archive.clear(attributes)
        }
    }
}
