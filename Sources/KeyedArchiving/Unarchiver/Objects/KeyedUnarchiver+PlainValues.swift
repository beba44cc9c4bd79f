internal import PropertyLists

// Objects that are stored as plain values.

extension KeyedUnarchiver {
    /// Decodes an entry of `$objects` that is a plain value, for a call that has no fast path.
    ///
    /// - Returns: A `String`, `Int64`, ``/PropertyLists/Integer128``, `Double`, `Float` or `Bool`; a
    ///   ``/PropertyLists/PropertyListString`` for a text that a `String` can't hold; for dates and data the types that
    ///   the call names or the registry has for them, or else an ``ArchivedDate`` or an ``ArchivedData``; nil for
    ///   `$null`.
    func plainObject(_ uid: EntryUID, as request: AllowedTypes) throws -> (any Codingable)? {
        guard let object = try registeredObject(uid, request) ?? state.inlineObject(uid) else {
            state.entries.setStage(.absent, of: uid)
            return nil
        }
        guard state.mustShow(uid) else {
            state.keepIfLong(object, uid)
            return object
        }
        return try showPlain(object, uid).map { ValueBox.unboxed($0) } ?? object
    }

    /// The type for plain values with a class name: one that a call names, or the one that the registry has.
    ///
    /// In a list, the library's own types don't count: calls for any content have all of them in it.
    func contentType(named className: String, for request: AllowedTypes) -> (any Codingable.Type)? {
        switch request {
        case .only(let type) where type.codedClassName.isIdentical(to: className): return type
        case .list(let types):
            let named = types.first { $0.codedClassName.isIdentical(to: className) && !registry.isLibraryType($0) }
            return named ?? registry.type(forClassName: className)
        case .only, .inherited: return registry.type(forClassName: className)
        }
    }

    /// Shows the delegate a plain value.
    ///
    /// - Returns: The replacement, which is kept; nil if the value stays as it is, and can be read again.
    func showPlain(_ object: any Codingable, _ uid: EntryUID) throws -> BoxedObject? {
        // While the delegate is asked, the value counts as being decoded: asking for it again is a cycle.
        state.entries.setStage(.open, of: uid)
        do {
            guard let chosen = try delegateSubstitute(for: object) else {
                state.setShown(uid)
                return nil
            }
            state.store(chosen, uid)
            state.hasReplacedPlainValues = true
            return chosen
        } catch {
            state.entries.setStage(.unseen, of: uid)
            throw error
        }
    }

    /// A date or data in the form of the type that the call names or the registry has for them; nil for other values,
    /// or without a type.
    private func registeredObject(_ uid: EntryUID, _ request: AllowedTypes) throws -> (any Codingable)? {
        let index = state.archive[uid]
        switch try state.header(at: index).kind {
        case .data:
            guard let type = contentType(named: ArchivedData.codedClassName, for: effective(request)),
                type._kind.isInline
            else { return nil }
            return try decode(type, from: .inline(index))
        case .date:
            let type = contentType(named: ArchivedDate.codedClassName, for: effective(request))
            return try state.inlineObject(uid).flatMap { type?.cast($0) }
        default: return nil
        }
    }

    /// The inline bytes at an object index, for a type that reads them itself.
    package func bytes(inline index: ObjectIndex) throws -> ArraySlice<UInt8> {
        try state.data(at: index, key: nil)
    }

    /// Decodes a plain value by its entry, or as any other object if the entry is something else.
    ///
    /// - Parameters:
    ///   - kind: The kind of entry that `read` understands.
    ///   - read: Reads the value at an object index.
    @inline(__always)
    func decodeLeaf<Value: Codingable>(
        _ source: CodingSource,
        _ kind: BinaryObjectKind,
        _ read: (inout UnarchiverState, ObjectIndex) throws(ArchiveError) -> Value
    ) throws -> Value? {
        let uid: UID
        switch source {
        case .reference(.null): return nil
        case .reference(let reference): uid = reference
        case .key(let key, let allowsInline):
            return try decodeField(Value.self, forKey: key, allowsInline: allowsInline)
        case .inline(let index): return try read(&state, index)
        }
        if let index = try state.leafIndex(uid, kind) {
            do {
                return try read(&state, index)
            } catch {
                throw state.located(error, try state.entry(uid))
            }
        }
        return try typedObject(Value.self, uid: uid)
    }
}

extension UnarchiverState {
    /// The object index of an entry of the given kind; nil if it is of another, or if it must be looked up.
    @inline(__always)
    mutating func leafIndex(_ uid: UID, _ kind: BinaryObjectKind) throws(ArchiveError) -> ObjectIndex? {
        let index = archive[try entry(uid)]
        return try header(at: index).kind == kind && !checksPlainValues ? index : nil
    }

    /// Keeps a string or data that is seen a second time, unless it is so short that it is stored inline.
    mutating func keepIfLong(_ object: any Codingable, _ uid: EntryUID) {
        guard let header = try? header(at: archive[uid]) else { return }
        guard header.kind.isString || header.kind == .data, header.count > Budget.inlineSize else { return }
        if entries[uid].stage == .unseen {
            entries.setStage(.readOnce, of: uid)
        } else {
            store(ValueBox.boxed(object), uid)
        }
    }

    /// The integer or real at a position on the fast path; nil if it is something else or it must be looked up.
    @inline(__always)
    mutating func plainNumber(at uid: EntryUID) -> (any Codingable)? {
        if checksPlainValues { return nil }
        let index = archive[uid]
        if let value = reader.fastInteger(at: index) { return value }
        return reader.fastDouble(at: index)
    }

    /// The integers and reals that a run of references begins with, up to the first one that is something else or must
    /// be looked up, in an array with room for all.
    ///
    /// The memory of the array is initialized one element after the other, and exactly those are counted.
    @inline(__always)
    mutating func leadingNumbers<Number>(
        of references: BinaryReferences,
        integer: (Int64) -> Number,
        real: (Double) -> Number
    ) -> [Number] {
        let count = checksPlainValues || preservesIdentity ? 0 : references.count
        // Constants of their own, copied once and not as parts of the state with each element.
        let (archive, reader) = (archive, reader)
        return unsafe Array(unsafeUninitializedCapacity: references.count) { elements, position in
            while position < count {
                guard let uid = archive.fastEntry(at: reader.unchecked(position, of: references)) else { return }
                let index = archive[uid]
                if let value = reader.fastInteger(at: index) {
                    unsafe elements.initializeElement(at: position, to: integer(value))
                } else if let value = reader.fastDouble(at: index) {
                    unsafe elements.initializeElement(at: position, to: real(value))
                } else {
                    return
                }
                position &+= 1
            }
        }
    }

    /// The plain value at a position; nil for `$null`.
    mutating func inlineObject(_ uid: EntryUID) throws(ArchiveError) -> (any Codingable)? {
        let index = archive[uid]
        if let number = reader.fastInteger(at: index) { return number }
        switch try reader.object(at: index) {
        case .asciiString, .utf16String:
            guard let text = try inlineText(at: index), !text.isNullText else { return nil }
            if let string = text.string { return string }
            // A call that asks for any object gets what can be written again.
            return text
        case .integer(let value): return value
        case .integer128(let value): return value
        case .double(let value): return value
        case .float(let value): return value
        case .boolean(let value): return value
        case .date(let value): return ArchivedDate(timeIntervalSinceReferenceDate: value)
        case .data: return ArchivedData(try dataCopy(at: index, key: nil))
        default:
            throw located(.oddEntry(kind(at: index), uid: uid.uid), uid)
        }
    }
}
