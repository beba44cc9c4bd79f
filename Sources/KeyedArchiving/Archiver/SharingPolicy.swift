/// The rules for which equal values of an archive are one object.
///
/// An object has one entry (see ``/PropertyLists/BinaryObjectTable``), and it depends on the system whether equal
/// values are one object: whether short strings and small numbers are tagged pointers, whether a few small numbers are kept, or
/// whether, as in the oldest systems, the writer itself looks for equal values.
///
/// | System             | Strings | Integers                 | Reals      | Data |
/// |--------------------|---------|--------------------------|------------|------|
/// | 10.3 to 10.5       | all     | all, of whatever type    | all        | all  |
/// | 10.6               | none    | -1 to 12, whatever type  | none       | none |
/// | 10.7 to 10.9       | none    | -2⁵⁵ to 2⁵⁵ - 1, by type | none       | none |
/// | later ones and iOS | tagged  | -2⁵⁵ to 2⁵⁵ - 1, by type | whole ones | none |
///
/// Booleans are one object each, constants of a program are, and the class names of ``ArchiveLayout/commonClassNames``
/// share an entry. A value that is one object has one UID, however often it is encoded. In the oldest systems, where
/// the writer looks for equal values, strings and data are a separate object each time, but share one entry.
struct SharingPolicy: Hashable, Sendable {
    /// Whether all equal strings, numbers and data are one entry.
    var isByValue = false
    /// Whether a short string made at run time is a tagged pointer.
    var tagsStrings = true
    /// The range of integers that are one object for each storage type.
    var integers: ClosedRange<Int64> = -(1 << 55)...(1 << 55 - 1)
    /// Whether integers of different storage types are different objects.
    var distinguishesIntegerTypes = true
    /// Whether equal whole reals are one object.
    var sharesWholeReals = true

    /// Mac OS X 10.7 to 10.9: integers are tagged, reals and strings not.
    static let taggedIntegers = SharingPolicy(tagsStrings: false, sharesWholeReals: false)

    /// Mac OS X 10.6: a few integers are kept.
    static let smallIntegers = SharingPolicy(
        tagsStrings: false, integers: -1...12, distinguishesIntegerTypes: false, sharesWholeReals: false)

    /// Mac OS X 10.3 to 10.5.
    static let byValue = SharingPolicy(
        isByValue: true, tagsStrings: false, integers: Int64.min...Int64.max, distinguishesIntegerTypes: false)
}

// MARK: - What identifies a value

extension SharingPolicy {
    /// The key under which equal integers share an object; nil if each is a separate object.
    @inline(__always)
    func key(of value: Int64, _ type: StorageType) -> ValueKey? {
        guard integers.contains(value) else { return nil }
        return ValueKey(UInt64(bitPattern: value), distinguishesIntegerTypes ? type : .int64)
    }

    /// The key under which equal 64-bit reals share an object; nil if each is a separate object.
    @inline(__always)
    func key(of value: Double) -> ValueKey? {
        isShared(value) ? ValueKey(value.bitPattern, .double) : nil
    }

    /// The key under which equal 32-bit reals share an object; nil if each is a separate object.
    @inline(__always)
    func key(of value: Float) -> ValueKey? {
        isShared(Double(value)) ? ValueKey(UInt64(value.bitPattern), .float) : nil
    }

    /// Whether equal reals of a value are one object: whole ones that fit a tagged pointer.
    private func isShared(_ value: Double) -> Bool {
        if isByValue { return true }
        return sharesWholeReals && Self.isWholeAndTagged(value)
    }

    /// Whether a real is whole and fits a tagged pointer; -0 doesn't.
    static func isWholeAndTagged(_ value: Double) -> Bool {
        // `rounded(.towardZero)` would need the C mathematics library.
        (-0x1p55..<0x1p55).contains(value) && Double(Int64(value)) == value && !(value == 0 && value.sign == .minus)
    }

    /// The key under which equal strings share an object; nil if each is a separate object.
    @inline(__always)
    func key(of string: PackedString) -> ValueKey? {
        tagsStrings && CommonStrings.isTagged(string) ? ValueKey(string) : nil
    }

    /// The key under which equal strings of any length share an object; nil if each is a separate object.
    func key(of string: String) -> ValueKey? {
        PackedString(string).flatMap { key(of: $0) }
    }
}
