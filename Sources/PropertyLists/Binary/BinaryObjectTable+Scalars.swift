// Each method adds one scalar as a separate object; to share it between two references, use the entry twice.

extension BinaryObjectTable {
    /// Data longer than this is kept aside and copied only once, into the output.
    static let externalDataThreshold = 4096

    /// Adds null.
    @usableFromInline package mutating func addNull() -> Entry {
        scalarBytes.append(0x00)
        return endScalar()
    }

    /// Adds an integer: 1, 2 or 4 bytes without a sign if it is not negative and fits; otherwise 8 bytes.
    @usableFromInline package mutating func addInteger(_ value: Int64) -> Entry {
        appendInteger(value)
        return endScalar()
    }

    /// Adds an integer above `Int64.max` in 16 bytes; smaller ones as ``addInteger(_:)`` does.
    @usableFromInline package mutating func addUnsignedInteger(_ value: UInt64) -> Entry {
        if let small = Int64(exactly: value) { return addInteger(small) }
        return addInteger128(Integer128(value))
    }

    /// Adds an integer in 16 bytes, regardless of its value.
    @usableFromInline package mutating func addInteger128(_ value: Integer128) -> Entry {
        scalarBytes.append(marker: 0x14, bigEndian: UInt64(bitPattern: value.high), width: 8)
        scalarBytes.append(bigEndian: value.low, width: 8)
        return endScalar()
    }

    /// Adds a 4-byte real.
    @usableFromInline package mutating func addFloat(_ value: Float) -> Entry {
        scalarBytes.append(marker: 0x22, bigEndian: UInt64(value.bitPattern), width: 4)
        return endScalar()
    }

    /// Adds an 8-byte real.
    @usableFromInline package mutating func addDouble(_ value: Double) -> Entry {
        scalarBytes.append(marker: 0x23, bigEndian: value.bitPattern, width: 8)
        return endScalar()
    }

    /// Adds a date, in seconds since 2001-01-01T00:00:00Z.
    @usableFromInline package mutating func addDate(_ value: Double) -> Entry {
        scalarBytes.append(marker: 0x33, bigEndian: value.bitPattern, width: 8)
        return endScalar()
    }

    /// Adds data.
    ///
    /// Long data is not copied until the table is written.
    @usableFromInline package mutating func addData(_ value: ArraySlice<UInt8>) -> Entry {
        if value.count > Self.externalDataThreshold {
            externalData.append(value)
            return entry(.externalData, externalData.count - 1)
        }
        appendMarker(.data, count: value.count)
        scalarBytes.append(value)
        return endScalar()
    }

    /// Adds data.
    ///
    /// Long data is not copied until the table is written.
    @usableFromInline package mutating func addData(_ value: [UInt8]) -> Entry {
        addData(value[...])
    }

    /// Adds a string: one byte for each character if all are ASCII; otherwise two for each UTF-16 code unit.
    @usableFromInline package mutating func addString(_ value: String) -> Entry {
        appendString(value)
        return endScalar()
    }

    /// Adds a string, with unpaired surrogates as they are, and with the bytes of one that was marked as ASCII and isn't.
    @usableFromInline package mutating func addString(_ value: PropertyListString) -> Entry {
        if let bytes = value.latin1Bytes {
            appendMarker(.asciiString, count: bytes.count)
            for byte in bytes { scalarBytes.append(byte) }
            return endScalar()
        }
        if let string = value.string { return addString(string) }
        let units = value.utf16
        appendMarker(.utf16String, count: units.count)
        for unit in units { scalarBytes.append(bigEndian: UInt64(unit), width: 2) }
        return endScalar()
    }

    /// Adds a UID as a separate object, shared with no other, as in archives that were read and written again as
    /// plain property lists.
    @usableFromInline package mutating func addUID(_ uid: UID) -> Entry {
        let width = minimalWidth(of: uid.rawValue)
        scalarBytes.append(marker: 0x80 | UInt8(width - 1), bigEndian: uid.rawValue, width: width)
        return endScalar()
    }

    /// Adds a scalar from its encoded form, marker included.
    mutating func addEncodedScalar(_ bytes: ArraySlice<UInt8>) -> Entry {
        scalarBytes.append(bytes)
        return endScalar()
    }

    /// Makes room for so many bytes of scalars.
    package mutating func reserveScalars(_ size: Int) {
        scalarBytes.reserve(max(0, size))
    }

    /// How many scalars there are.
    var scalarCount: Int {
        @inline(__always) get { max(0, scalarBounds.count &- 1) }
    }

    /// The range of an encoded scalar.
    @inline(__always)
    func rangeOfScalar(_ index: Int) -> Range<Int> {
        let end = scalarBounds[index &+ 1]
        // Bounds never decrease.
        return unsafe Range(uncheckedBounds: (scalarBounds[index], end))
    }

    /// Takes back the scalar that was added last.
    @inline(__always)
    mutating func removeLastScalar() {
        let index = scalarCount &- 1
        guard index >= 0 else { return }
        scalarBytes.truncate(to: scalarBounds[index])
        scalarBounds.truncate(to: index &+ 1)
    }

    @inline(__always)
    private mutating func endScalar() -> Entry {
        if scalarBounds.isEmpty { scalarBounds.append(0) }
        scalarBounds.append(scalarBytes.count)
        return entry(.scalar, scalarBounds.count &- 2)
    }

    private mutating func appendInteger(_ value: Int64) {
        let width = value < 0 ? 8 : minimalWidth(of: UInt64(bitPattern: value))
        let marker = 0x10 | UInt8(truncatingIfNeeded: width.trailingZeroBitCount)
        scalarBytes.append(marker: marker, bigEndian: UInt64(bitPattern: value), width: width)
    }

    @inline(__always)
    private mutating func appendString(_ value: String) {
        let isASCII = unsafe value.utf8.withContiguousStorageIfAvailable {
            unsafe appendASCII(UnsafeRawBufferPointer($0))
        }
        switch isASCII {
        case true?: break
        case false?: appendUTF16(value)
        case nil: appendForeignString(value)
        }
    }

    /// Adds the characters of a string if all are ASCII; otherwise adds nothing.
    @inline(__always)
    private mutating func appendASCII(_ characters: UnsafeRawBufferPointer) -> Bool {
        let count = characters.count
        let marker = UInt64(BinaryObjectKind.asciiString.rawValue) &<< 4
        if count < 15 {
            return unsafe scalarBytes.appendASCII(characters, header: marker | UInt64(count), headerSize: 1)
        }
        // The count follows as an integer.
        let width = minimalWidth(of: UInt64(count))
        let start = (marker | 0x0F) &<< 8 | UInt64(0x10 | width.trailingZeroBitCount)
        guard width < 8 else { return unsafe appendHugeASCII(characters, start: start) }
        let header = start &<< UInt64(truncatingIfNeeded: 8 &* width) | UInt64(count)
        return unsafe scalarBytes.appendASCII(characters, header: header, headerSize: 2 &+ width)
    }

    /// The same for 4 GiB and more: the marker and the count take more than one word.
    @inline(never)
    private mutating func appendHugeASCII(_ characters: UnsafeRawBufferPointer, start: UInt64) -> Bool {
        let place = scalarBytes.count
        scalarBytes.append(bigEndian: start, width: 2)
        if unsafe scalarBytes.appendASCII(characters, header: UInt64(characters.count), headerSize: 8) { return true }
        scalarBytes.truncate(to: place)
        return false
    }

    /// Adds a string whose characters do not lie in memory as UTF-8.
    @inline(never)
    private mutating func appendForeignString(_ value: String) {
        var value = value
        let isASCII = value.withUTF8 { unsafe appendASCII(UnsafeRawBufferPointer($0)) }
        if !isASCII { appendUTF16(value) }
    }

    @inline(never)
    private mutating func appendUTF16(_ value: String) {
        let count = value.utf16.count
        appendMarker(.utf16String, count: count)
        scalarBytes.reserve(2 * count + 8)
        for unit in value.utf16 { scalarBytes.append(bigEndian: UInt64(unit), width: 2) }
    }

    private mutating func appendMarker(_ kind: BinaryObjectKind, count: Int) {
        if count < 15 {
            scalarBytes.append(kind.rawValue << 4 | UInt8(truncatingIfNeeded: count))
        } else {
            scalarBytes.append(kind.rawValue << 4 | 0x0F)
            appendInteger(Int64(count))
        }
    }
}
