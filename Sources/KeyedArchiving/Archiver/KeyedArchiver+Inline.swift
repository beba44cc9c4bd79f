public import PropertyLists

// Objects that are stored as plain values. Without a delegate they skip every step but finding a slot.

extension KeyedArchiver {
    /// Encodes a value-like object: asks the delegate if there is one, then stores it.
    @inline(__always)
    func encodeInline<Value: Codingable>(
        _ value: Value,
        _ store: (inout ArchiverState, Value) -> UInt32
    ) throws -> UID {
        if state.hasDelegate {
            if let delegate, !skipsDelegate { return try encodeInline(value, asking: delegate, store) }
            skipsDelegate = false
        }
        return UID(UInt64(store(&state, value)))
    }

    /// Encodes data of any type as a plain value.
    ///
    /// - Throws: ``ArchiveError/Code/finished`` after finishing, and whatever the delegate throws.
    public func _encodeData<Value: Codingable>(_ data: Value, bytes: [UInt8]) throws -> UID {
        try checkNotFinished()
        return try encodeInline(data) { state, _ in state.addValueObject(state.dataEntry(bytes[...])) }
    }

    private func encodeInline<Value: Codingable>(
        _ value: Value,
        asking delegate: any KeyedArchiverDelegate,
        _ store: (inout ArchiverState, Value) -> UInt32
    ) throws -> UID {
        guard let final = try substitute(for: value) else { return .null }
        guard let value = final as? Value else {
            return UID(UInt64(try encodeFinal(final, final._object, original: nil, false)))
        }
        let uid = store(&state, value)
        delegate.archiver(self, didEncode: value)
        return UID(UInt64(uid))
    }
}
