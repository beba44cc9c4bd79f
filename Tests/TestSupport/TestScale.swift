import Foundation

/// How much the tests try: a sample in a quick run, everything where `KEYED_ARCHIVING_TESTS` is `full`.
package enum TestScale {
    package static let isFull = ProcessInfo.processInfo.environment["KEYED_ARCHIVING_TESTS"] == "full"
}
