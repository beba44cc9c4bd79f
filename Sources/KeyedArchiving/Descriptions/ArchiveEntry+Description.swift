internal import PropertyLists

// What is stored, in one line each, of which long texts and lists show their beginning.

extension ArchivedClass: CustomStringConvertible {
    /// The name and the superclasses: `Dog: Animal: NSObject`; beside a mangled name that in the source.
    public var description: String {
        let names = isFirstOfHierarchy ? hierarchy : [name] + hierarchy
        let shown = names.prefix(8).map { name in
            let readable = MangledClassName.readable(name).map { " (\($0.escapedForDisplay()))" } ?? ""
            return name.escapedForDisplay() + readable
        }
        return shown.joined(separator: ": ") + (names.count > 8 ? ": …" : "")
    }
}

extension ArchivedRecord.Field: CustomStringConvertible {
    /// The key and the value: `name: #2`.
    public var description: String {
        let key = key.string ?? String(decoding: key.utf16.prefix(128), as: UTF16.self)
        return "\(key.escapedForDisplay()): \(value.shortDescription())"
    }
}

extension ArchivedRecord: CustomStringConvertible {
    /// The class and the first fields: `object of class #3, name: #2, age: 36`.
    public var description: String {
        let shown = fields.prefix(ObjectDescription.maximum).map { ", \($0)" }.joined()
        return "object of class \(classUID)" + shown + (fields.count > ObjectDescription.maximum ? ", …" : "")
    }
}

extension ArchiveEntry: CustomStringConvertible {
    /// A description of the entry in one line.
    public var description: String {
        switch self {
        case .null: "nil"
        case .value(let value): value.shortDescription()
        case .object(let record): record.description
        case .classRecord(let archivedClass): "class \(archivedClass)"
        }
    }
}
