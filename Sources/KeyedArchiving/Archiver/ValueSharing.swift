/// Which equal strings and numbers share one entry of an archive.
///
/// Apple's writer gives each object of its memory one entry. So it depends on the system whether equal values are one
/// object: whether short strings and small numbers are tagged pointers, whether a few small numbers are kept, or
/// whether, as in the oldest systems, the writer itself looks for equal values.
struct ValueSharing: Hashable, Sendable {
    /// Whether all equal strings, numbers and data are one entry.
    var isByValue = false
    /// Whether a short string made at run time is a tagged pointer.
    var tagsStrings = true
    /// Which integers are one object for each storage type.
    var integers: ClosedRange<Int64> = -(1 << 55)...(1 << 55 - 1)
    /// Whether integers of different storage types are different objects.
    var distinguishesIntegerTypes = true
    /// Whether equal whole reals are one object.
    var sharesWholeReals = true

    /// Mac OS X 10.7 to 10.9: integers are tagged, reals and strings not.
    static let taggedIntegers = ValueSharing(tagsStrings: false, sharesWholeReals: false)

    /// Mac OS X 10.6: a few integers are kept.
    static let smallIntegers = ValueSharing(
        tagsStrings: false, integers: -1...12, distinguishesIntegerTypes: false, sharesWholeReals: false)

    /// Mac OS X 10.3 to 10.5.
    static let byValue = ValueSharing(
        isByValue: true, tagsStrings: false, integers: Int64.min...Int64.max, distinguishesIntegerTypes: false)
}
