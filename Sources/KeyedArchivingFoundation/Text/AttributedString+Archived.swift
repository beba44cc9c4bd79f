public import Foundation
internal import KeyedArchiving

extension AttributedString {
    /// Creates Foundation's attributed string from an archived one.
    ///
    /// Attributes come as ``ArchivedAttributes``; a link, `NSLink`, also as Foundation's.
    ///
    /// - Throws: ``/KeyedArchiving/ArchiveError/Code/invalidValue`` if the runs do not make up the string or split a
    ///   character, and whatever archiving an attribute of another class throws.
    public init(_ archived: ArchivedAttributedString) throws {
        self.init()
        var values = AttributeValues()
        let containers = try archived.attributes.map { try AttributeContainer($0, &values) }
        var position = archived.string.utf16.startIndex
        for run in archived.runs {
            guard
                let end = archived.string.utf16.index(
                    position, offsetBy: run.length, limitedBy: archived.string.utf16.endIndex),
                let text = String(archived.string.utf16[position..<end]), containers.indices.contains(run.attributes)
            else {
                throw ArchiveError(.invalidValue, "a run ends behind the string or inside a character")
            }
            append(AttributedString(text, attributes: containers[run.attributes]))
            position = end
        }
    }
}

/// The values of attributes, each made once however many dictionaries hold it.
private struct AttributeValues {
    private var known: [ObjectIdentifier: AttributeValue] = [:]

    mutating func value(of object: any Codingable) throws -> AttributeValue {
        guard let instance = object._instance else { return try AttributeValue(object) }
        if let value = known[ObjectIdentifier(instance)] { return value }
        let value = try AttributeValue(object)
        known[ObjectIdentifier(instance)] = value
        return value
    }
}

extension AttributeContainer {
    fileprivate init(_ dictionary: ObjectDictionary, _ values: inout AttributeValues) throws {
        self.init()
        var archived: ArchivedAttributes.Value = [:]
        for (key, object) in dictionary.entries {
            guard let key = key as? String else {
                throw ArchiveError(.invalidValue, "the name of an attribute is not a string")
            }
            archived[key] = try values.value(of: object)
        }
        if !archived.isEmpty { self[ArchivedAttributes.self] = archived }
        let link: URL? =
            switch archived["NSLink"] {
            case .url(let url): url
            case .string(let text): URL(string: text)
            default: nil
            }
        if let link { self[AttributeScopes.FoundationAttributes.LinkAttribute.self] = link }
    }
}
