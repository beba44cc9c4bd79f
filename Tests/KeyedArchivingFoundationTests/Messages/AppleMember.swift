import Foundation
import TestSupport

/// A public member of Apple's coders, their delegates or protocols, and what answers it here: a line of
/// Fixtures/apple-members.tsv.
struct AppleMember {
    /// What answers a member, as the head of the list says.
    enum Answer: String {
        case same, renamed, unavailable, table
    }

    let owner: String
    /// The member, such as `encode(_: Bool, forKey:)`, and perhaps which use of it this is.
    let member: String
    let answer: Answer
    /// A line of code with the member; nil if there is none to compile.
    let call: String?
    /// A part of what the compiler says; nil if the line compiles.
    let message: String?

    /// The list.
    static func all() throws -> [AppleMember] {
        let file = Corpus.packageFolder.appendingPathComponent("Fixtures/apple-members.tsv")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
        return try lines.map { line in
            let fields = line.components(separatedBy: "\t")
            guard fields.count >= 3, let answer = Answer(rawValue: fields[2]) else {
                throw CocoaError(.fileReadCorruptFile, userInfo: [NSDebugDescriptionErrorKey: String(line)])
            }
            return AppleMember(
                owner: fields[0], member: fields[1], answer: answer, call: fields.count > 3 ? fields[3] : nil,
                message: fields.count > 4 ? fields[4] : nil)
        }
    }

    /// The member as the article writes it: without the use, the types of parameters, and whether it is of the class.
    ///
    /// That of `encode(_: Bool, forKey:)` is `encode(_:forKey:)`.
    var spelling: String {
        let end = member.firstIndex(of: ")").map { member.index(after: $0) } ?? member.endIndex
        let name = String(member[..<end].replacing(#/: [^,)]+(, )?/#, with: ":"))
        return name.hasPrefix("class ") ? String(name.dropFirst(6)) : name
    }
}
