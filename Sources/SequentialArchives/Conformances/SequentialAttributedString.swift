public import PropertyLists

/// Text with attributes: `NSAttributedString` or `NSMutableAttributedString`.
///
/// The bodies of messages in Apple's Messages database (`attributedBody`) are such archives:
///
/// ```swift
/// let body = try SequentialUnarchiver.unarchivedObject(of: SequentialAttributedString.self, from: bytes)
/// let text = body?.text ?? ""
/// for run in body?.runs ?? [] { print(run.text, run.attributes["__kIMMessagePartAttributeName"] as Any) }
/// ```
public final class SequentialAttributedString: SequentialContainer, SequentialCodingable, StandardSequentialClass {
    /// A part of the text with the same attributes.
    public struct Run {
        /// The part, in UTF-16 code units of the text.
        public let range: Range<Int>
        /// The part of the text; half of a surrogate pair at either end is replaced.
        public let text: String
        /// The attributes.
        public let attributes: SequentialDictionary
    }

    /// `NSAttributedString`, which mutable ones are too.
    public static var codedClassName: String { "NSAttributedString" }

    /// The class and its superclasses with their versions.
    public let codedClassVersions: [CodedClassVersion]

    /// The text as an object.
    public let string: SequentialString

    /// The attributes, each once, in the order of their first runs.
    private var attributes: [SequentialDictionary] = []

    /// For each run the index of its attributes, which archives count from 1, and its length in UTF-16 code units.
    private var lengths: [(index: Int, count: Int)] = []

    /// Creates an attributed string.
    ///
    /// - Parameters:
    ///   - string: The text.
    ///   - runs: The lengths of the parts in UTF-16 code units, with their attributes; those that are the same object
    ///     are written once. Empty parts are left out.
    ///   - isMutable: Whether the object is an `NSMutableAttributedString`.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidValue`` if the lengths don't add up to that of the text.
    /// - Complexity: O(*n*), where *n* is the length of the text and the number of runs.
    public init(
        _ string: SequentialString,
        runs: [(length: Int, attributes: SequentialDictionary)],
        isMutable: Bool = false
    ) throws(ArchiveError) {
        self.string = string
        let mutable = isMutable ? "NSMutableAttributedString" : nil
        codedClassVersions = ClassChain.chain("NSAttributedString", mutable: mutable)
        super.init()
        var left = string.text.utf16.count
        var indexes: [ObjectIdentifier: Int] = [:]
        for run in runs {
            guard run.length >= 0, run.length <= left else { throw Self.wrongLength }
            // Readers stop where the text ends, so they would not get to an empty run at the end.
            if run.length == 0 { continue }
            left -= run.length
            let identifier = ObjectIdentifier(run.attributes)
            let index = indexes[identifier] ?? attributes.count
            if index == attributes.count {
                indexes[identifier] = index
                attributes.append(run.attributes)
            }
            lengths.append((index, run.length))
        }
        guard left == 0 else { throw Self.wrongLength }
    }

    private static var wrongLength: ArchiveError {
        ArchiveError(
            .invalidValue, "the lengths of the runs don't add up to that of the text",
            remedy: "count the code units of UTF-16")
    }

    /// The text.
    public var text: String { string.text }

    /// The parts of the text with their attributes.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the text.
    public var runs: [Run] {
        let units = Array(text.utf16)
        var start = 0
        return lengths.map { index, count in
            let end = min(units.count, start + count)
            defer { start = end }
            let text = String(decoding: units[start..<end], as: UTF16.self)
            return Run(range: start..<end, text: text, attributes: attributes[index])
        }
    }

    static func canHold(_ versions: [CodedClassVersion]) -> Bool {
        ClassChain.matches(versions, "NSAttributedString", orMutable: "NSMutableAttributedString")
    }

    /// Writes the text, then of each run the number of its attributes and its length, and the attributes where they are
    /// new.
    public func encode(with archiver: SequentialArchiver) throws {
        try archiver.encode(string)
        var writtenCount = 0
        for (index, count) in lengths {
            try archiver.encodeValues(ofObjCTypes: "iI", [.integer(Int64(index + 1)), .integer(Int64(count))])
            guard index == writtenCount else { continue }
            try archiver.encode(attributes[index])
            writtenCount += 1
        }
    }

    /// Reads the text and the runs.
    public init(coder unarchiver: SequentialUnarchiver) throws {
        codedClassVersions = unarchiver.codedClassVersions
        guard let string = try unarchiver.decodeObject(of: SequentialString.self) else {
            throw unarchiver.damaged("an attributed string has no text")
        }
        self.string = string
        super.init()
        try unarchiver.register(self)
        // Many attributed strings can share one text.
        try unarchiver.charge(forTextOf: string.bytes.count)
        var left = string.text.utf16.count
        while left > 0 {
            let values = try unarchiver.decodeValues(ofObjCTypes: "iI")
            guard let index = values.first?.integer(as: Int.self), let count = values.last?.integer(as: Int.self),
                index >= 1, index <= attributes.count + 1
            else { throw unarchiver.damaged("a run has attributes with a number that is out of order") }
            guard count <= left else {
                throw unarchiver.damaged("the runs are longer than the text, by \(count - left)")
            }
            if index == attributes.count + 1 {
                guard let dictionary = try unarchiver.decodeObject(of: SequentialDictionary.self) else {
                    throw unarchiver.damaged("a run has no attributes")
                }
                attributes.append(dictionary)
            }
            lengths.append((index - 1, count))
            left -= count
        }
        if Self.canHold(codedClassVersions) { try unarchiver.checkEnd() }
    }

    override func takeChildren(_ children: inout [SequentialContainer]) {
        children += attributes
        attributes = []
    }
}
