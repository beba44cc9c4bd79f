internal import Foundation
public import KeyedArchiving

extension ArchivedAttributedString: Codingable {
    /// The keys of an attributed string.
    private enum Key {
        static let string = "NSString"
        static let attributes = "NSAttributes"
        static let runs = "NSAttributeInfo"
    }

    /// `NSAttributedString`.
    public static var codedClassName: String { "NSAttributedString" }

    /// The mutable classes.
    public static var codedClassAliases: [String] { ["NSMutableAttributedString", "NSTextStorage"] }

    /// The class record by whether the string is mutable.
    public var _classRecord: ArchivedClass? {
        let names = ["NSAttributedString", "NSObject"]
        return isMutable
            ? ArchivedClass(
                name: "NSMutableAttributedString", hierarchy: ["NSMutableAttributedString"] + names)
            : ArchivedClass(name: "NSAttributedString", hierarchy: names)
    }

    /// Writes the characters; the attributes, if there are characters; and the runs, if they are several.
    ///
    /// - Throws: ``/KeyedArchiving/ArchiveError/Code/unrepresentable`` if the runs do not make up the string.
    public func encode(with archiver: KeyedArchiver) throws {
        if let problem { throw ArchiveError(.unrepresentable, problem) }
        // The names of attributes are constants of the frameworks that define them.
        for dictionary in attributes { dictionary.hasConstantKeys = true }
        if isMutable {
            try archiver.encode(MutableVariant(string), forKey: Key.string)
        } else {
            try archiver.encode(string, forKey: Key.string)
        }
        if runs.count > 1 {
            try archiver.encode(ArchivedArray(attributes, isMutable: true), forKey: Key.attributes)
            let numbers = runs.flatMap { [$0.length, $0.attributes] }
            try archiver.encode(MutableVariant(Data(VariableLengthIntegers.bytes(numbers))), forKey: Key.runs)
        } else if let run = runs.first {
            try archiver.encode(attributes[run.attributes], forKey: Key.attributes)
        }
    }

    /// Reads the characters, the attributes and the runs.
    func decode(from unarchiver: KeyedUnarchiver) throws {
        isMutable = unarchiver.currentClass?.name != Self.codedClassName
        // Nibs have formatters whose strings for nil and zero are attributed strings of nil.
        guard try unarchiver.containsValue(forKey: Key.string) else { throw unarchiver.missing(Key.string) }
        string = try unarchiver.optionalString(forKey: Key.string) ?? ""
        let content = try unarchiver.decodeObject(of: ContentOnlyTypes.allowed(by: unarchiver), forKey: Key.attributes)
        switch content {
        case nil:
            self.attributes = string.isEmpty ? [] : [ArchivedDictionary()]
            runs = string.isEmpty ? [] : [Run(length: string.utf16.count, attributes: 0)]
        case let dictionary as ArchivedDictionary:
            self.attributes = [dictionary]
            runs = string.isEmpty ? [] : [Run(length: string.utf16.count, attributes: 0)]
        case let array as ArchivedArray:
            // Many strings may share one array of attributes.
            try unarchiver.charge(16 * array.elements.count)
            self.attributes = try array.elements.map { element in
                guard let dictionary = element as? ArchivedDictionary else { throw malformed(unarchiver) }
                return dictionary
            }
            guard let numbers = try unarchiver.variableLengthIntegers(forKey: Key.runs) else {
                throw unarchiver.missing(Key.runs)
            }
            guard numbers.count.isMultiple(of: 2) else {
                throw unarchiver.failure(.invalidValue, "a run has no attributes", key: Key.runs)
            }
            runs = stride(from: 0, to: numbers.count, by: 2).map { position in
                Run(length: numbers[position], attributes: numbers[position + 1])
            }
        default: throw malformed(unarchiver)
        }
        if let problem { throw unarchiver.failure(.invalidValue, problem, key: Key.runs) }
    }

    private func malformed(_ unarchiver: KeyedUnarchiver) -> ArchiveError {
        unarchiver.failure(
            .invalidValue,
            "the attributes of a string are neither a dictionary nor an array of dictionaries",
            key: Key.attributes
        )
    }

    /// What is wrong with the runs, if anything.
    private var problem: String? {
        var rest = string.utf16.count
        for run in runs {
            guard attributes.indices.contains(run.attributes) else {
                return "a run refers to attributes \(run.attributes) of \(attributes.count)"
            }
            guard run.length > 0, run.length <= rest else { return "a run of \(run.length) units does not fit" }
            rest -= run.length
        }
        return rest == 0 ? nil : "the runs of a string leave out \(rest) units of it"
    }
}
