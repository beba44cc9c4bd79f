/// The exit status of the tool; scripts depend on the numbers.
package enum ExitStatus: Int32, Comparable {
    /// Success: done, equal, valid, found.
    case done = 0
    /// A negative result: different, invalid, not found.
    case negativeResult = 1
    /// The tool could not run: bad usage, a file that cannot be read or written.
    case couldNotRun = 2

    package static func < (lhs: ExitStatus, rhs: ExitStatus) -> Bool {
        lhs.rawValue < rhs.rawValue
    }
}
