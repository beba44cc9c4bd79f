public import PropertyLists

/// A color: `NSColor`.
///
/// Of the kinds, the archives that were tried hold ``Kind/calibratedRGB``, ``Kind/deviceRGB``, ``Kind/calibratedWhite``
/// and ``Kind/catalog``.
public final class SequentialColor: SequentialContainer, TwoPhaseSequentialCodingable, StandardSequentialClass {
    /// How a color is given.
    public enum Kind: Int, Sendable {
        /// Red, green, blue and alpha, calibrated.
        case calibratedRGB = 1
        /// Red, green, blue and alpha of the device.
        case deviceRGB = 2
        /// White and alpha, calibrated.
        case calibratedWhite = 3
        /// White and alpha of the device.
        case deviceWhite = 4
        /// Cyan, magenta, yellow, black and alpha.
        case cmyk = 5
        /// A name in a catalog, and the color that it stands for.
        case catalog = 6

        /// The type string of the components, or of the catalog, the name and the color.
        package var types: String {
            switch self {
            case .calibratedRGB, .deviceRGB: "ffff"
            case .calibratedWhite, .deviceWhite: "ff"
            case .cmyk: "fffff"
            case .catalog: "@@@"
            }
        }
    }

    /// `NSColor`.
    public static var codedClassName: String { "NSColor" }

    /// How the color is given.
    public private(set) var kind: Kind

    /// The components, or the catalog, the name and the color.
    private var values: [CodedValue]

    /// Creates a color of components from 0 to 1, alpha last.
    ///
    /// - Parameters:
    ///   - kind: The kind, which isn't ``Kind/catalog``.
    ///   - components: As many components as the kind names.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidValue`` if the kind has another number of components, or is
    ///   ``Kind/catalog``.
    public init(_ kind: Kind, components: [Float]) throws(ArchiveError) {
        guard kind != .catalog else {
            throw ArchiveError(
                .invalidValue, "a color of a catalog has no components", remedy: "use `init(catalog:name:color:)`")
        }
        let count = kind.types.count
        guard components.count == count else {
            throw ArchiveError(
                .invalidValue, "a color of the kind \(kind) has \(count) components, not \(components.count)",
                remedy: "give as many as the kind has, alpha last")
        }
        self.kind = kind
        values = components.map { $0.typeCodedValue() }
        super.init()
    }

    /// Creates a color that a catalog names.
    public init(catalog: String, name: String, color: SequentialColor) {
        kind = .catalog
        values = [.object(SequentialString(catalog)), .object(SequentialString(name)), .object(color)]
        super.init()
    }

    /// Creates an opaque black.
    public override init() {
        kind = .calibratedWhite
        values = [.real(0), .real(1)]
        super.init()
    }

    /// The components, alpha last; none of a color that a catalog names.
    public var components: [Double] { values.compactMap(\.real) }

    /// The catalog and the name in it; nil for other colors.
    public var name: (catalog: String, name: String)? {
        guard kind == .catalog else { return nil }
        let names = values.prefix(2).map { ($0.object as? SequentialString)?.text ?? "" }
        return (names[0], names[1])
    }

    /// The color that a catalog's name stands for; nil for other colors.
    public var namedColor: SequentialColor? { kind == .catalog ? values.last?.object as? SequentialColor : nil }

    static func canHold(_ versions: [CodedClassVersion]) -> Bool { versions == codedClassVersions }

    /// Writes the kind, and the components or names.
    public func encode(with archiver: SequentialArchiver) throws {
        try archiver.encodeValue(Int8(truncatingIfNeeded: kind.rawValue))
        try archiver.encodeValues(ofObjCTypes: kind.types, values)
    }

    /// Reads the kind, and the components or names.
    public func decode(with unarchiver: SequentialUnarchiver) throws {
        let number = try unarchiver.decodeValue(ofObjCType: "c").integer(as: Int.self) ?? 0
        guard let kind = Kind(rawValue: number) else {
            throw unarchiver.damaged("\(number) isn't a kind of color")
        }
        self.kind = kind
        values = try unarchiver.decodeValues(ofObjCTypes: kind.types)
        try unarchiver.checkEnd()
    }

    override func takeChildren(_ children: inout [SequentialContainer]) {
        for value in values { children.append(value.object) }
        values = []
    }
}

/// A font: `NSFont`.
public final class SequentialFont: SequentialCodingable, StandardSequentialClass {
    /// `NSFont`.
    public static var codedClassName: String { "NSFont" }

    /// 30; in older archives 21.
    public static var version: Int { 30 }

    /// The class and its superclasses with their versions.
    public let codedClassVersions: [CodedClassVersion]

    /// The name as an old binary property list.
    public let nameBytes: [UInt8]

    /// The size in points.
    public let size: Float

    /// The numbers that follow the size, usually four, which only AppKit interprets.
    public let flags: [Int8]

    /// Creates a font.
    public init(name: String, size: Float, flags: [Int8] = [0, 0, 0, 0]) {
        nameBytes = OldPropertyList.bytes(of: name)
        self.size = size
        self.flags = flags
        codedClassVersions = Self.codedClassVersions
    }

    /// The name; empty if it can't be read.
    public var name: String {
        guard case .string(let name)? = try? OldPropertyList.value(of: nameBytes) else { return "" }
        return name.repaired
    }

    static func canHold(_ versions: [CodedClassVersion]) -> Bool {
        [21, 30].contains { versions == ClassChain.chain(CodedClassVersion("NSFont", version: $0)) }
    }

    /// Writes the name, the size and the rest.
    public func encode(with archiver: SequentialArchiver) throws {
        try archiver.encodeData(nameBytes)
        try archiver.encodeValue(size)
        for flag in flags { try archiver.encodeValue(flag) }
    }

    /// Reads the name, the size and the rest.
    public init(coder unarchiver: SequentialUnarchiver) throws {
        codedClassVersions = unarchiver.codedClassVersions
        nameBytes = try unarchiver.decodeData()
        size = Float(try unarchiver.decodeValue(ofObjCType: "f").real ?? 0)
        var flags: [Int8] = []
        while !unarchiver.isAtEnd {
            flags.append(try unarchiver.decodeValue(ofObjCType: "c").integer(as: Int8.self) ?? 0)
        }
        self.flags = flags
    }
}
