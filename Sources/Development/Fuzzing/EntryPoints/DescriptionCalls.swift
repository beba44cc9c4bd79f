import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists

/// Asks for the texts that `print` and the debugger show, which stay short whatever they are of.
enum DescriptionCalls {
    /// The most bytes that a text may have: eight lines of a few names and values each.
    private static let limit = 16_384

    static func exerciseAll(_ archive: KeyedArchive) throws(FuzzFailure) {
        try check(archive.description)
        for child in archive.customMirror.children { _ = child.label }
        for number in 0..<min(archive.objectCount, 64) {
            guard let entry = try? archive.entry(at: UID(UInt64(number))) else { continue }
            try check(entry.description)
            switch entry {
            case .object(let record):
                try check(record.description)
                for field in record.fields.prefix(8) { try check(field.description) }
            case .classRecord(let archivedClass): try check(archivedClass.description)
            case .value(let value): try check(value.debugDescription)
            case .null: break
            }
        }
    }

    static func exerciseAll(_ object: any Codingable) throws(FuzzFailure) {
        switch object {
        case let object as ArchivedObject:
            try check(object.description)
            for field in object.fields.prefix(8) { try check(field.value.description) }
        case let array as ArchivedArray: try check(array.description)
        case let dictionary as ArchivedDictionary: try check(dictionary.description)
        case let set as ArchivedSet: try check(set.description)
        case let set as ArchivedOrderedSet: try check(set.description)
        case let set as ArchivedCountedSet: try check(set.description)
        case let data as ArchivedData: try check(data.description)
        case let data as MutableArchivedData: try check(data.description)
        case let string as MutableArchivedString: try check(string.description)
        default: break
        }
    }

    static func exerciseAll(_ array: PropertyListArray) throws(FuzzFailure) { try check(array.description) }

    static func exerciseAll(_ dictionary: PropertyListDictionary) throws(FuzzFailure) {
        try check(dictionary.description)
    }

    private static func check(_ text: String) throws(FuzzFailure) {
        guard text.utf8.count <= limit else { throw FuzzFailure("a description has \(text.utf8.count) bytes") }
    }
}
