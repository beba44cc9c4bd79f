import KeyedArchiving
import PropertyLists

/// Calls every entry point of the library, and the commands of the tool, with one input.
///
/// Errors are expected, whatever they are. What is looked for are traps, hangs, memory without bound, and results that
/// contradict each other.
package struct EntryPoints: Sendable {
    private let tool: ToolCalls
    private let json: JSONCalls
    private let scratchFile: String

    /// Creates the calls; the tool reads its input from a file that is written here.
    package init(scratchFile: String) {
        tool = ToolCalls(scratchFile: scratchFile)
        json = JSONCalls(scratchFile: scratchFile + ".values")
        self.scratchFile = scratchFile
    }

    /// Calls all of them.
    ///
    /// - Throws: ``FuzzFailure``
    package func exerciseAll(_ bytes: [UInt8]) throws(FuzzFailure) {
        for group in Group.allCases { try exerciseGroup(group, bytes) }
    }

    /// Parts of the whole, for fuzzers that work on one at a time.
    package enum Group: String, CaseIterable {
        /// Binary and XML property lists: read, validate, write, read back.
        case lists
        /// Archives: open, look into, check, change, rewrite.
        case archives
        /// Archives by path: look at places, change them.
        case paths
        /// Objects of types that the caller names, from every built-in type to Codable values.
        case typed
        /// Objects of whatever classes, encoded again.
        case generic
        /// Sequential archives: open, look into, change, rewrite, decode.
        case sequential
        /// The commands of the tool.
        case tool
        /// The commands of the tool that read JSON.
        case json
    }

    /// Calls those of one group.
    ///
    /// - Throws: ``FuzzFailure``
    package func exerciseGroup(_ group: Group, _ bytes: [UInt8]) throws(FuzzFailure) {
        switch group {
        case .lists: try ListCalls.exerciseAll(bytes)
        case .archives: try ArchiveCalls.exerciseAll(bytes)
        case .paths: try ArchiveCalls.exercisePaths(bytes)
        case .typed: TypedCalls.exerciseAll(bytes)
        case .generic:
            try GenericCalls.exerciseAll(bytes)
            FileCalls.exerciseAll(bytes, scratchFile: scratchFile)
        case .sequential:
            try SequentialCalls.exerciseAll(bytes)
            tool.exerciseSequential(bytes)
        case .tool: tool.exerciseAll(bytes)
        case .json: json.exerciseAll(bytes)
        }
    }
}
