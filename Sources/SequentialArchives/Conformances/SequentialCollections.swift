internal import PropertyLists

/// An array object: `NSArray` or `NSMutableArray`.
public final class SequentialArray: SequentialContainer, TwoPhaseSequentialCodingable, StandardSequentialClass {
    /// `NSArray`, which mutable arrays are too.
    public static var codedClassName: String { "NSArray" }

    /// The class and its superclasses with their versions.
    public private(set) var codedClassVersions: [CodedClassVersion]

    /// The elements; nil where the archive has nil.
    public var elements: [(any SequentialCodingable)?]

    /// Creates an array.
    public init(_ elements: [(any SequentialCodingable)?], isMutable: Bool = false) {
        self.elements = elements
        codedClassVersions = ClassChain.chain("NSArray", mutable: isMutable ? "NSMutableArray" : nil)
        super.init()
    }

    /// Creates an empty array.
    public override init() {
        elements = []
        codedClassVersions = ClassChain.chain("NSArray", mutable: nil)
        super.init()
    }

    static func canHold(_ versions: [CodedClassVersion]) -> Bool {
        ClassChain.matches(versions, "NSArray", orMutable: "NSMutableArray")
    }

    /// Writes the number of elements and the elements.
    public func encode(with archiver: SequentialArchiver) throws {
        try archiver.encodeValue(ofObjCType: "i", .integer(Int64(elements.count)))
        for element in elements { try archiver.encode(element) }
    }

    /// Reads the elements.
    public func decode(with unarchiver: SequentialUnarchiver) throws {
        codedClassVersions = unarchiver.codedClassVersions
        let count = try unarchiver.decodeCount(ofObjCType: "i")
        elements = []
        while elements.count < count { elements.append(try unarchiver.decodeObject()) }
        if Self.canHold(codedClassVersions) { try unarchiver.checkEnd() }
    }

    override func takeChildren(_ children: inout [SequentialContainer]) {
        for element in elements { children.append(element) }
        elements = []
    }
}

/// A set object: `NSSet` or `NSMutableSet`, in the order of the archive.
public final class SequentialSet: SequentialContainer, TwoPhaseSequentialCodingable, StandardSequentialClass {
    /// `NSSet`, which mutable sets are too.
    public static var codedClassName: String { "NSSet" }

    /// The class and its superclasses with their versions.
    public private(set) var codedClassVersions: [CodedClassVersion]

    /// The members.
    public var members: [(any SequentialCodingable)?]

    /// Creates a set.
    public init(_ members: [(any SequentialCodingable)?], isMutable: Bool = false) {
        self.members = members
        codedClassVersions = ClassChain.chain("NSSet", mutable: isMutable ? "NSMutableSet" : nil)
        super.init()
    }

    /// Creates an empty set.
    public override init() {
        members = []
        codedClassVersions = ClassChain.chain("NSSet", mutable: nil)
        super.init()
    }

    static func canHold(_ versions: [CodedClassVersion]) -> Bool {
        ClassChain.matches(versions, "NSSet", orMutable: "NSMutableSet")
    }

    /// Writes the number of members and the members.
    public func encode(with archiver: SequentialArchiver) throws {
        try archiver.encodeValue(ofObjCType: "I", .integer(Int64(members.count)))
        for member in members { try archiver.encode(member) }
    }

    /// Reads the members.
    public func decode(with unarchiver: SequentialUnarchiver) throws {
        codedClassVersions = unarchiver.codedClassVersions
        let count = try unarchiver.decodeCount(ofObjCType: "I")
        members = []
        while members.count < count { members.append(try unarchiver.decodeObject()) }
        if Self.canHold(codedClassVersions) { try unarchiver.checkEnd() }
    }

    override func takeChildren(_ children: inout [SequentialContainer]) {
        for member in members { children.append(member) }
        members = []
    }
}

/// A dictionary object: `NSDictionary` or `NSMutableDictionary`, in the order of the archive.
public final class SequentialDictionary: SequentialContainer, TwoPhaseSequentialCodingable, StandardSequentialClass {
    /// A key and its value.
    public struct Entry {
        /// The key.
        public var key: (any SequentialCodingable)?
        /// The value.
        public var value: (any SequentialCodingable)?

        /// Creates an entry.
        public init(key: (any SequentialCodingable)?, value: (any SequentialCodingable)?) {
            self.key = key
            self.value = value
        }
    }

    /// `NSDictionary`, which mutable dictionaries are too.
    public static var codedClassName: String { "NSDictionary" }

    /// The class and its superclasses with their versions.
    public private(set) var codedClassVersions: [CodedClassVersion]

    /// The entries.
    public var entries: [Entry]

    /// Creates a dictionary.
    public init(_ entries: [Entry], isMutable: Bool = false) {
        self.entries = entries
        codedClassVersions = ClassChain.chain("NSDictionary", mutable: isMutable ? "NSMutableDictionary" : nil)
        super.init()
    }

    /// Creates an empty dictionary.
    public override init() {
        entries = []
        codedClassVersions = ClassChain.chain("NSDictionary", mutable: nil)
        super.init()
    }

    /// The value of the first key that is a string of this text.
    ///
    /// - Complexity: O(*n*), where *n* is the number of entries.
    public subscript(key: String) -> (any SequentialCodingable)? {
        entries.first { ($0.key as? SequentialString)?.text.isIdentical(to: key) == true }?.value
    }

    static func canHold(_ versions: [CodedClassVersion]) -> Bool {
        ClassChain.matches(versions, "NSDictionary", orMutable: "NSMutableDictionary")
    }

    /// Writes the number of entries, and each key and its value in turn.
    public func encode(with archiver: SequentialArchiver) throws {
        try archiver.encodeValue(ofObjCType: "i", .integer(Int64(entries.count)))
        for entry in entries {
            try archiver.encode(entry.key)
            try archiver.encode(entry.value)
        }
    }

    /// Reads the entries.
    public func decode(with unarchiver: SequentialUnarchiver) throws {
        codedClassVersions = unarchiver.codedClassVersions
        let count = try unarchiver.decodeCount(ofObjCType: "i")
        entries = []
        while entries.count < count {
            entries.append(Entry(key: try unarchiver.decodeObject(), value: try unarchiver.decodeObject()))
        }
        if Self.canHold(codedClassVersions) { try unarchiver.checkEnd() }
    }

    override func takeChildren(_ children: inout [SequentialContainer]) {
        for entry in entries {
            children.append(entry.key)
            children.append(entry.value)
        }
        entries = []
    }
}
