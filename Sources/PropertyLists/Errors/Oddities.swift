/// The peculiarities of an input, which is read nevertheless, with the value that CoreFoundation reads.
package struct Oddities: Sendable {
    /// How many are listed at most.
    package static let maximum = 100

    /// Whether an oddity is thrown instead (``Limits/refusesOddInput``).
    let areRefused: Bool
    package private(set) var list: [ArchiveError] = []

    package init(_ limits: Limits) { areRefused = limits.refusesOddInput }

    /// Lists an oddity, or throws it.
    mutating func note(_ oddity: @autoclosure () -> ArchiveError) throws(ArchiveError) {
        if areRefused { throw oddity() }
        if list.count < Self.maximum { list.append(oddity()) }
    }
}
