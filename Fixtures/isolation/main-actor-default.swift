// What compiles in a module that isolates its declarations to the main actor by default.
import Foundation
import KeyedArchivingFoundation

// All of this belongs to the main actor, with the conformances, and needs no word about it.
struct Note: Codingable {
    var text: String

    func encode(with archiver: KeyedArchiver) throws { try archiver.encode(text, forKey: "text") }
    init(coder unarchiver: KeyedUnarchiver) throws { text = try unarchiver.decode(String.self, forKey: "text") }
}

final class Folder: TwoPhaseCodingable {
    static var codedClassName: String { "Folder" }
    var notes: [Note] = []
    var parent: Folder?

    init() {}
    func encode(with archiver: KeyedArchiver) throws { try archiver.encode(notes, forKey: "notes") }
    func decode(with unarchiver: KeyedUnarchiver) throws {
        notes = try unarchiver.decode([Note].self, forKey: "notes")
        parent = try unarchiver.decodeIfPresent(Folder.self, forKey: "parent")
    }
}

// A hierarchy that belongs to the main actor has its own root, with the hooks that it uses.
class Document: Codingable {
    class var codedClassName: String { "Document" }
    func encode(with archiver: KeyedArchiver) throws {}
    required init(coder unarchiver: KeyedUnarchiver) throws {}
}

final class Report: Document {
    override class var codedClassName: String { "Report" }
}

func open(_ data: Data) throws -> Folder? {
    try KeyedUnarchiver.unarchivedObject(of: Folder.self, from: data)
}

func save(_ folder: Folder, to url: URL) throws {
    try KeyedArchiver.archiveRootObject(folder, to: url)
}

// The main actor's class can't derive from one that belongs to no actor.
@MainActor class View: CodedObject {}  // error: has different actor isolation from nonisolated overridden declaration
