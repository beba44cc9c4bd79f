import Foundation
import KeyedArchiving
import TestSupport
import Testing

/// A person of `Fixtures/archives/family.plist`.
private final class Relative: Codingable {
    static var codedClassName: String { "Person" }

    let name: String
    let born: ArchivedDate
    var spouse: Relative?
    var children: [Relative] = []
    var parents: [Relative] = []

    init(_ name: String, born daysSince2001: Int) {
        self.name = name
        born = ArchivedDate(timeIntervalSinceReferenceDate: Double(daysSince2001) * 86_400)
    }

    func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(name, forKey: "name")
        try archiver.encode(born, forKey: "born")
        try archiver.encode(spouse, forKey: "spouse")
        try archiver.encode(children, forKey: "children")
        try archiver.encode(parents, forKey: "parents")
    }

    init(coder unarchiver: KeyedUnarchiver) throws {
        name = try unarchiver.decode(String.self, forKey: "name")
        born = try unarchiver.decode(ArchivedDate.self, forKey: "born")
        try unarchiver.register(self)
        spouse = try unarchiver.decodeObject(of: Relative.self, forKey: "spouse")
        children = try unarchiver.decode([Relative].self, forKey: "children")
        parents = try unarchiver.decode([Relative].self, forKey: "parents")
    }
}

/// The archive that the README's quick start shows.
@Suite struct FamilyFixtureTests {
    private static let file = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/archives/family.plist")

    private static func family() -> Relative {
        let ada = Relative("Ada", born: -67_593)
        let william = Relative("William", born: -71_537)
        let children = [Relative("Byron", born: -60_134), Relative("Anne", born: -59_636)]
        for parent in [ada, william] { parent.children = children }
        for child in children { child.parents = [ada, william] }
        (ada.spouse, william.spouse) = (william, ada)
        return ada
    }

    /// With `KEYED_ARCHIVE_WRITE_FIXTURES` in the environment, this writes the file again.
    @Test func `the family is written as the bytes of the file`() throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: Self.family())
        if ProcessInfo.processInfo.environment["KEYED_ARCHIVE_WRITE_FIXTURES"] != nil {
            try Data(bytes).write(to: Self.file)
        }
        #expect(bytes == Array(try Data(contentsOf: Self.file)))
    }

    @Test func `the file is read back with its cycles`() throws {
        let bytes = Array(try Data(contentsOf: Self.file))
        let ada = try #require(try KeyedUnarchiver.unarchivedObject(of: Relative.self, from: bytes))
        expectRows {
            (ada.name, "Ada")
            (ada.spouse?.name, "William")
            ada.spouse?.spouse === ada
            (ada.children.map(\.name), ["Byron", "Anne"])
            ada.spouse?.children.first === ada.children.first
            ada.children.first?.parents.first === ada
        }
    }
}
