import KeyedArchiving
import PropertyLists

/// A term to search for in archives.
enum SearchTerm: Sendable {
    /// A part of texts and of dictionary keys.
    case text(TextSearch)
    /// Texts and dictionary keys that a regular expression matches.
    case pattern(LinearPattern)
    /// A number of any kind; whole ones by their digits.
    case number(Double, digits: String?)
    /// Dates whose text in ISO form begins so.
    case date(String)
    /// Objects of a class, or of one below it.
    case ofClass(String)

    /// Reads a number.
    init(number text: String) throws(Failure) {
        let digits = PropertyList(integer: text)?.integerDigits
        guard let value = Double(text) else { throw .usage("--number is a number, not \(text.quoted())") }
        self = .number(value, digits: digits)
    }

    /// Reads the beginning of a date.
    init(date text: String) throws(Failure) {
        guard let beginning = DateText.beginning(ofTyped: text) else {
            throw .usage("--date is the beginning of a date, as in 2026-02-28T10:30, not \(text.quoted())")
        }
        self = .date(beginning)
    }

    /// The cost of searching an item, in steps.
    func cost(of item: GraphItem, inKeyOnly isKeyOnly: Bool) -> Int {
        let size = item.texts(inKeyOnly: isKeyOnly).reduce(1) { $0.addingOrMaximum($1.size) }
        return switch self {
        case .text: size / 4 + 1
        case .pattern(let pattern): size.multipliedOrMaximum(by: pattern.size) / 4 + 1
        case .number, .date, .ofClass: 1
        }
    }

    /// Whether an item is searched for.
    ///
    /// - Parameters:
    ///   - isKeyOnly: Whether its content is known not to match, so that only its key may.
    ///   - classes: Whether objects of a class of the archive are searched for, as far as that is known: a class may
    ///     have a long chain of superclasses, and many objects.
    func matches(_ item: GraphItem, inKeyOnly isKeyOnly: Bool, knowing classes: inout [UID: Bool]) -> Bool {
        let texts = item.texts(inKeyOnly: isKeyOnly)
        return switch self {
        case .text(let search): texts.contains { search.isFound(in: $0.repaired) }
        case .pattern(let pattern): texts.contains { pattern.isFound(in: $0.repaired) }
        case .number(let number, let digits):
            item.key?.isNumber(number, digits) == true || !isKeyOnly && item.isNumber(number, digits)
        case .date(let start):
            [item.key?.dateValue, isKeyOnly ? nil : item.date].contains {
                $0.map { DateText.shown($0).hasPrefix(start) } ?? false
            }
        case .ofClass where isKeyOnly: false
        case .ofClass(let name): item.object.map { Self.isKind($0, name, &classes) } ?? false
        }
    }
}

extension SearchTerm {
    private static func isKind(_ object: GraphObject, _ name: String, _ classes: inout [UID: Bool]) -> Bool {
        if let known = classes[object.classUID] { return known }
        let result = object.archivedClass.isKind(ofClassNamed: name)
        classes[object.classUID] = result
        return result
    }
}

/// A part of texts, found in time proportional to the text (Knuth, Morris and Pratt).
struct TextSearch: Sendable {
    private let bytes: [UInt8]
    /// For each beginning of the text, how long the longest shorter beginning is that it ends with.
    private let borders: [Int]
    private let ignoresCase: Bool

    init(_ text: String, ignoringCase ignoresCase: Bool) {
        self.ignoresCase = ignoresCase
        bytes = Array((ignoresCase ? text.lowercased() : text).utf8)
        var borders = [0]
        for position in bytes.indices.dropFirst() {
            var length = borders[position - 1]
            while length > 0, bytes[length] != bytes[position] { length = borders[length - 1] }
            borders.append(bytes[length] == bytes[position] ? length + 1 : 0)
        }
        self.borders = borders
    }

    func isFound(in text: String) -> Bool {
        if bytes.isEmpty { return true }
        var length = 0
        for byte in (ignoresCase ? text.lowercased() : text).utf8 {
            while length > 0, bytes[length] != byte { length = borders[length - 1] }
            if bytes[length] == byte { length += 1 }
            if length == bytes.count { return true }
        }
        return false
    }
}

extension GraphItem {
    /// The texts at a place: its value's, and the key that leads there from a dictionary.
    fileprivate func texts(inKeyOnly isKeyOnly: Bool) -> [PropertyListString] {
        var texts: [PropertyListString] = []
        switch label {
        case .entry(let name), .scalarKey(.string(let name)): texts.append(name)
        default: break
        }
        if isKeyOnly { return texts }
        switch content {
        case .scalar(.string(let text)): texts.append(text)
        case .object(let object):
            switch object.content {
            case .string(let text), .url(let text, _): texts.append(text)
            default: break
            }
        default: break
        }
        return texts
    }

    /// The key that leads to a place from a dictionary, if it is a plain value other than text.
    fileprivate var key: PropertyList? { if case .scalarKey(let key) = label { key } else { nil } }

    fileprivate func isNumber(_ number: Double, _ digits: String?) -> Bool {
        switch content {
        case .scalar(let value): return value.isNumber(number, digits)
        case .object(let object):
            guard case .decimal(let text) = object.content else { return false }
            return digits.map { DecimalText.areEqual($0, text) } ?? (Double(text) == number)
        default: return false
        }
    }

    /// Seconds since 2001, if there is a date at a place.
    fileprivate var date: Double? {
        switch content {
        case .scalar(let value): return value.dateValue
        case .object(let object):
            if case .date(let seconds) = object.content { return seconds }
            return nil
        default: return nil
        }
    }

    /// The object at a place, if there is one.
    fileprivate var object: GraphObject? {
        switch content {
        case .object(let object): object
        case .archive(_, let holder), .list(_, let holder): holder?.object
        default: nil
        }
    }
}

extension PropertyList {
    /// Whether the value is a number; whole ones by their digits.
    fileprivate func isNumber(_ number: Double, _ digits: String?) -> Bool {
        switch self {
        // The number that is stored, or the one that is shown.
        case .float(let value):
            return value == Float(number) && (Double(value) == number || Double(value.description) == number)
        case .double(let value): return value == number
        default:
            guard let found = integerDigits else { return false }
            return digits.map { $0 == found } ?? (Double(found) == number)
        }
    }
}
