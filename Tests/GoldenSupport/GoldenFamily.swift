import Foundation
import TestSupport
import Testing

/// The inputs of one recorded file, and the calls that are made for each.
///
/// A file of `Tests/Goldens` says what each call makes of each input: in words for inputs that are the project's own, as
/// digests for files of others. `.ci/goldens` records the files again, or shows the whole outcomes for an input.
package struct GoldenFamily: Sendable {
    /// The name of the recorded file.
    package var name: String
    package var inputs: [GoldenInput]
    package var calls: [GoldenCall]
    private var form: GoldenFile.Form
    /// In a quick run, one in so many inputs is tried with all calls.
    package var stride: Int
    /// Inputs of more bytes are left out.
    package var maximumSize: Int

    package init(
        _ name: String,
        _ inputs: [GoldenInput],
        _ calls: [GoldenCall],
        inDigests: Bool = false,
        stride: Int = 1,
        maximumSize: Int = GoldenInput.largeSize
    ) {
        form = inDigests ? .digests : .texts
        self.maximumSize = maximumSize
        self.name = name
        self.inputs = inputs
        self.calls = calls
        self.stride = stride
        var counts: [String: Int] = [:]
        for index in inputs.indices {
            let name = inputs[index].name.map { $0.isNewline || $0 == "\t" ? " " : String($0) }.joined()
            counts[name, default: 0] += 1
            self.inputs[index].name = name + (counts[name].map { $0 > 1 ? " #\($0)" : "" } ?? "")
        }
    }

    /// Expects that the calls make of the inputs what was recorded, and names what differs; or records it, or shows it.
    package func expectNoDifferences() async throws {
        switch GoldenMode.current {
        case .compare:
            for difference in try await differences() { Issue.record("\(difference)") }
        case .record:
            try await recorded(inputs).write(to: file)
        case .show(let text):
            for input in inputs where "\(name)/\(input.name)".contains(text) {
                for (call, outcome) in zip(calls, try outcomes(for: input) ?? []) {
                    print("\(name)/\(input.name) \(call.name)\(outcome.isError ? "!" : ":") \(outcome.text)")
                }
            }
        }
    }

    private var file: URL { GoldenFile.folder.appendingPathComponent("\(name).txt") }

    private func differences() async throws -> [String] {
        let expected = try GoldenFile(form, contentsOf: file)
        guard expected.calls == calls.map(\.name) else { return ["\(name): other calls were recorded"] }
        let names = Set(inputs.map(\.name))
        let gone = expected.outcomes.keys.filter { !names.contains($0) }.map { "\(name)/\($0): the input is missing" }
        let sample = TestScale.sample(inputs, of: "inputs with goldens", where: isInSample)
        let differences = try await self.differences(from: expected, of: sample, Array(calls.indices))
        return (gone + differences).sorted()
    }

    /// Whether a quick run tries all calls with an input.
    private func isInSample(_ input: GoldenInput) -> Bool {
        !input.isLarge && input.name.utf8.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xFFFF } % stride == 0
    }

    /// What some calls, which are named by their positions, make of some inputs other than was recorded.
    private func differences(
        from expected: GoldenFile,
        of inputs: [GoldenInput],
        _ positions: [Int]
    ) async throws -> [String] {
        try await recorded(inputs, positions).outcomes.flatMap { input, outcomes in
            guard let old = expected.outcomes[input] else { return ["\(name)/\(input): the input is not recorded"] }
            return zip(positions, outcomes).filter { old[$0] != $1 }.map { position, outcome in
                "\(name)/\(input): \(calls[position].name) was \(old[position]), is \(outcome)"
            }
        }
    }

    private func recorded(_ inputs: [GoldenInput], _ positions: [Int]? = nil) async throws -> GoldenFile {
        var file = GoldenFile(form, calls: calls.map(\.name))
        try await withThrowingTaskGroup(of: (String, [String]?).self) { group in
            for input in inputs {
                group.addTask { (input.name, try outcomes(for: input, positions)?.map(form.text)) }
            }
            for try await (input, outcomes) in group { file.outcomes[input] = outcomes }
        }
        return file
    }

    /// What all calls make of an input, or those at some positions; nil if it is larger than the family takes.
    private func outcomes(for input: GoldenInput, _ positions: [Int]? = nil) throws -> [GoldenOutcome]? {
        let bytes = try input.bytes()
        guard bytes.count <= maximumSize else { return nil }
        // How deep the calls may recurse is then the same in every build, and on every machine.
        return try SmallStack.run(size: SmallStack.large) {
            let subject = GoldenCall.Subject(bytes: bytes, type: input.type, file: try ScratchFile(bytes))
            return (positions ?? Array(calls.indices)).map { calls[$0].outcome(subject) }
        }
    }
}

/// What a run of the goldens does; `.ci/goldens` sets the environment variable.
enum GoldenMode {
    case compare
    case record
    /// Prints the outcomes of inputs whose name has a part.
    case show(String)

    static let current: GoldenMode = {
        switch ProcessInfo.processInfo.environment["KEYED_ARCHIVING_GOLDENS"] {
        case nil, "": .compare
        case "record": .record
        case let text?: .show(text)
        }
    }()
}
