#if !hasFeature(Embedded)

// What is wrong, where in the archive it is, and which coding path leads there.

extension DecodingError {
    /// An error of an archive or of a property list.
    package init(_ error: ArchiveError, _ codingPath: [any CodingKey]) {
        self = .dataCorrupted(
            Context(codingPath: codingPath, debugDescription: "\(error)", underlyingError: error.asCause))
    }

    /// The error of the archive, if this is about the archive rather than about the expectations of a type.
    package var archiveError: ArchiveError? {
        guard case .dataCorrupted(let context) = self, var error = context.underlyingError as? ArchiveError else {
            return nil
        }
        error.isCause = false
        return error.code == .range ? nil : error
    }
}

extension TreeDecoder {
    package var codingPath: [any CodingKey] { session.withPaths { $0.keys(to: self) } }

    /// The path for an error; nil if only the unarchiver knows it, which adds it.
    private var errorPath: ArchivePath? {
        guard !source.hidesPath else { return nil }
        let path = path
        return path.steps.isEmpty ? nil : path
    }

    /// The path in the archive to the value of this decoder.
    private var path: ArchivePath {
        ArchivePath(source.base.steps + session.withPaths { $0.steps(to: self) })
    }

    /// The nearest decoder that is reached by at most so many keys.
    private func ancestor(depth: Int) -> TreeDecoder {
        var decoder = self
        while decoder.depth > depth, let parent = decoder.parent { decoder = parent }
        return decoder
    }

    /// An error of the archive, with the place of this decoder.
    @inline(never)
    package func located(_ error: ArchiveError) -> DecodingError {
        chargeMistake() ?? placed(error)
    }

    @inline(never)
    private func placed(_ error: ArchiveError) -> DecodingError {
        var error = error
        error.path = errorPath
        return DecodingError(error, codingPath)
    }

    @inline(never)
    private func context(
        _ code: ArchiveError.Code,
        _ reason: String,
        key: String? = nil,
        remedy: String
    ) -> DecodingError.Context {
        var error = ArchiveError(code, reason, path: errorPath, key: key, remedy: remedy)
        error.uid = source.uid(of: value)
        error.className = source.className(of: value)
        return DecodingError.Context(
            codingPath: codingPath, debugDescription: "\(error)", underlyingError: error.asCause)
    }

    /// Charges telling an error, since a type that tries one kind of value after the other has it told for each, at
    /// each depth.
    ///
    /// - Returns: The error of an exhausted budget, now and from then on, if too little is left; decoding the enclosing
    ///   value fails then, even if the type catches the error.
    @inline(never)
    private func chargeMistake() -> DecodingError? {
        if let exhausted = session.exhausted {
            session.fail(exhausted)
            return exhausted
        }
        do {
            try source.step(Self.stepsOfMistake + depth / Self.levelsOfStep)
            return nil
        } catch {
            let exhausted = placed(error)
            session.exhausted = exhausted
            session.fail(exhausted)
            return exhausted
        }
    }

    /// The text of an error takes about as long as looking at this many entries.
    private static let stepsOfMistake = 12

    /// So many levels of the two paths of an error take about as long as looking at one entry; of long paths, only the
    /// ends become text.
    private static let levelsOfStep = 2

    // MARK: Errors

    /// The error for a key that isn't there, which lists those that are.
    @inline(never)
    func missing(_ key: some CodingKey) -> DecodingError {
        if let exhausted = chargeMistake() { return exhausted }
        let names = ((try? source.names(of: keys, limit: KeyList.maximum + 2)) ?? []).map(\.text)
        let listed = Array(names.prefix(KeyList.maximum))
        let className = source.className(of: value)
        let kind = className.map { "the object of class \($0.quotedForDisplay)" } ?? "the dictionary"
        let context = context(
            .valueNotFound,
            "\(kind) has nothing there",
            key: key.stringValue,
            remedy: KeyList.clause(listed, hasMore: names.count > listed.count)
        )
        return .keyNotFound(key, context)
    }

    /// The error for a value of another kind, or for nil where a value must be.
    @inline(never)
    package func mismatch(_ type: Any.Type, _ expected: String) -> DecodingError {
        if let exhausted = chargeMistake() { return exhausted }
        if isNil {
            let context = context(
                .valueNotFound,
                "\(expected) is expected, but the value is nil",
                remedy: "use `decodeIfPresent` or an optional type if the value may be nil"
            )
            return .valueNotFound(type, context)
        }
        let reason = "\(expected) is expected, but the value is \(source.kind(of: value))"
        let remedy = "decode it with a type for what is there"
        return .typeMismatch(type, context(.invalidUnarchiveOperation, reason, remedy: remedy))
    }

    /// The error for a number that a type can't hold, or for a value that isn't a number.
    @inline(never)
    func notRepresentable(_ type: Any.Type, _ expected: String) -> DecodingError {
        guard let number = (try? source.number(value)) ?? nil, ["integer", "real"].contains(number.kind) else {
            return mismatch(type, expected)
        }
        if let exhausted = chargeMistake() { return exhausted }
        let context = context(
            .range,
            "the number \(number) does not fit \(type)",
            remedy: "decode it with a wider type and check it"
        )
        return .dataCorrupted(context)
    }

    /// The error for an object that is reached from itself, at the end of as many keys.
    @inline(never)
    func cycle(from start: Int) -> DecodingError {
        if let exhausted = chargeMistake() { return exhausted }
        let context = context(
            .cycle,
            "the object is the one at \(ancestor(depth: start).path), which is still being decoded",
            remedy: "leave the key out, decode less of the object there, or make the class Codingable"
        )
        return .dataCorrupted(context)
    }

    /// The error for a value that nests too deep.
    @inline(never)
    func tooDeep() -> DecodingError {
        located(StackLimit.error(.decode, depth: depth, limit: session.depthLimit))
    }

    /// The error for a type of Foundation that only the module for these decodes.
    @inline(never)
    func needsImport(_ type: Any.Type) -> DecodingError {
        if let exhausted = chargeMistake() { return exhausted }
        let context = context(
            .unrepresentable, "\(type) is decoded only where its module is imported",
            remedy: ForeignType.remedy)
        return .typeMismatch(type, context)
    }

    /// The error for an element after the last.
    @inline(never)
    func noMoreElements(_ type: Any.Type, _ position: Int) -> DecodingError {
        if let exhausted = chargeMistake() { return exhausted }
        let context = context(
            .valueNotFound,
            "there are no more elements; there are \(position)",
            remedy: "check `isAtEnd` before decoding another"
        )
        let withPosition = DecodingError.Context(
            codingPath: codingPath + [TreeKey.position(position)],
            debugDescription: context.debugDescription,
            underlyingError: context.underlyingError
        )
        return .valueNotFound(type, withPosition)
    }
}

#endif
