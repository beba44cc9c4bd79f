import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists

/// Decodes an input whatever its classes are, and encodes what was decoded.
enum GenericCalls {
    static func exerciseAll(_ bytes: [UInt8]) throws(FuzzFailure) {
        guard (try? KeyedUnarchiver(forReadingFrom: bytes, limits: .untrusted)) != nil else { return }
        ExecutionCounts.count(.generic)
        // A different registry for different inputs, since each takes several rounds.
        let registries = [ClassRegistry(), .standard, .foundation, .foundation]
        let registry = registries[bytes.reduce(0) { $0 ^ Int($1) } % registries.count]
        if let graph = (try? graph(bytes, registry, .untrusted)) ?? nil {
            try DescriptionCalls.exerciseAll(graph)
            EncoderCalls.exerciseAll(graph, layouts[bytes.count % layouts.count])
            CycleBreaker.takeApart(graph)
        }
        try copy(bytes, registry)
    }

    private static let layouts: [ArchiveLayout] = [
        .current, .macOS10_15, .iOS13, .macOS10_14, .iOS12, .macOS10_9, .macOSX10_7, .macOSX10_6, .macOSX10_6_32bit,
        .macOSX10_5, .macOSX10_4,
    ]

    /// What was encoded can be decoded and encoded without end, and gets neither more nor less.
    ///
    /// The bytes need not be the same: the order of keys depends on the order in which they were encoded, which the
    /// archive does not say in full.
    private static func copy(_ bytes: [UInt8], _ registry: ClassRegistry) throws(FuzzFailure) {
        guard let graph = (try? graph(bytes, registry, .untrusted)) ?? nil, let first = encode(graph) else { return }
        // What was left out, such as fields whose key was there twice, is left out now.
        let second = try again(first, registry)
        let third = try again(second, registry)
        guard second.count == third.count else {
            throw FuzzFailure(
                "what was decoded and encoded is then encoded as \(third.count) bytes, not \(second.count)")
        }
    }

    private static func again(_ bytes: [UInt8], _ registry: ClassRegistry) throws(FuzzFailure) -> [UInt8] {
        do {
            guard let copy = try graph(bytes, registry, .unlimited), let encoded = encode(copy) else {
                throw FuzzFailure("what was decoded and encoded cannot be encoded again")
            }
            return encoded
        } catch let error as ArchiveError where error.reason == "a date is not a number of seconds" {
            // A bare date may be none, one of Foundation's may not.
            return bytes
        } catch {
            throw FuzzFailure("what was decoded and encoded cannot be decoded again: \(error)")
        }
    }

    private static func encode(_ graph: any Codingable) -> [UInt8]? {
        defer { CycleBreaker.takeApart(graph) }
        return try? KeyedArchiver.archivedBytes(withRootObject: graph)
    }

    private static func graph(_ bytes: [UInt8], _ registry: ClassRegistry, _ limits: Limits) throws -> (any Codingable)?
    {
        try KeyedUnarchiver.unarchivedGraph(from: bytes, registry: registry, limits: limits)
    }
}
