import SequentialArchives

/// The kind of content that the objects of a class of Foundation's write first into a sequential archive.
enum SequentialKind: Hashable {
    case null, number, data, date, url, decimal, array, set, dictionary
    /// Text: UTF-8, or of OPENSTEP in the character set of NeXTSTEP.
    case string(isOld: Bool)
    case attributedString(isMutable: Bool)

    /// Creates the kind of content that a class itself writes, by its version; nil for unknown classes.
    fileprivate init?(_ record: SequentialClass) {
        switch (record.name, record.version) {
        case ("NSNull", 0): self = .null
        case ("NSString", 0...1): self = .string(isOld: record.version == 0)
        case ("NSNumber", 0): self = .number
        case ("NSData", 0): self = .data
        case ("NSDate", 0): self = .date
        case ("NSURL", 0): self = .url
        case ("NSDecimalNumberPlaceholder", 0), ("NSDecimalNumber", 0): self = .decimal
        case ("NSArray", 0): self = .array
        case ("NSSet", 0): self = .set
        case ("NSDictionary", 0): self = .dictionary
        case ("NSAttributedString", 0): self = .attributedString(isMutable: false)
        default: return nil
        }
    }

    /// The type in which a collection stores how many elements it has.
    var countType: String { self == .set ? "I" : "i" }

    /// Classes below known ones that write something else.
    fileprivate static let others: Set = ["NSCountedSet"]
}

/// Finds the kind of content that the objects of each class write first: that of the class itself or of the nearest
/// known superclass.
struct SequentialKinds {
    private var known: [Int: SequentialKind?] = [:]

    /// - Complexity: O(*n*) for all classes of an archive together.
    mutating func kind(of reference: SequentialReference, in archive: SequentialArchive) -> SequentialKind? {
        var path: [SequentialClass] = []
        var kind: SequentialKind?
        var next: SequentialReference? = reference
        while let current = next, let record = archive.classRecord(current) {
            if let before = known[current.number] {
                kind = before
                break
            }
            path.append(record)
            kind = SequentialKind(record)
            if kind != nil || SequentialKind.others.contains(record.name) { break }
            next = record.superclass
        }
        for record in path.reversed() {
            if record.name == "NSMutableAttributedString", kind == .attributedString(isMutable: false) {
                kind = .attributedString(isMutable: true)
            }
            known[record.reference.number] = .some(kind)
        }
        return kind
    }
}
