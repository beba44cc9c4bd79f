internal import PropertyLists

// Strict decoding for new code: a value that is needed must be there.

extension KeyedUnarchiver {
    /// Decodes a value that must be there.
    ///
    /// Numbers and booleans are read whether they are stored inline or as objects.
    ///
    /// - Throws: ``ArchiveError/Code/valueNotFound`` if the key is missing or holds nil, and else as
    ///   ``decodeObject(of:forKey:)-(Object.Type,_)`` does.
    public func decode<Value: Codingable>(_ type: Value.Type, forKey key: String) throws -> Value {
        do {
            if error != nil { throw stopped }
            if isFinished { throw ArchiveError(.finished, "decoding is already finished") }
            guard let index = try find(key) else { throw missing(key, "there is no value") }
            if let value = try value(type, at: index) { return value }
            throw missing(key, "the value is nil")
        } catch {
            try recover(from: error)
            // There is no default for an arbitrary type, so even under `setErrorAndReturn` this call throws.
            throw error
        }
    }

    /// Decodes a value; nil if the key is missing or holds nil.
    ///
    /// - Throws: As ``decodeObject(of:forKey:)-(Object.Type,_)`` does.
    public func decodeIfPresent<Value: Codingable>(_ type: Value.Type, forKey key: String) throws -> Value? {
        try decoding(nil) {
            guard let index = try find(key) else { return nil }
            return try value(type, at: index)
        }
    }

    private func value<Value: Codingable>(_ type: Value.Type, at index: Int) throws -> Value? {
        guard let uid = try state.uid(at: index) else { return try type._decode(inline: index, from: self) }
        return try type._decode(reference: uid, from: self)
    }

    private func missing(_ key: String, _ reason: String) -> ArchiveError {
        failure(
            .valueNotFound,
            "\(reason) under key \(key.quotedForDisplay)",
            key: key,
            remedy: "use `decodeIfPresent` if the value may be missing"
        )
    }

    private var stopped: ArchiveError {
        ArchiveError(.invalidUnarchiveOperation, "decoding has failed before; see `error`")
    }

    // MARK: Collections

    /// Decodes the contents of a collection.
    ///
    /// These are references under a key (`NS.objects`), or under numbered keys (`NS.object.0`, `NS.object.1`, …); the
    /// list is empty if neither is there.
    ///
    /// - Throws: ``ArchiveError/Code/invalidValue`` if an element is not a reference or stands for nil, and else as
    ///   ``decodeObject(of:forKey:)-(Object.Type,_)`` does for each element.
    public func decodeElements<Element: Codingable>(
        of type: Element.Type,
        forKey key: String = "NS.objects"
    ) throws -> [Element] {
        try decoding([]) {
            var elements: [Element] = []
            try forEachReference(key) { uid, position, count in
                if position == 0 { elements.reserveCapacity(count) }
                guard let element = try type._decode(reference: uid, from: self) else {
                    throw badElement("is nil", position, key)
                }
                elements.append(element)
            }
            return elements
        }
    }

    /// Decodes the contents of a collection of objects of any types that are allowed.
    ///
    /// - Throws: As ``decodeElements(of:forKey:)`` does.
    public func decodeElements(forKey key: String = "NS.objects") throws -> [any Codingable] {
        try decoding([]) {
            var elements: [any Codingable] = []
            try forEachReference(key) { uid, position, _ in
                guard let element = try decodeAnyObject(reference: uid, .inherited) else {
                    throw badElement("is nil", position, key)
                }
                elements.append(element)
            }
            return elements
        }
    }

    /// Calls a closure with each reference of a list, its position and the number of all.
    func forEachReference(_ key: String, _ body: (UID, Int, Int) throws -> Void) throws {
        guard let index = try find(key) else { return try forEachNumberedReference(key, body) }
        let header = try state.header(at: index)
        guard header.kind == .array else { throw wrongKind(at: index, expected: "an array of references", key) }
        let references = BinaryReferences(position: header.payload, count: header.count)
        for position in 0..<references.count {
            guard let uid = try state.uid(at: state.reader.unchecked(position, of: references)) else {
                throw badElement("is not a reference", position, key)
            }
            try body(uid, position, references.count)
        }
    }

    /// Older and generic coders write one key for each element: `NS.object.0` for `NS.objects`.
    private func forEachNumberedReference(_ key: String, _ body: (UID, Int, Int) throws -> Void) throws {
        let prefix = key.hasSuffix("s") ? "\(key.dropLast())." : "\(key)."
        var position = 0
        while let index = try find("\(prefix)\(position)") {
            guard let uid = try state.uid(at: index) else { throw badElement("is not a reference", position, key) }
            try body(uid, position, 0)
            position += 1
        }
    }

    func badElement(_ reason: String, _ position: Int, _ key: String) -> ArchiveError {
        failure(
            .invalidValue,
            "element \(position) of the collection \(reason)",
            key: key,
            remedy: "the file was damaged or made by a faulty writer"
        )
    }
}
