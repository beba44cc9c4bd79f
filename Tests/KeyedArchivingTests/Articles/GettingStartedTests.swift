import Foundation
import KeyedArchiving
import TestSupport
import Testing

/// The examples of the article "Getting started", compiled and run.
struct GettingStartedTests {
    struct Address: Codingable {
        static var codedClassName: String { "Address" }
        var street: String

        init(street: String) { self.street = street }

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(street, forKey: "street")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            street = try unarchiver.decode(String.self, forKey: "street")
        }
    }

    enum Plan: String, Codingable { case free, paid }

    final class Member: Codingable {
        static var codedClassName: String { "Member" }
        var name: String
        var plan: Plan
        var addresses: [Address]
        var notes: [String: Any]

        init(name: String, plan: Plan, addresses: [Address], notes: [String: Any]) {
            self.name = name
            self.plan = plan
            self.addresses = addresses
            self.notes = notes
        }

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(name, forKey: "name")
            try archiver.encode(plan, forKey: "plan")
            try archiver.encode(addresses, forKey: "addresses")
            try archiver.encodeAny(notes, forKey: "notes")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            name = try unarchiver.decode(String.self, forKey: "name")
            plan = try unarchiver.decode(Plan.self, forKey: "plan")
            addresses = try unarchiver.decode([Address].self, forKey: "addresses")
            notes = try unarchiver.decodeAny(forKey: "notes") as? [String: Any] ?? [:]
        }
    }

    @Test func `the examples do what the article says`() throws {
        let member = Member(name: "Ada", plan: .paid, addresses: [Address(street: "Main St")], notes: ["since": 1843])
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: member)
        let copy = try KeyedUnarchiver.unarchivedObject(of: Member.self, from: bytes)
        expectRows {
            (copy?.plan, .paid)
            (copy?.addresses.first?.street, "Main St")
            (copy?.notes["since"] as? Int, 1843)
        }

        try several(member)
        try settings()

        let archive = try KeyedArchive(bytes)
        print(archive)
        #expect(archive.description.contains("root: Member #1"))
    }

    private func several(_ member: Member) throws {
        let archiver = KeyedArchiver()
        try archiver.encode(member, forKey: "owner")
        try archiver.encode(3, forKey: "version")
        let several = try archiver.encodedBytes
        let owner = try KeyedUnarchiver.unarchivedObject(of: Member.self, from: several, forKey: "owner")
        #expect(owner?.name == "Ada")
    }

    private func settings() throws {
        struct Settings: Codable { var volume = 0.5 }

        let settingsArchiver = KeyedArchiver()
        try settingsArchiver.encodeEncodable(Settings(), forKey: "settings")
        let unarchiver = try KeyedUnarchiver(forReadingFrom: settingsArchiver.encodedBytes)
        let settings = try unarchiver.decodeDecodable(Settings.self, forKey: "settings")
        #expect(settings?.volume == 0.5)
    }

    @Test func `every example is here`() throws {
        let foundationTests = "Tests/KeyedArchivingFoundationTests/Articles/GettingStartedFilesTests.swift"
        let (missing, count) = try DocumentationExamples.missing(
            ofArticle: "KeyedArchiving/Documentation.docc/GettingStarted.md",
            compiledIn: #filePath, Corpus.packageFolder.appendingPathComponent(foundationTests).path)
        #expect(missing == [])
        #expect(count == 8)
    }
}
