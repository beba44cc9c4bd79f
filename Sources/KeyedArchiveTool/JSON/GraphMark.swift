import KeyedArchiving
import PropertyLists

/// The members of the graph form that begin with `$`.
enum GraphMark {
    /// The marks of values that are inline in a field, and never an entry.
    static let inField: Set = ["$inline", "$bytes", "$ascii"]
    /// The marks of entries that are no objects.
    static let plain: Set = ["$value", "$classRecord", "$data", "$document"]
    /// The marks of an object's content, with the families of objects that can have it.
    static let contents: [String: [FoundationFamily]] = [
        "$elements": [.array, .set, .orderedSet], "$counts": [.countedSet], "$entries": [.dictionary],
        "$string": [.string, .attributedString], "$data": [.data], "$document": [.data], "$date": [.date],
        "$url": [.url], "$uuid": [.uuid], "$decimal": [.decimal], "$ranges": [.indexSet], "$indexes": [.indexPath],
        "$point": [.value], "$size": [.value], "$rect": [.value], "$range": [.value], "$runs": [.attributedString],
    ]

    /// The contents that objects of sequential archives have, too; others have groups there.
    static let sequential: Set = [
        "$elements", "$entries", "$string", "$data", "$document", "$date", "$url", "$decimal", "$runs",
    ]

    /// Where a document came from, which is no part of it.
    static let origin: Set = ["$file", "$line"]
    /// The marks of a document's properties.
    static let document = origin.union([
        "$graph", "$format", "$propertyList", "$archiver", "$layout", SequentialJSON.header, "$extra", "$continued",
        "$classes",
    ])

    /// The marks that identify the form of a document.
    static let forms: Set = ["$graph", "$propertyList", SequentialJSON.header, Envelope.key]

    static let allNames =
        inField.union(plain).union(contents.keys).union(document).union([
            "$id", "$ref", "$class", "$fields", "$base", "$derived", "$float", "$real", "$int128", "$integer",
            "$problem", "$cut", "$text", "$attributes", "$set", "$orderedSet", "$uid", SequentialJSON.groups,
            SequentialJSON.type,
        ])

    static func isInField(_ key: PropertyListString) -> Bool { key.string.map(inField.contains) ?? false }

    static func isPlain(_ key: PropertyListString) -> Bool { key.string.map(plain.contains) ?? false }

    /// The members that give the content of an object of a kind, as an example; nil for one that has only fields.
    static func example(of kind: FoundationFamily) -> String? {
        switch kind {
        case .string: "\"$string\":\"text\""
        case .data: "\"$data\":\"AQID\""
        case .decimal: "\"$decimal\":\"2.5\""
        case .date: "\"$date\":\"2026-09-01T12:00:00Z\""
        case .url: "\"$url\":\"https://…\""
        case .uuid: "\"$uuid\":\"71DC068E-3420-45FF-919E-3A267D55EC22\""
        case .array, .set, .orderedSet: "\"$elements\":[…]"
        case .countedSet: "\"$counts\":[[ELEMENT,COUNT],…]"
        case .dictionary: "\"$entries\":{\"key\":VALUE}"
        case .indexSet: "\"$ranges\":[[FIRST,COUNT],…]"
        case .indexPath: "\"$indexes\":[0,…]"
        case .attributedString: "\"$string\":\"text\""
        case .null, .value, .hashTable: nil
        }
    }

    /// The class of which an object with such content is a kind.
    static func className(of mark: String) -> String {
        switch contents[mark]?.first {
        case .array where mark == "$elements": "NSArray, NSSet or NSOrderedSet"
        case .countedSet: "NSCountedSet"
        case .string: "NSString"
        case .data: "NSData"
        case .attributedString: "NSAttributedString"
        case let kind: kind?.defaultClass ?? "NSObject"
        }
    }
}

extension JSONValue {
    /// Whether an object of JSON makes an entry that is no object.
    var isPlainEntry: Bool { self["$class"] == nil && members?.contains { GraphMark.isPlain($0.key) } == true }
}
