import PropertyLists

/// A class of inputs of which another reader makes something else than ours, and why.
struct Disagreement: Sendable {
    /// Who accepts such an input.
    enum Side: String, Sendable {
        case weRefuse, theyRefuse, bothAcceptDifferently
    }

    var reader: OtherReader
    var side: Side
    var name: String
    var reason: String
    /// An input of this class.
    var specimen: [UInt8]
    /// Whether an input is of this class.
    var holds: @Sendable (Comparison) -> Bool
}

/// One input, and what both readers make of it.
struct Comparison {
    var bytes: [UInt8]
    var tree: PropertyList?
    var error: ArchiveError?
    var outcome: OtherReader.Outcome

    var isBinary: Bool { bytes.starts(with: "bplist".utf8) }

    init(_ bytes: [UInt8], _ outcome: OtherReader.Outcome) {
        self.bytes = bytes
        self.outcome = outcome
        do throws(ArchiveError) {
            switch try PropertyListFormat(detecting: bytes) {
            case .binary: tree = try BinaryPropertyListReader(bytes, validation: .onAccess).tree()
            case .xml: tree = try XMLPropertyListReader().read(bytes)
            case .openStep: tree = try OpenStepPropertyListReader().read(bytes)
            }
        } catch {
            self.error = error
        }
    }

    /// On which side the readers disagree; nil if they do not.
    var side: Disagreement.Side? {
        if tree == nil { return outcome.isAccepted ? .weRefuse : nil }
        guard outcome.isAccepted else { return .theyRefuse }
        guard let tree, let value = outcome.value, value != ComparedValue.text(tree) else { return nil }
        return .bothAcceptDifferently
    }

    /// Whether our reason for refusing an XML input is one of these.
    func isRefused(for reasons: String...) -> Bool {
        !isBinary && reasons.contains { error?.reason.contains($0) == true }
    }

    /// Whether the other reader's message has one of these texts.
    func says(_ texts: String...) -> Bool {
        texts.contains { outcome.message.contains($0) }
    }

    /// Whether the input has a text.
    func has(_ text: String) -> Bool {
        String(decoding: bytes, as: UTF8.self).contains(text)
    }

    /// Whether this is a binary list that the strict check reports.
    var isOddBinaryList: Bool {
        guard isBinary, let reader = try? BinaryPropertyListReader(bytes, validation: .onAccess) else { return false }
        return !reader.problems(strict: true, limit: 1).isEmpty
    }

    /// Whether any value in the tree satisfies a condition.
    func contains(_ holds: (PropertyList) -> Bool) -> Bool {
        var rest = [tree].compactMap { $0 }
        while let value = rest.popLast() {
            if holds(value) { return true }
            switch value {
            case .array(let elements), .set(let elements), .orderedSet(let elements): rest += elements
            case .dictionary(let dictionary): rest += Array(dictionary.keys) + Array(dictionary.values)
            default: break
            }
        }
        return false
    }
}
