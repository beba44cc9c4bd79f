internal import PropertyLists

/// The contents of a collection in fields of their own, numbered from 0 on: `NS.object.0`, `NS.object.1` and so on.
///
/// Old archives have collections of this form, and generic coders write it. The fields whose keys begin with the prefix
/// are a list if each number below their count is there, once and in its shortest form; otherwise they are none, for
/// every reader.
struct NumberedFields<Value> {
    private let prefix: String
    private var values: [Int: Value] = [:]
    /// How many fields begin with the prefix.
    private(set) var count = 0

    init(_ prefix: String) {
        self.prefix = prefix
    }

    /// Adds a field, whose key begins with the prefix.
    ///
    /// - Parameter key: The key; nil for one that is too long to end in a number of a field.
    mutating func add(_ key: String?, _ value: Value) {
        count += 1
        guard let digits = key?.utf8.dropFirst(prefix.utf8.count), let number = Int(Substring(digits)),
            Substring(digits) == String(number)
        else { return }
        values[number] = value
    }

    /// The lowest number that is missing; nil if there is none.
    var missingNumber: Int? { (0..<count).first { values[$0] == nil } }

    /// The values in the order of their numbers; nil if there are none, or a number is missing.
    var elements: [Value]? {
        guard count > 0, values.count == count else { return nil }
        let elements = (0..<count).compactMap { values[$0] }
        return elements.count == count ? elements : nil
    }
}

extension ArchiveIndex {
    /// Whether a key begins with an ASCII prefix, compared where it lies.
    func hasPrefix(_ key: ObjectIndex, _ prefix: String) -> Bool {
        let range: Range<Int>
        if let short = reader.fastASCIIString(at: key) {
            range = short
        } else {
            guard let header = try? reader.header(at: key) else { return false }
            guard header.kind == .asciiString else {
                return shortText(at: key)?.utf8.starts(with: prefix.utf8) == true
            }
            range = header.payload..<header.payload + header.count
        }
        let count = prefix.utf8.count
        return range.count >= count && reader.isText(prefix, at: range.prefix(count))
    }
}
