public import PropertyLists

extension KeyedArchive {
    /// Checks everything in the archive and lists the problems.
    ///
    /// Opening has checked the envelope. Looked at here are the container, and if that is sound, whether
    /// - every reference leads to an entry: those of the top level, of fields and of arrays to a value or an object,
    ///   those of `$class` to a class record,
    /// - every entry is a value, an object or a class record,
    /// - every object has a class record, with names where names belong,
    /// - the objects of Foundation's basic classes have the fields that those classes read, of the right kinds: an
    ///   array of references under `NS.objects`, for dictionaries as many as under `NS.keys`, 16 bytes in a UUID and so
    ///   on,
    /// - the line ends of a binary archive weren't changed as in text, so that references lead elsewhere.
    ///
    /// Strict checking also reports readable peculiarities that Apple's archiver never writes: the ``oddities`` of the
    /// property list, class records whose `$classes` does not start with `$classname`, anything but references in
    /// arrays, dictionaries, sets or dates in fields, and fields that contradict each other: runs that don't cover
    /// their text, components of a color that differ in two widths or spaces, or more or fewer than its kind has, fields
    /// of another form of a value than the one that a number names.
    ///
    /// An archive that was changed is checked as it would be written. If the archive holds more than
    /// ``/PropertyLists/Limits/expansion`` allows, that is reported instead of the problems of its entries.
    ///
    /// ```swift
    /// for problem in archive.problems(strict: true) { print(problem) }
    /// ```
    ///
    /// - Parameters:
    ///   - strict: Whether to check strictly.
    ///   - limit: How many problems to list at most.
    /// - Returns: The problems, each with its path, its object and its byte offset where there is one.
    /// - Complexity: O(*n*) in the size of the archive; no recursion.
    public func problems(strict: Bool = false, limit: Int = 100) -> [ArchiveError] {
        guard edits.isEmpty else {
            do {
                return try asWritten.problems(strict: strict, limit: limit)
            } catch {
                return [error]
            }
        }
        let found = foundProblems(strict: strict, limit: limit)
        guard format == .binary, limit > 0 else { return found }
        guard found.isEmpty else { return LineEndChange.explaining(found, in: reader.bytes, limit: limit) }
        return changedLineEnds.map { [$0.problem(.invalidReference)] } ?? []
    }

    /// The change of line ends after which the archive can be read all the same, with references to other entries than it
    /// had; nil unless its structure says what the bytes were.
    private var changedLineEnds: LineEndChange? {
        guard let change = LineEndChange(in: reader.bytes),
            (try? LineEnds.restored(reader.bytes, change, limits: limits)) != nil
        else { return nil }
        return change
    }

    private func foundProblems(strict: Bool, limit: Int) -> [ArchiveError] {
        let problems = containerProblems(strict: strict, limit: limit)
        guard problems.isEmpty || (strict && containerProblems(strict: false, limit: 1).isEmpty) else {
            return problems
        }
        do {
            try checkContent()
        } catch {
            return problems + [error].prefix(max(0, limit - problems.count))
        }
        var validator = ArchiveValidator(archive: self, strict: strict, limit: limit - problems.count)
        validator.check()
        let paths = PathFinder(archive: self)
        return problems + validator.problems.map { paths.addingPath(to: $0) }
    }

    /// The peculiarities of the property list that the archive was read from, each with its place.
    ///
    /// A peculiarity is readable, with the value that CoreFoundation reads, but no Apple system writes it: a key twice,
    /// a date that doesn't exist, bytes after the end. ``/PropertyLists/Limits/refusesOddInput`` refuses it.
    ///
    /// ```swift
    /// for oddity in archive.oddities { print(oddity) }
    /// ```
    ///
    /// - Complexity: O(*n*) in the size of a binary archive, which is looked at each time; O(1) for XML.
    public var oddities: [ArchiveError] { format == .binary ? reader.oddities() : textOddities }

    /// The dictionaries that lose an entry as a later one has the same key, each with its place.
    ///
    /// Strict checking reports them as problems. Of an archive whose entries hold too much together there are none.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/limitExceeded``; `cancelled` if the task is.
    package func lostEntries(limit: Int = 100) throws(ArchiveError) -> [ArchiveError] {
        guard (try? checkContent()) != nil else { return [] }
        let paths = PathFinder(archive: self)
        return try hiddenKeys().prefix(limit).map { uid, key in
            var error = CollectionDamage.twoEntries(ofKey: key)
            error.uid = uid
            if format == .binary { error.byteOffset = byteOffset(of: uid) }
            return paths.addingPath(to: error)
        }
    }

    /// The problems of the binary form; for XML, the peculiarities of the text if checking is strict.
    private func containerProblems(strict: Bool, limit: Int) -> [ArchiveError] {
        guard format == .binary else { return strict ? Array(textOddities.prefix(limit)) : [] }
        return reader.problems(strict: strict, limit: limit)
    }
}
