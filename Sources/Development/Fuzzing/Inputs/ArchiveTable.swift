package import PropertyLists

/// A keyed archive taken apart into its objects and its top level, so that both can be changed at will.
package struct ArchiveTable: Sendable {
    /// The entries of `$objects`.
    package var objects: [PropertyList]

    /// The entries of `$top`.
    package var top: [PropertyListDictionary.Element]

    /// An archive without objects.
    package init(root: UID) {
        objects = ["$null"]
        top = [(key: "root", value: .uid(root))]
    }

    /// Takes an archive in either form apart.
    ///
    /// - Throws: `ArchiveError` if the bytes aren't a property list, `CancellationError` if it isn't an archive.
    package init(_ bytes: [UInt8]) throws {
        let tree =
            switch try PropertyListFormat(detecting: bytes) {
            case .binary: try BinaryPropertyListReader(bytes).tree()
            case .xml: try XMLPropertyListReader().read(bytes)
            case .openStep: try OpenStepPropertyListReader().read(bytes)
            }
        guard case .dictionary(let outer) = tree, case .array(let objects)? = outer["$objects"],
            case .dictionary(let top)? = outer["$top"]
        else { throw CancellationError() }
        self.objects = objects.elements
        self.top = Array(top)
    }

    /// The archive as a property list.
    package func bytes(_ format: PropertyListFormat) throws -> [UInt8] {
        let tree: PropertyList = [
            "$version": 100_000, "$archiver": "NSKeyedArchiver", "$top": .dictionary(PropertyListDictionary(top)),
            "$objects": .array(PropertyListArray(objects)),
        ]
        switch format {
        case .binary: return try BinaryPropertyListWriter().write(tree)
        case .xml: return try XMLPropertyListWriter().write(tree)
        case .openStep: throw CancellationError()
        }
    }

    /// Adds the objects of another archive and returns where its root now is.
    package mutating func append(_ other: ArchiveTable) -> UID {
        let shift = UInt64(objects.count) - 1
        let shifted: (UID) -> UID = { $0 == .null ? $0 : UID($0.rawValue &+ shift) }
        objects += other.objects.dropFirst().map { $0.mappingReferences(shifted) }
        guard case .uid(let root)? = other.top.first?.value else { return .null }
        return shifted(root)
    }
}

extension PropertyList {
    /// The value with all references in it replaced.
    package func mappingReferences(_ replacement: (UID) -> UID) -> PropertyList {
        switch self {
        case .uid(let uid): .uid(replacement(uid))
        case .array(let array): .array(PropertyListArray(array.map { $0.mappingReferences(replacement) }))
        case .dictionary(let dictionary):
            .dictionary(
                PropertyListDictionary(dictionary.map { (key: $0.key, value: $0.value.mappingReferences(replacement)) })
            )
        default: self
        }
    }

    /// How many references are in the value.
    var referenceCount: Int {
        switch self {
        case .uid: 1
        case .array(let array): array.reduce(0) { $0 + $1.referenceCount }
        case .dictionary(let dictionary): dictionary.reduce(0) { $0 + $1.value.referenceCount }
        default: 0
        }
    }

    /// The entries, if the value is a dictionary.
    package var entries: [PropertyListDictionary.Element]? {
        guard case .dictionary(let dictionary) = self else { return nil }
        return Array(dictionary)
    }

    /// The text, if the value is a string.
    var text: String? {
        guard case .string(let string) = self else { return nil }
        return string.string
    }

    package init(_ entries: [PropertyListDictionary.Element]) {
        self = .dictionary(PropertyListDictionary(entries))
    }
}
