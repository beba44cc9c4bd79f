import PropertyLists

/// Reads, validates and writes an input as a property list in each form.
enum ListCalls {
    static func exerciseAll(_ bytes: [UInt8]) throws(FuzzFailure) {
        ExecutionCounts.count(.readingLists)
        // What has a sound offset table is read the same without a look at it.
        let reader =
            (try? BinaryPropertyListReader(bytes, limits: .untrusted))
            ?? (try? BinaryPropertyListReader(bytes, limits: .untrusted, validation: .onAccess))
        if let reader {
            for problem in reader.problems(strict: true) { _ = (problem.description, problem.code.description) }
            _ = reader.oddities()
            ReaderCalls.exerciseAll(reader)
            if let tree = try? reader.tree() { try useTree(tree) }
        }
        _ = XMLPropertyListReader.documentType(of: bytes)
        PathEditingCalls.exerciseAll(bytes)
        try PlistCalls.exerciseAll(bytes)
        _ = BinaryPropertyListReader.lists(in: bytes)
        try useText(bytes)
        _ = try? PropertyListFormat(detecting: bytes)
    }

    /// Reads text in both forms; what is odd is refused where that is asked for, and nothing else.
    private static func useText(_ bytes: [UInt8]) throws(FuzzFailure) {
        var strict = Limits.untrusted
        strict.refusesOddInput = true
        var oddities: [ArchiveError] = []
        if let tree = try? XMLPropertyListReader(limits: .untrusted).read(bytes, oddities: &oddities) {
            guard ((try? XMLPropertyListReader(limits: strict).read(bytes)) == nil) != oddities.isEmpty else {
                throw FuzzFailure("odd XML is not refused, or XML that isn't odd is")
            }
            try useTree(tree)
        }
        oddities = []
        if let tree = try? OpenStepPropertyListReader(limits: .untrusted).read(bytes, oddities: &oddities) {
            guard ((try? OpenStepPropertyListReader(limits: strict).read(bytes)) == nil) != oddities.isEmpty else {
                throw FuzzFailure("odd OpenStep text is not refused, or text that isn't odd is")
            }
            try useTree(tree)
        }
    }

    /// Writes a tree in both forms and reads it back.
    private static func useTree(_ tree: PropertyList) throws(FuzzFailure) {
        ExecutionCounts.count(.values)
        try ValueCalls.exerciseAll(tree)
        PlistCalls.exerciseAll(tree)
        if let binary = try? BinaryPropertyListWriter().write(tree) {
            guard let copy = try? BinaryPropertyListReader(binary, limits: .unlimited).tree() else {
                throw FuzzFailure("a binary property list that was written cannot be read")
            }
            guard copy == tree else { throw FuzzFailure("a binary property list comes back as another") }
        }
        try useOpenStep(tree)
        // XML does not keep everything, but what it does not keep is lost the first time.
        var budget = Budget(inputSize: 4096, limits: .untrusted)
        _ = try? XMLPropertyListWriter().write(tree, charging: &budget)
        if let text = try? XMLPropertyListWriter(limits: .unlimited).write(tree) {
            guard let copy = try? XMLPropertyListReader(limits: .unlimited).read(text),
                let again = try? XMLPropertyListWriter(limits: .unlimited).write(copy)
            else { throw FuzzFailure("an XML property list that was written cannot be read") }
            guard let last = try? XMLPropertyListReader(limits: .unlimited).read(again),
                (try? XMLPropertyListWriter(limits: .unlimited).write(last)) == again
            else { throw FuzzFailure("an XML property list that was read back is written as another") }
        }
    }

    /// Writes a tree as OpenStep text and reads it back.
    private static func useOpenStep(_ tree: PropertyList) throws(FuzzFailure) {
        var budget = Budget(inputSize: 4096, limits: .untrusted)
        _ = try? OpenStepPropertyListWriter().write(tree, charging: &budget)
        for dialect in OpenStepPropertyListWriter.Dialect.allCases {
            let writer = OpenStepPropertyListWriter(dialect: dialect, limits: .unlimited)
            guard let text = try? writer.write(tree) else { continue }
            guard let copy = try? OpenStepPropertyListReader(limits: .unlimited).read(text),
                let again = try? writer.write(copy)
            else { throw FuzzFailure("an OpenStep property list that was written cannot be read") }
            guard let last = try? OpenStepPropertyListReader(limits: .unlimited).read(again),
                (try? writer.write(last)) == again
            else { throw FuzzFailure("an OpenStep property list that was read back is written as another") }
        }
    }
}
