public import PropertyLists

/// `NSNumber` with a 128-bit integer: a plain value of 16 bytes, whatever its size.
extension Integer128: Codingable {
    /// `NSNumber`.
    public static var codedClassName: String { "NSNumber" }

    /// Writes the number as the field of an object, as generic coders do.
    public func encode(with archiver: KeyedArchiver) throws {
        guard let value = Int64(exactly: self) else {
            throw ArchiveError(.unrepresentable, "the number \(self) does not fit a field of 64 bits")
        }
        try archiver.encode(value, forKey: "NS.intval")
    }

    /// Reads the number from the field of an object, as generic coders write it.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        self.init(try Int64(coder: unarchiver))
    }

    /// Numbers are plain values.
    public static var _kind: _CodingKind { .inline }

    /// Stores the number.
    public func _encodeReference(with archiver: KeyedArchiver) throws -> UID {
        try archiver.checkNotFinished()
        return try archiver.encodeInline(self) { $0.addValueObject($0.table.addInteger128($1)) }
    }

    /// Reads the number.
    public static func _decode(_ source: _CodingSource, from unarchiver: KeyedUnarchiver) throws -> Integer128? {
        try unarchiver.decodeLeaf(source, .integer) { state, index throws(ArchiveError) in
            try state.integer128(at: index)
        }
    }
}

extension UnarchiverState {
    /// The integer of any width at an object index.
    mutating func integer128(at index: Int) throws(ArchiveError) -> Integer128 {
        switch try reader.archiveObject(at: index) {
        case .integer(let value): return Integer128(value)
        case .integer128(let value): return value
        default: throw wrongKind(at: index, expected: "an integer", nil)
        }
    }
}
