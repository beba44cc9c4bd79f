import KeyedArchiving
import PropertyLists

/// The value that an operand of an editing command represents.
struct EditedValue {
    static let flags: Set = ["--json"]
    static let options: Set = ["--type"]
    static let help = """
          --type TYPE      the kind of the VALUEs: string, integer, real, boolean, date (2001-02-03T04:05:06Z, or seconds
                           since 2001), data (base64), hex (data in hexadecimal digits), uid (#3, the object with that
                           number), nil (whatever VALUE is); without it, true and false are booleans, what looks like a
                           number is one, digits that a number doesn't keep (007, +5, 1e5) are refused, and everything
                           else is text
        \(jsonHelp); in a property
                           list, as objects --json prints it
        """
    static let setHelp = """
        \(jsonHelp); in a property
                           list or a sequential archive, as objects --json prints it
        """
    private static let jsonHelp = """
          --json           the VALUEs are JSON as dump --json prints it, such as {"$class":"Person","name":"Ada"} or
                           {"$date":"2026-09-01"}; {"$ref":"root.spouse"} is the object at that path
        """

    private let type: ValueType?
    private let isJSON: Bool

    init(_ arguments: Arguments) throws(Failure) {
        type = try arguments.value(of: "--type", as: ValueType.self)
        isJSON = arguments.has("--json")
        if isJSON, type != nil { throw .usage("--type and --json exclude each other") }
    }

    /// The value of a word.
    ///
    /// - Parameters:
    ///   - path: Where it goes.
    ///   - view: The value that it replaces, whose kind it gets unless another is named; nil if it is added.
    func value(
        of text: String,
        at path: ArchivePath,
        in file: EditedFile,
        replacing view: ArchiveView?
    ) throws(Failure) -> NewValue {
        if isJSON {
            if file.holdsObjects(at: path) { return try Self.object(text, in: file, at: path) }
            return .plain(try .json(text, isInline: file.isSequential))
        }
        if let type { return .plain(try type.value(of: text)) }
        guard let view else { return .plain(try ValueType.guess(text)) }
        do throws(Failure) {
            return .plain(try view.value(of: text, takesObjects: !file.isSequential))
        } catch {
            throw Failure(file: file.name, reason: error.reason, status: error.status)
        }
    }

    /// The value that the graph form of JSON represents.
    private static func object(
        _ text: String,
        in file: EditedFile,
        at path: ArchivePath
    ) throws(Failure) -> NewValue {
        let bytes = Array(text.utf8)
        let budget = DocumentBudget(inputSize: bytes.count, limits: file.limits)
        let json: JSONValue
        do throws(ArchiveError) {
            json = try JSONReader.read(bytes, charging: budget)
        } catch {
            throw .usage("\(text.quoted()) isn't JSON: \(error)")
        }
        if let members = json.members, members.count == 1, let reference = json["$ref"] {
            return .plain(.uid(try uid(reference, in: file, of: path)))
        }
        // Plain values are put where they go as words of the command line are.
        if case .scalar(let value) = json.content { return .plain(value) }
        do throws(ArchiveError) {
            return try Thread.withLargeStack { () throws(ArchiveError) in
                var builder = GraphBuilder(source: bytes, charging: budget)
                return try builder.value(of: json, at: path)
            }
        } catch {
            throw .usage("\(text.quoted()): \(error)")
        }
    }

    /// The object that a reference names by its path, or by its number.
    private static func uid(
        _ reference: JSONValue,
        in file: EditedFile,
        of place: ArchivePath
    ) throws(Failure) -> UID {
        if let uid = reference.uid { return uid }
        guard let text = reference.text else {
            throw .usage("a \"$ref\" is the path of an object in quotes, or its number")
        }
        let path = try ArchivePath(operand: text)
        // An object of one archive is none of another.
        let isSame =
            path.steps.lastIndex(of: .nestedArchive).map { path.steps[...$0] }
            == place.steps.lastIndex(of: .nestedArchive).map { place.steps[...$0] }
        guard isSame, let uid = file.view(at: path).uid else {
            throw .usage("\(path.description) is no object of the archive that \(place.description) is in")
        }
        return uid
    }
}
