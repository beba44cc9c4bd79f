import Fuzzing
import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What the inputs of a campaign are like; inputs that fail at the door try little.
@Suite struct GraphMutatorTests {
    private func inputs(_ kind: InputGenerator.Kind) throws -> [[UInt8]] {
        let generator = try CampaignTests.generator.get()
        let numbers = 0..<TestScale.count(2500, quick: 1500)
        return numbers.filter { InputGenerator.kind(of: $0) == kind }.map { generator.input($0) }
    }

    @Test func `hostile graphs come in sound property lists, most of which open as archives`() throws {
        let inputs = try inputs(.graph)
        var opened = 0
        for bytes in inputs {
            let tree =
                switch try PropertyListFormat(detecting: bytes) {
                case .binary: try BinaryPropertyListReader(bytes).tree()
                case .xml: try XMLPropertyListReader().read(bytes)
                case .openStep: throw ArchiveError(.unsupportedVersion, "no graph is OpenStep text")
                }
            #expect(tree.isContainer)
            if (try? KeyedArchive(bytes)) != nil { opened += 1 }
        }
        #expect(opened > inputs.count * 4 / 5)
    }

    @Test func `hostile graphs cause errors of many kinds`() throws {
        var codes: Set<String> = []
        for bytes in try inputs(.graph) {
            do {
                _ = try KeyedUnarchiver.unarchivedGraph(from: bytes)
            } catch let error as ArchiveError {
                codes.insert(error.code.name)
            }
            do {
                _ = try KeyedUnarchiver.unarchivedObject(of: [String: [Int]].self, from: bytes)
            } catch let error as ArchiveError {
                codes.insert(error.code.name)
            }
            do {
                // A graph keeps what a type of the library doesn't understand; here it is an error.
                let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
                try unarchiver.disableSecureCoding()
                _ = try unarchiver.decodeTopLevelObject(forKey: "root")
            } catch let error as ArchiveError {
                codes.insert(error.code.name)
            }
        }
        let expected = [
            "invalidReference", "invalidObject", "invalidClassRecord", "unexpectedClass", "unknownClass",
            "invalidValue",
            "invalidUnarchiveOperation",
        ]
        for code in expected { #expect(codes.contains(code), "\(codes.sorted())") }
    }

    @Test func `some damaged files still open, and most do not`() throws {
        let inputs = try inputs(.bytes)
        let opened = inputs.count { (try? KeyedArchive($0)) != nil }
        #expect(opened > inputs.count / 10)
        #expect(opened < inputs.count * 4 / 5)
    }

    @Test func `every class that the library encodes is in the catalog, with its keys`() throws {
        let catalog = ClassCatalog(try CampaignTests.generator.get().seeds.tables)
        let names = catalog.classes.compactMap { known -> String? in
            guard case .string(let name) = known.name else { return nil }
            return name.string
        }
        for name in [
            "NSURL", "NSIndexSet", "NSAttributedString", "NSUnitLength", "NSValue", "NSMutableArray", "NSColor",
        ] {
            #expect(names.contains(name))
        }
        #expect(catalog.classes.allSatisfy { !$0.keys.isEmpty || $0.name == "NSNull" || $0.name == "NSObject" })
        #expect(catalog.keys.count > 100)
    }
}
