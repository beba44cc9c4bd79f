/// An object of a class without a registered type, with all of its stored values.
///
/// Its values are those of its groups; the objects among them are decoded. Encoding writes the same groups again.
public final class UnknownSequentialObject: SequentialContainer, TwoPhaseSequentialCodingable {
    /// The values that one call of a coder wrote, with their type string.
    public struct Group {
        /// The type string.
        public var types: String
        /// A value for each type.
        public var values: [CodedValue]

        /// Creates a group.
        public init(types: String, values: [CodedValue]) {
            self.types = types
            self.values = values
        }
    }

    /// `NSObject`: nodes have no class name in common.
    public static var codedClassName: String { "NSObject" }

    /// The class and its superclasses with their versions.
    public var codedClassVersions: [CodedClassVersion]

    /// The groups that the object's classes wrote.
    public var groups: [Group]

    /// Creates a node.
    public init(codedClassVersions: [CodedClassVersion], groups: [Group] = []) {
        self.codedClassVersions = codedClassVersions
        self.groups = groups
        super.init()
    }

    /// Creates an instance of `NSObject`.
    public override init() {
        codedClassVersions = [CodedClassVersion("NSObject")]
        groups = []
        super.init()
    }

    /// The name of the object's class.
    public var className: String { codedClassVersions.first?.name ?? "" }

    /// The values of all groups, one after another.
    public var values: [CodedValue] { groups.flatMap(\.values) }

    /// Writes the groups.
    public func encode(with archiver: SequentialArchiver) throws {
        for group in groups { try archiver.encodeValues(ofObjCTypes: group.types, group.values) }
    }

    /// Reads the groups.
    public func decode(with unarchiver: SequentialUnarchiver) throws {
        codedClassVersions = unarchiver.codedClassVersions
        groups = []
        while let types = unarchiver.nextTypes {
            try unarchiver.charge(forTextOf: types.utf8.count)
            let number = try unarchiver.nextGroup { _ in nil }
            groups.append(Group(types: types, values: try unarchiver.values(ofGroup: number)))
        }
    }

    override func takeChildren(_ children: inout [SequentialContainer]) {
        var composite: [CodedValue] = []
        for group in groups {
            for value in group.values { Self.take(value, &children, &composite) }
        }
        groups = []
        while let value = composite.popLast() {
            switch value {
            case .array(let elements), .structure(let elements):
                for element in elements { Self.take(element, &children, &composite) }
            default: break
            }
        }
    }

    private static func take(
        _ value: CodedValue,
        _ children: inout [SequentialContainer],
        _ composite: inout [CodedValue]
    ) {
        switch value {
        case .object(let object): children.append(object)
        case .array, .structure: composite.append(value)
        default: break
        }
    }
}
