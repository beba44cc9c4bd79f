public import PropertyLists

/// A number or a C structure as an object: `NSNumber` or `NSValue`.
public final class SequentialBoxedValue: SequentialCodingable, StandardSequentialClass {
    /// `NSValue`, which numbers are too.
    public static var codedClassName: String { "NSValue" }

    /// The class and its superclasses with their versions.
    public let codedClassVersions: [CodedClassVersion]

    /// The type code of the value, such as `i` or `{CGPoint=dd}`.
    public let type: CodedCString

    /// The value.
    public let value: CodedValue

    /// Boxes a number: `NSNumber`.
    public init<Number: CScalar>(_ number: Number) {
        type = CodedCString.shared(Number.sequentialCode.text)
        value = number.typeCodedValue()
        codedClassVersions = Self.numberChain
    }

    /// Boxes a value of a C type: `NSValue`.
    ///
    /// ```swift
    /// let point = try SequentialBoxedValue(.structure([.real(3), .real(4)]), ofObjCType: "{CGPoint=dd}")
    /// ```
    ///
    /// The value is compared with the type when the object is encoded.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidType`` if the type has objects, classes or strings in it, is
    ///   more than one type, or is malformed.
    public init(_ value: CodedValue, ofObjCType type: String) throws(ArchiveError) {
        guard Self.isPlain(try SequentialTypeList(type)) else {
            throw Self.notPlain(type, remedy: "encode a value of another type with `encodeValue(ofObjCType:_:)`")
        }
        self.type = CodedCString.shared(type)
        self.value = value
        codedClassVersions = ClassChain.chain("NSValue", mutable: nil)
    }

    /// Boxes a value whose type is known to hold numbers only.
    init(_ value: CodedValue, type: CodedCString) {
        self.type = type
        self.value = value
        codedClassVersions = ClassChain.chain("NSValue", mutable: nil)
    }

    private static let numberChain = ClassChain.chain("NSValue", mutable: "NSNumber")

    /// Whether the object is a number.
    public var isNumber: Bool { codedClassVersions.first?.name == "NSNumber" }

    /// The number, if it is an integer that fits.
    public func integer<Number: FixedWidthInteger>(as type: Number.Type) -> Number? { value.integer(as: type) }

    /// The number as a real number; nil for a structure.
    public var real: Double? { value.real }

    static func canHold(_ versions: [CodedClassVersion]) -> Bool {
        versions == numberChain || versions == ClassChain.chain("NSValue", mutable: nil)
    }

    /// Whether a type string has one type, with numbers only.
    private static func isPlain(_ type: SequentialTypeList) -> Bool {
        type.nodes.first.map { Int($0.nodeCount) } == type.nodes.count && !type.nodes.contains(where: \.mayBeNull)
    }

    private static func notPlain(_ type: String, remedy: String) -> ArchiveError {
        ArchiveError(
            .invalidType, "a boxed value holds one number, array or structure, not \(String(type.prefix(64)))",
            remedy: remedy)
    }

    /// Writes the type and the value.
    public func encode(with archiver: SequentialArchiver) throws {
        try archiver.encodeCString(type)
        try archiver.encodeValue(ofObjCType: type.text, value)
    }

    /// Reads the type and the value.
    public init(coder unarchiver: SequentialUnarchiver) throws {
        codedClassVersions = unarchiver.codedClassVersions
        guard let type = try unarchiver.decodeCString() else {
            throw unarchiver.damaged("a boxed value has no type")
        }
        let list = try SequentialTypeList(type.text)
        let isNumber = codedClassVersions.first?.name == "NSNumber"
        guard Self.isPlain(list), !isNumber || list.nodes.count == 1 else {
            throw Self.notPlain(type.text, remedy: ArchiveError.damageRemedy)
        }
        self.type = type
        value = try unarchiver.decodeValue(ofObjCType: type.text)
        if Self.canHold(codedClassVersions) { try unarchiver.checkEnd() }
    }
}

extension CodedCString {
    /// The shared string for the type code of a number, so that it is written once; a new string for other types.
    static func shared(_ type: String) -> CodedCString { sharedTypes[type] ?? CodedCString(type) }

    private static let sharedTypes: [String: CodedCString] = {
        var types: [String: CodedCString] = [:]
        let structures = [
            "{CGPoint=dd}", "{CGSize=dd}", "{CGRect={CGPoint=dd}{CGSize=dd}}", "{_NSPoint=ff}", "{_NSSize=ff}",
            "{_NSRange=QQ}", "{NSEdgeInsets=dddd}", "{UIOffset=dd}", "{CGVector=dd}", "{CGAffineTransform=dddddd}",
        ]
        for type in TypeCode.allCases.filter(\.isNumber).map(\.text) + structures { types[type] = CodedCString(type) }
        return types
    }()
}
