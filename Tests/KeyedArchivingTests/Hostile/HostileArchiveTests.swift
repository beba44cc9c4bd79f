import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Each archive of the catalog at each entry point of the library.
@Suite struct HostileArchiveTests {
    /// What a call makes of an input.
    private func verdict(_ call: () throws -> Void) throws -> HostileArchive.Verdict {
        do {
            try call()
            return .ok
        } catch let error as ArchiveError {
            return HostileArchive.Verdict(error)
        }
    }

    @Test(.rows)
    func `opening and decoding a type give what was asked for or tell what is wrong and where`() {
        forEachRow(HostileArchive.all) { (input: HostileArchive) throws in
            let bytes = try input.bytes()
            let found = try verdict { _ = try KeyedArchive(bytes) }
            let foundLater = try verdict { _ = try KeyedArchive(bytes, validation: .onAccess) }
            let decoded = try verdict { try decodeRoot(input.type, from: bytes) }
            expectRows {
                (found, input.opened)
                (foundLater, input.opened)
                (decoded, input.typed)
            }
        }
    }

    @Test(.rows)
    func `checking lists the defect first, and decoding any object tells it, with its place`() {
        forEachRow(HostileArchive.tried) { (input: HostileArchive) throws in
            let bytes = try input.bytes()
            let checked = try firstProblem(bytes)
            #expect(checked == input.checked)
            let decoded = try verdict { _ = try KeyedUnarchiver.unarchivedGraph(from: bytes) }
            #expect(decoded == input.untyped)
        }
    }

    private func firstProblem(_ bytes: [UInt8]) throws -> HostileArchive.Verdict {
        var problems: [ArchiveError] = []
        let opened = try verdict { problems = try KeyedArchive(bytes).problems() }
        return problems.first.map { HostileArchive.Verdict($0) } ?? opened
    }

    private func decodeRoot<Object: Codingable>(_ type: Object.Type, from bytes: [UInt8]) throws {
        _ = try KeyedUnarchiver.unarchivedObject(of: type, from: bytes)
    }

    @Test(.rows)
    func `under the lenient policy the same error is kept, and the result is nil`() {
        forEachRow(HostileArchive.all) { (input: HostileArchive) throws in
            guard input.opened == .ok else { return }
            let unarchiver = try KeyedUnarchiver(forReadingFrom: try input.bytes())
            unarchiver.decodingFailurePolicy = .setErrorAndReturn
            #expect(try decodeRoot(input.type, with: unarchiver) == false || input.typed == .ok)
            let found = (unarchiver.error as? ArchiveError).map { HostileArchive.Verdict($0) } ?? .ok
            // A key that isn't there is an error of the calls for a whole archive only.
            #expect(found == (input.typed == .refused(.valueNotFound, "nowhere") ? .ok : input.typed))
        }
    }

    private func decodeRoot<Object: Codingable>(_ type: Object.Type, with unarchiver: KeyedUnarchiver) throws -> Bool {
        try unarchiver.decodeObject(of: type, forKey: "root") != nil
    }

    @Test(.rows)
    func `what opens is written back with all its objects and all its problems`() {
        forEachRow(HostileArchive.tried, [PropertyListFormat.binary, .xml]) {
            (input: HostileArchive, format: PropertyListFormat) throws in
            guard let archive = try? KeyedArchive(try input.bytes()) else { return }
            let bytes: [UInt8]
            do throws(ArchiveError) {
                bytes = try archive.bytes(format: format)
            } catch {
                // XML has no sets, no unpaired surrogates, and no UID beyond 32 bits.
                #expect(error.code == .unrepresentable && format == .xml)
                return
            }
            let copy = try KeyedArchive(bytes)
            expectRows {
                (copy.objectCount, archive.objectCount)
                (copy.archiver, archive.archiver)
                (copy.problems().map(\.code), archive.problems().map(\.code))
            }
        }
    }

    @Test(.rows)
    func `looking at each entry and resolving each field ends, whatever they are`() {
        forEachRow(HostileArchive.tried) { (input: HostileArchive) throws in
            guard let archive = try? KeyedArchive(try input.bytes()) else { return }
            _ = try? archive.topLevel()
            _ = try? archive.extraTopLevelValues()
            _ = try? archive.sharedUIDs()
            for number in 0..<min(archive.objectCount, 2000) {
                guard case .object(let record) = try? archive.entry(at: UID(UInt64(number))) else { continue }
                let archivedClass = try? archive.archivedClass(at: record.classUID)
                _ = archive.elements(of: record)
                _ = archive.pairs(of: record)
                if let archivedClass { _ = archive.foundationValue(of: record, ofClass: archivedClass) }
            }
            for path in ["root", "root.next.next.next", "root[0][0][0]", "root!root!root", "root.$class"] {
                _ = try? archive.value(at: ArchivePath(path))
            }
        }
    }
}
