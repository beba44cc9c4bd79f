import KeyedArchiving
import PropertyLists

/// Encodes what a script says, decodes it and compares.
package enum ScriptCalls {
    /// Takes the bytes for a script.
    ///
    /// - Throws: ``FuzzFailure`` if anything does not come back as it was encoded, or a second encoding gives other
    ///   bytes.
    package static func exerciseAll(_ bytes: [UInt8]) throws(FuzzFailure) {
        ExecutionCounts.count(.scripts)
        let run = ScriptRun(EncodingScript(bytes))
        let result = ScriptRun.$current.withValue(run) { Result { () throws(FuzzFailure) in try exerciseAll(run) } }
        for object in run.decoded.values { object.objects = [] }
        try result.get()
    }

    private static func exerciseAll(_ run: ScriptRun) throws(FuzzFailure) {
        guard let encoded = try encode(run.script) else { return }
        guard try encode(run.script) == encoded else { throw FuzzFailure("the same script gives other bytes") }
        try check(encoded)
        do {
            let unarchiver = try KeyedUnarchiver(forReadingFrom: encoded, registry: ClassRegistry())
            guard let root = try unarchiver.decodeObject(of: ScriptedObject.self, forKey: "root") else {
                throw FuzzFailure("a script comes back without a root")
            }
            run.references.append(("the root", 0, root))
        } catch let finding as FuzzFailure {
            throw finding
        } catch {
            throw FuzzFailure("a script that was encoded cannot be decoded: \(error)")
        }
        try compare(run)
    }

    private static func compare(_ run: ScriptRun) throws(FuzzFailure) {
        if let mismatch = run.mismatches.first { throw FuzzFailure(mismatch) }
        for (place, expected, found) in run.references {
            guard found === expected.flatMap({ run.decoded[$0] }), (found == nil) == (expected == nil) else {
                throw FuzzFailure("\(place): a reference to \(expected ?? -1) leads to \(found?.number ?? -1)")
            }
        }
        guard Set(run.decoded.keys) == run.encoded else {
            throw FuzzFailure("of the objects \(run.encoded.sorted()) came \(run.decoded.keys.sorted())")
        }
    }

    /// The archive; nil if the script asks for XML and holds what XML cannot.
    private static func encode(_ script: EncodingScript) throws(FuzzFailure) -> [UInt8]? {
        let objects = script.objects.indices.map { ScriptedObject(number: $0) }
        for object in objects { object.objects = objects }
        defer { for object in objects { object.objects = [] } }
        let archiver = KeyedArchiver()
        archiver.outputFormat = script.isXML ? .xml : .binary
        do {
            try archiver.encode(objects[0], forKey: KeyedArchiver.rootObjectKey)
            return try archiver.encodedBytes
        } catch let error as ArchiveError where script.isXML && error.code == .unrepresentable {
            return nil
        } catch {
            throw FuzzFailure("a script cannot be encoded: \(error)")
        }
    }

    /// What was encoded is valid, except for text that a script stores inline, and is rewritten as the same bytes.
    private static func check(_ encoded: [UInt8]) throws(FuzzFailure) {
        guard let archive = try? KeyedArchive(encoded) else { throw FuzzFailure("a script gives no archive") }
        let problems = archive.problems(strict: true)
        if let problem = problems.first(where: { !$0.reason.hasPrefix("text is stored in the field itself") }) {
            throw FuzzFailure("a script gives an archive that is not valid: \(problem)")
        }
        guard (try? archive.bytes()) == encoded else { throw FuzzFailure("a script's archive is rewritten as another") }
    }
}
