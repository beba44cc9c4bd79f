import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import Testing
import TestSupport

@Suite struct CorpusGraphTests {
    /// How many objects of a class became typed values, and how many stayed objects with fields.
    private struct Counts {
        var typed = 0
        var generic = 0
    }

    /// Counts the objects of an archive as they are decoded.
    private final class Counter: KeyedUnarchiverDelegate {
        var counts: [String: Counts] = [:]

        func unarchiver(_ unarchiver: KeyedUnarchiver, didDecode object: any Codingable) throws -> (any Codingable)? {
            if let object = object as? ArchivedObject {
                counts[object.archivedClass.name, default: Counts()].generic += 1
            } else {
                let name = object.classRecord?.name ?? type(of: object).codedClassName
                counts[name, default: Counts()].typed += 1
            }
            return nil
        }
    }

    @Test(.enabled(if: Corpus.isPresent, "the corpus is not present"))
    func `every archive of the corpus is decoded with Foundation's classes`() throws {
        let counter = Counter()
        var failures: [String] = []
        for row in try Corpus.sample("archives") {
            do {
                let unarchiver = try KeyedUnarchiver(forReadingFrom: try row.bytes(), registry: .foundation)
                unarchiver.keepsUnknownClasses = true
                unarchiver.delegate = counter
                try unarchiver.disableSecureCoding()
                for field in try KeyedArchive(try row.bytes()).topLevel() {
                    guard let key = field.key.string, case .uid = field.value else { continue }
                    _ = try unarchiver.decodeObject(forKey: key)
                }
            } catch {
                failures.append("\(row.file): \(error)")
            }
        }
        #expect(failures == [])
        let (typed, generic) = counter.counts.values.reduce((0, 0)) { ($0.0 + $1.typed, $0.1 + $1.generic) }
        print("\(typed) objects and values typed, \(generic) objects generic, of \(counter.counts.count) classes")
        #expect(typed > 0)
    }
}
