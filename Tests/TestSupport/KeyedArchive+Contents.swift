internal import KeyedArchiving
internal import PropertyLists

extension KeyedArchive {
    /// What a collection, a string or data holds as fields in the usual form; the fields themselves of all else.
    ///
    /// An empty collection whose elements are under numbered keys has no field at all.
    func contents(of record: ArchivedRecord, ofClass name: String) -> [ArchivedRecord.Field] {
        switch name.replacing("Mutable", with: "") {
        case "NSDictionary":
            guard let pairs = pairs(of: record) ?? (record.fields.isEmpty ? [] : nil) else { break }
            return [list("NS.keys", pairs.map(\.key)), list("NS.objects", pairs.map(\.value))]
        case "NSArray", "NSSet":
            guard let elements = elements(of: record) ?? (record.fields.isEmpty ? [] : nil) else { break }
            return [list("NS.objects", elements)]
        case "NSString":
            guard case .data(let bytes) = record["NS.bytes"] else { break }
            return [
                ArchivedRecord.Field("NS.string", .string(PropertyListString(String(decoding: bytes, as: UTF8.self))))
            ]
        case "NSData":
            guard let bytes = record["NS.bytes"] else { break }
            return [ArchivedRecord.Field("NS.data", bytes)]
        default: break
        }
        return record.fields
    }

    private func list(_ key: PropertyListString, _ elements: [PropertyList]) -> ArchivedRecord.Field {
        ArchivedRecord.Field(key, .array(PropertyListArray(elements)))
    }
}
