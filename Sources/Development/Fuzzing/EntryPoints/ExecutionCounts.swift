import Foundation

/// How many inputs got as far as each kind of entry point, in this process.
///
/// An input that doesn't open as an archive is an execution of the calls that open one, and of none of those behind.
/// Of calls that are made for many places in an input, the places are counted.
package enum ExecutionCounts {
    /// Entry points that are called together.
    package enum Part: String, CaseIterable, Sendable {
        case readingLists = "property lists: read"
        case objectsOfLists = "property lists: objects, tables of objects"
        case values = "property lists: values, written in both forms"
        case listEditing = "property lists: edit by path, write"
        case salvaging = "archives: salvage"
        case opening = "archives: open"
        case looking = "archives: look into, check, rewrite"
        case paths = "archives: paths"
        case layouts = "archives: infer the layout, decode with value identity, encode in that layout"
        case analysis = "archives: summarize, compare, audit"
        case editing = "archives: edit, write"
        case pathEditing = "archives: edit by path, write"
        case places = "archives: ask views, each place"
        case editedPlaces = "archives: edit by path, each place"
        case typed = "decode named types"
        case coders = "decode the top level, collections, properties; errors"
        case fields = "decode the fields of an object in every way, charge"
        case generic = "decode any objects, encode them again"
        case encoding = "encode decoded objects in every way, in every layout"
        case data = "data: decode, encode"
        case files = "files: decode, encode"
        case tool = "commands of the tool"
        case json = "JSON: convert, set"
        case filesOfJSON = "JSON that became a file"
        case sequential = "sequential archives: open, look into, rewrite"
        case sequentialEditing = "sequential archives: edit, write"
        case sequentialCoders = "sequential archives: decode, encode again"
        case sequentialErrors = "sequential archives: go on after caught errors"
        case sequentialEncoding = "sequential archives: encode values of every type"
        case scripts = "scripts of calls to an archiver"
    }

    private static let lock = NSLock()
    nonisolated(unsafe) private static var counts = Array(repeating: 0, count: Part.allCases.count)

    /// Counts an input, or a place in one, that got to a part.
    static func count(_ part: Part) {
        lock.withLock { counts[position(of: part)] += 1 }
    }

    private static func position(of part: Part) -> Int {
        Part.allCases.firstIndex(of: part) ?? 0
    }

    /// The counts in the order of the parts.
    package static var current: [Int] { lock.withLock { counts } }

    /// Counts as text, a line for each part that an input got to.
    package static func text(of counts: [Int]) -> String {
        zip(Part.allCases, counts).filter { $1 > 0 }
            .map { part, count in
                let number = String(count)
                return String(repeating: " ", count: max(0, 10 - number.count)) + number + "  " + part.rawValue
            }
            .joined(separator: "\n")
    }
}
