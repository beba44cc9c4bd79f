import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

@Suite struct EventsTests {
    @Test func `a notification comes back, in the same bytes each time, unless it can't be archived`() throws {
        let notification = Notification(
            name: Notification.Name("saved"), object: "document", userInfo: ["count": 3, 7: ["a", "b"]])
        let decoded = try roundTrip(notification)
        expectRows {
            (decoded.name, notification.name)
            (decoded.object as? String, "document")
            (decoded.userInfo?["count"] as? Int64, 3)
            ((decoded.userInfo?[Int64(7)] as? ArchivedArray)?.elements as? [String], ["a", "b"])
        }

        let userInfo = Dictionary(uniqueKeysWithValues: (0..<50).map { ("key\($0)", $0) })
        let archives = try (0..<3).map { _ in
            try KeyedArchiver.archivedBytes(
                withRootObject: Notification(name: Notification.Name("a"), object: nil, userInfo: userInfo))
        }
        #expect(Set(archives).count == 1)

        struct Opaque {}
        let opaque = Notification(name: Notification.Name("saved"), object: Opaque())
        #expect(throws: ArchiveError(.unrepresentable, "")) { try roundTrip(opaque) }
    }

    @Test func `the keys of a user info are text, whatever holds it in the archive`() throws {
        let userInfo = ArchivedDictionary([
            ("constant", Int64(1)), (MutableArchivedString("mutable"), Int64(2)), (Int64(7), Int64(3)),
        ])
        let error = ArchivedNSError(domain: "a", code: 1, userInfo: userInfo)
        let archiver = KeyedArchiver()
        let notification = ArchivedObject(
            ArchivedClass(name: "NSNotification"),
            fields: [.init("NS.name", .object("saved")), .init("NS.userinfo", .object(userInfo))])
        try archiver.encode(ArchivedArray([notification, error]), forKey: KeyedArchiver.rootObjectKey)
        for preservesValueIdentity in [false, true] {
            let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes, registry: .foundation)
            try unarchiver.disableSecureCoding()
            unarchiver.preservesValueIdentity = preservesValueIdentity
            let elements = (try unarchiver.decodeObject(forKey: "root") as? ArchivedArray)?.elements ?? []
            let decoded = (elements.first as? IdentifiedValue)?.value ?? elements.first
            let keys = (decoded as? Notification)?.userInfo.map { Set($0.keys) }
            #expect(keys == ["constant", "mutable", AnyHashable(Int64(7))])
            let values = (elements.last as? ArchivedNSError)?.nsError.userInfo
            #expect(values.map { Set($0.keys) } == ["constant", "mutable"])
        }
    }

    @Test func `errors come back, with an underlying one, and Cocoa's come back as such`() throws {
        let cause = NSError(domain: "cause", code: 5)
        let error = NSError(
            domain: "a", code: .max, userInfo: [NSLocalizedDescriptionKey: "what", NSUnderlyingErrorKey: cause])
        let decoded = try roundTrip(try ArchivedNSError(error))
        expectRows {
            (decoded.nsError.domain, "a")
            (decoded.nsError.code, .max)
            (decoded.nsError.localizedDescription, "what")
            ((decoded.userInfo?[NSUnderlyingErrorKey] as? ArchivedNSError)?.code, 5)
        }

        let cocoaError = CocoaError(.coderReadCorrupt, userInfo: ["path": "/tmp"])
        let decodedError = try roundTrip(cocoaError)
        #expect(decodedError.code == .coderReadCorrupt)
        #expect(decodedError.userInfo["path"] as? String == "/tmp")
    }

    @Test("a chain of 2,000 errors takes memory in proportion to the archive")
    func chainOfErrors() throws {
        let nested = try #require(NestedObjects.listed.first { $0.name == "NSError" })
        // The lists of types of each level are kept as long as the unarchiver is.
        let unarchiver = try KeyedUnarchiver(
            forReadingFrom: nested.bytes(depth: 2000), registry: .foundation, limits: .untrusted.exact)
        let probe = Probe()
        unarchiver.delegate = probe
        _ = try unarchiver.decodeObject(of: ArchivedNSError.self, forKey: "root")
        #expect(probe.greatestCount < 100)
        #expect(probe.objectCount > 4000)
    }

    /// Notes how many types are allowed while objects are decoded.
    private final class Probe: KeyedUnarchiverDelegate {
        var objectCount = 0
        var greatestCount = 0

        func unarchiver(_ unarchiver: KeyedUnarchiver, didDecode object: any Codingable) throws -> (any Codingable)? {
            objectCount += 1
            greatestCount = max(greatestCount, unarchiver.allowedTypes.count)
            return object
        }
    }

    @Test(.rows)
    func `an error of another domain is none of Cocoa's, even where its code is`() {
        forEachRow(["NSPOSIXErrorDomain", "NSCocoaErrorDomain ", "nscocoaerrordomain", ""]) { (domain: String) throws in
            let bytes = try ArchiveBuilder.bytes(
                "NSError", ["NSDomain": .object(domain), "NSCode": .integer(4864), "NSUserInfo": .null])
            let error = #expect(throws: ArchiveError.self) {
                try KeyedUnarchiver.unarchivedObject(of: CocoaError.self, from: bytes)
            }
            #expect(error?.code == .invalidUnarchiveOperation)
            #expect(error?.key == "NSDomain")
            let any = try KeyedUnarchiver.unarchivedObject(of: ArchivedNSError.self, from: bytes)
            #expect(any?.domain == domain)
        }
    }
}
