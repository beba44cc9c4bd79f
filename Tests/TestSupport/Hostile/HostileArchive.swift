package import KeyedArchiving
package import PropertyLists

/// One row of the catalog that is an archive: what it is, and what each entry point must make of it.
package struct HostileArchive: Sendable, CustomStringConvertible {
    /// What an entry point makes of an input.
    package enum Verdict: Hashable, Sendable, CustomStringConvertible {
        case ok
        /// An error with a code, and its place: a path, a byte or an object.
        case refused(ArchiveError.Code, String)

        /// The verdict that an error stands for.
        package init(_ error: ArchiveError) {
            let byte = error.byteOffset.map { "byte \($0)" }
            self = .refused(error.code, error.path?.description ?? byte ?? error.uid?.description ?? "nowhere")
        }

        package var description: String {
            switch self {
            case .ok: "ok"
            case .refused(let code, let place): "\(code) at \(place)"
            }
        }
    }

    /// The number of the row in the catalog.
    package var row: Int
    /// The defect.
    package var name: String
    /// Opening it as a `KeyedArchive`, and making an unarchiver for it.
    package var opened: Verdict
    /// The first problem that checking finds.
    package var checked: Verdict
    /// Decoding the root object as `type`.
    package var typed: Verdict
    /// Decoding the root object without a type.
    package var untyped: Verdict
    /// The type to decode the root object as.
    package var type: any (Codingable & SendableMetatype).Type
    /// Makes the bytes, which may be many, when they are needed.
    package var bytes: @Sendable () throws -> [UInt8]

    package var description: String { "\(row): \(name)" }

    /// An archive that opens.
    package init(
        _ row: Int,
        _ name: String,
        checked: Verdict = .ok,
        typed: Verdict = .ok,
        untyped: Verdict = .ok,
        as type: any (Codingable & SendableMetatype).Type = Thing.self,
        _ archive: @escaping @Sendable () throws -> SmallArchive
    ) {
        self.init(row, name, .ok, checked, typed, untyped, type) { try archive().bytes() }
    }

    /// A property list that does not open as an archive.
    package init(
        _ row: Int,
        _ name: String,
        _ code: ArchiveError.Code,
        _ place: String,
        _ list: PropertyList
    ) {
        let verdict = Verdict.refused(code, place)
        self.init(row, name, verdict, verdict, verdict, verdict, Thing.self) {
            try BinaryPropertyListWriter().write(list)
        }
    }

    package init(
        _ row: Int,
        _ name: String,
        _ opened: Verdict,
        _ checked: Verdict,
        _ typed: Verdict,
        _ untyped: Verdict,
        _ type: any (Codingable & SendableMetatype).Type,
        bytes: @escaping @Sendable () throws -> [UInt8]
    ) {
        self.row = row
        self.name = name
        self.opened = opened
        self.checked = checked
        self.typed = typed
        self.untyped = untyped
        self.type = type
        self.bytes = bytes
    }

    /// Whether reading it takes long enough to be left out where many commands try each row.
    package var isLarge: Bool { name.contains("10,000") }

    /// All rows that are archives.
    package static let all = envelopes + classes + graphs + collections

    /// The rows for checks that take long on large archives: all, or in a quick run those that aren't large.
    package static let tried = TestScale.sample(
        all.filter { TestScale.isFull || !$0.isLarge }, every: 2, of: "hostile archives", by: \.name)
}

/// A class that archives of the catalog hold: a link of a chain, decoded in one phase.
package final class Thing: Codingable {
    package static var codedClassName: String { "Thing" }

    package var next: Thing?

    package init() {}

    package func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(next, forKey: "next")
    }

    package init(coder unarchiver: KeyedUnarchiver) throws {
        next = try unarchiver.decodeObject(of: Thing.self, forKey: "next")
    }
}

extension PropertyList {
    /// A dictionary of values in a given order.
    package static func record(_ fields: KeyValuePairs<String, PropertyList>) -> PropertyList {
        .dictionary(
            PropertyListDictionary(fields.map { (key: .string(PropertyListString($0.key)), value: $0.value) })
        )
    }

    /// An array of the given values.
    package static func list(_ values: some Sequence<PropertyList>) -> PropertyList {
        .array(PropertyListArray(Array(values)))
    }
}
