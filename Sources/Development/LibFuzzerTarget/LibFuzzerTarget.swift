import Foundation
import Fuzzing

/// What libFuzzer tries its inputs on: a group of entry points, or the encoder, by the name in `FUZZ_TARGET`.
private enum Target: Sendable {
    case entryPoints(EntryPoints.Group, EntryPoints)
    case encoder

    static let chosen: Target = {
        atexit { print(ExecutionCounts.text(of: ExecutionCounts.current)) }
        let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
        if name == "encoder" { return .encoder }
        guard let group = EntryPoints.Group(rawValue: name) else {
            let names = EntryPoints.Group.allCases.map(\.rawValue) + ["encoder"]
            fatalError("FUZZ_TARGET is one of \(names.joined(separator: ", "))")
        }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("fuzz-\(UUID().uuidString)")
        return .entryPoints(group, EntryPoints(scratchFile: file.path))
    }()

    func exerciseAll(_ bytes: [UInt8]) throws(FuzzFailure) {
        switch self {
        case .entryPoints(let group, let entryPoints): try entryPoints.exerciseGroup(group, bytes)
        case .encoder: try ScriptCalls.exerciseAll(bytes)
        }
    }
}

/// Called by libFuzzer for each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    do throws(FuzzFailure) {
        try Target.chosen.exerciseAll(bytes)
    } catch {
        fatalError(error.description)
    }
    return 0
}
