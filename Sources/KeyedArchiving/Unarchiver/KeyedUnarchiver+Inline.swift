internal import PropertyLists

// Objects that are stored as plain values.

extension KeyedUnarchiver {
    /// Decodes an entry of `$objects` that is a plain value, for a call that asks for any object.
    ///
    /// - Returns: A `String`, `Int64`, ``PropertyLists/Integer128``, `Double`, `Float`, `Bool` or ``ByteBuffer``; nil
    ///   for `$null`.
    func decodeInlineObject(at index: Int, _ uid: Int) throws -> (any Codingable)? {
        let object: any Codingable
        switch try state.reader.archiveObject(at: index) {
        case .asciiString, .utf16String:
            guard let string = try string(at: index) else {
                state.progress[uid] = UnarchiverState.Progress.null
                return nil
            }
            object = string
        case .integer(let value): object = value
        case .integer128(let value): object = value
        case .double(let value): object = value
        case .float(let value): object = value
        case .boolean(let value): object = value
        case .date(let value): object = ArchivedDate(secondsSince2001: value)
        case .data(let range): object = ByteBuffer(try bytes(in: range))
        default:
            throw state.located(
                ArchiveError(
                    .invalidObject,
                    "an entry of $objects is an \(kind(at: index)), not a value or an object",
                    remedy: "the file was damaged or made by a faulty writer"
                ),
                uid
            )
        }
        guard hasDelegate, let delegate else { return object }
        var result = object
        if let chosen = try delegate.unarchiver(self, didDecode: object) { result = chosen }
        state.values[uid] = result
        state.progress[uid] = UnarchiverState.Progress.value
        return result
    }

    /// Reads a plain value at a UID with a fast path, or falls back to decoding an object.
    ///
    /// - Parameters:
    ///   - read: Reads the value from the entry, or answers nil if the entry is of another kind.
    @inline(__always)
    func decodeLeaf<Value: Codingable>(
        _ uid: UID,
        _ read: (Int, BinaryObjectHeader) throws -> Value?
    ) throws -> Value? {
        if uid == .null { return nil }
        let index = try state.objectIndex(of: uid)
        let header = try state.header(at: index)
        if header.kind != .dictionary, !hasDelegate {
            if let value = try read(index, header) { return value }
            if try isNull(index, header) { return nil }
        }
        return try decodeObject(Value.self, reference: uid)
    }

    /// The string at an object index, nil if it is `$null`.
    ///
    /// - Throws: ``ArchiveError/Code/invalidPropertyList`` if it holds an unpaired surrogate, which a `String` cannot.
    func string(at index: Int) throws(ArchiveError) -> String? {
        let header = try state.header(at: index)
        switch header.kind {
        case .asciiString:
            let range = header.payload..<header.payload + header.count
            let string: String
            do {
                string = try state.reader.asciiString(in: range)
            } catch {
                throw ArchiveError(error)
            }
            return header.count == 5 && string == "$null" ? nil : string
        case .utf16String:
            guard let string = try state.reader.archiveString(at: index)?.string else {
                throw ArchiveError(
                    .invalidValue,
                    "a string holds an unpaired surrogate, which a Swift string cannot",
                    byteOffset: try? state.reader.offset(of: index),
                    remedy: "read it with KeyedArchive, which keeps the code units"
                )
            }
            return string
        default: return nil
        }
    }

    func isNull(_ index: Int, _ header: BinaryObjectHeader) throws(ArchiveError) -> Bool {
        guard header.kind == .asciiString, header.count == 5 else { return false }
        return try state.reader.isString(at: index, "$null")
    }

    func bytes(in range: Range<Int>) throws(ArchiveError) -> [UInt8] {
        do {
            return Array(try state.reader.data(in: range))
        } catch {
            throw ArchiveError(error)
        }
    }
}
