import PropertyLists
import SequentialArchives

extension GoldenCall {
    /// What becomes of sequential archives: looked at, decoded, changed, and under small limits.
    package static let sequentialArchives: [GoldenCall] = [
        GoldenCall("sequential:look", look), GoldenCall("sequential:decode", decodeAll),
        GoldenCall("sequential:values", decodeValues), GoldenCall("sequential:edit", edit),
        GoldenCall("sequential:changed", decodeChanged),
        GoldenCall("sequential:limits", limit),
    ]

    static func canonicalText(_ bytes: [UInt8]) throws -> String { try SequentialArchive(bytes).canonicalText() }

    static func lookAtSequential(_ bytes: [UInt8]) throws -> String {
        let archive = try SequentialArchive(bytes)
        return "\(archive.isNormal) \(archive.trailingZeroCount) \(archive) \(archive.objects.map(\.description))"
    }

    private static func look(_ subject: Subject) throws -> String {
        let archive = try SequentialArchive(subject.bytes)
        var lines = [try archive.canonicalText(), try lookAtSequential(subject.bytes)]
        lines += archive.classes.map { "\($0) \($0.name) \($0.version) \($0.superclass?.number ?? -1)" }
        for object in archive.objects.prefix(64) {
            lines.append(
                "\(object.className) \(object.isKind(of: "NSString")) \(object.text ?? "no text") "
                    + "\(object.classReference?.number ?? -1) "
                    + "\(object.propertyList(atGroup: 0).map { "\($0)" } ?? "none") "
                    + "\(object.classes.map(\.name)) \(object.groups.map { "\($0) \($0.values)" })")
        }
        lines += ["NSString", "NSArray", "NSObject", "Missing"].map { name in
            "\(archive.version(forClassName: name) ?? -1) \(archive.objects(ofClass: name).map(\.reference.number))"
        }
        lines += (0..<20).map { number in
            let reference = SequentialReference(number)
            return
                "\(archive.object(reference)?.className ?? "none") \(archive.classRecord(reference)?.name ?? "none") "
                + "\(archive.cString(reference) ?? [])"
        }
        return lines.joined(separator: "\n")
    }

    /// Decodes all objects of the top level, and encodes them again.
    static func decodeSequential(_ bytes: [UInt8]) throws -> String {
        let unarchiver = try SequentialUnarchiver(SequentialArchive(bytes))
        let archiver = SequentialArchiver()
        var lines: [String] = []
        while let types = unarchiver.nextTypes {
            let values = try unarchiver.decodeValues(ofObjCTypes: types)
            try archiver.encodeValues(ofObjCTypes: types, values)
            lines.append(
                "\(types) \(values.map { $0.object.map { "\(type(of: $0))" } ?? "\($0.integer(as: Int.self) ?? -1)" })")
        }
        return lines.joined(separator: ", ") + digest(" bytes") { archiver.encodedBytes }
    }

    private static func decodeAll(_ subject: Subject) throws -> String {
        var lines = [line("all") { try decodeSequential(subject.bytes) }]
        let types: [any SequentialCodingable.Type] = [
            SequentialString.self, SequentialBoxedValue.self, SequentialDate.self, SequentialNull.self,
            SequentialData.self,
            SequentialURL.self, SequentialDecimal.self, SequentialArray.self, SequentialSet.self,
            SequentialDictionary.self, SequentialAttributedString.self, SequentialColor.self, SequentialFont.self,
            UnknownSequentialObject.self,
        ]
        for type in types {
            lines.append(
                digest("\(type)") {
                    try SequentialArchiver.archivedBytes(withRootObject: decode(type, subject.bytes))
                })
        }
        return lines.joined(separator: "\n")
    }

    /// Decodes archives in which one object has a group too many, or one too few.
    private static func decodeChanged(_ subject: Subject) throws -> String {
        let archive = try SequentialArchive(subject.bytes)
        let extra = try SequentialGroup(types: "i", values: [.integer(7)])
        return archive.objects.prefix(16).flatMap { object in
            let groups = object.groups
            let changes = [groups + [extra], [extra] + groups, groups.dropLast(), Array(groups.dropFirst()), []]
            return changes.enumerated().map { number, groups in
                line("\(object.reference) \(number)") {
                    var copy = archive
                    try copy.setGroups(Array(groups), of: object.reference)
                    return try decodeSequential(copy.bytes())
                }
            }
        }.joined(separator: "\n")
    }

    private static func decode<Object: SequentialCodingable>(_ type: Object.Type, _ bytes: [UInt8]) throws
        -> (any SequentialCodingable)?
    {
        try SequentialUnarchiver(SequentialArchive(bytes)).decodeObject(of: type)
    }

    /// Asks for the first groups by every call, and for the rest after one call that fitted.
    private static func decodeValues(_ subject: Subject) throws -> String {
        let calls: [(String, (SequentialUnarchiver) throws -> Any)] = [
            ("Int8", { try $0.decodeValue(Int8.self) }), ("UInt64", { try $0.decodeValue(UInt64.self) }),
            ("Double", { try $0.decodeValue(Double.self) }), ("Float", { try $0.decodeValue(Float.self) }),
            ("Bool", { try $0.decodeValue(Bool.self) }),
            ("i", { try $0.decodeValue(ofObjCType: "i").integer(as: Int.self) ?? -1 }),
            ("iI", { try $0.decodeValues(ofObjCTypes: "iIsSqQ").count }),
            ("UInt8s", { try $0.decodeArray(of: UInt8.self) }),
            ("objects", { try $0.decodeArray(ofObjCType: "@", count: 1).count }), ("bytes", { try $0.decodeBytes() }),
            ("data", { try $0.decodeData() }), ("C string", { try $0.decodeCString()?.text ?? "nil" }),
            ("selector", { try $0.decodeSelector() ?? "nil" }), ("class", { try $0.decodeClass()?.map(\.name) ?? [] }),
            ("string", { try $0.decodeString() ?? "nil" }),
            ("object", { try $0.decodeObject().map { "\(type(of: $0))" } ?? "nil" }),
        ]
        return try calls.map { name, call in
            let unarchiver = try SequentialUnarchiver(SequentialArchive(subject.bytes))
            return (0..<3).map { number in line("\(name) \(number)") { try call(unarchiver) } }.joined(separator: "\n")
        }.joined(separator: "\n")
    }

    private static func edit(_ subject: Subject) throws -> String {
        let archive = try SequentialArchive(subject.bytes)
        var lines: [String] = []
        func attempt(_ name: String, _ edit: (inout SequentialArchive) throws -> Void) {
            var copy = archive
            lines.append(
                digest(name) {
                    try edit(&copy)
                    return copy.bytes()
                } + " \(copy.isNormal)")
        }
        let values: [SequentialValue] = [
            .integer(1), .integer(300), .integer(-1), .null, .bytes([1]), .object(SequentialReference(1)),
        ]
        for reference in [0, 1, 2, archive.objects.last?.reference.number ?? 0, 99].map({ SequentialReference($0) }) {
            for value in values {
                for (group, index) in [(0, 0), (0, 1), (1, 0), (9, 0)] {
                    attempt("\(reference) \(group) \(index) \(value)") {
                        try $0.setValue(value, at: index, ofGroup: group, in: reference)
                    }
                }
            }
            attempt("\(reference) rename") { try $0.renameClass(reference, to: "Renamed", version: 3) }
            attempt("\(reference) class") { _ = try $0.addClass(name: "A", version: 1, superclass: reference) }
            attempt("\(reference) object") { _ = try $0.addObject(ofClass: reference) }
            attempt("\(reference) groups") { try $0.setGroups(archive.groups, of: reference) }
        }
        attempt("string") { _ = try $0.addCString([65, 66]) }
        attempt("string with 0") { _ = try $0.addCString([65, 0]) }
        attempt("groups") { try $0.setGroups(archive.groups.reversed()) }
        attempt("byte order") { $0.header.byteOrder = archive.header.byteOrder == .little ? .big : .little }
        return lines.joined(separator: "\n")
    }

    private static func limit(_ subject: Subject) -> String {
        let kinds: [(String, (inout Limits, Int) -> Void)] = [
            ("depth", { $0.depth = $1 }), ("objects", { $0.objects = $1 }), ("classes", { $0.classes = $1 }),
            ("stringBytes", { $0.stringBytes = $1 }), ("dataBytes", { $0.dataBytes = $1 }),
            ("expansion", { $0.expansion = $1 }), ("allocation", { $0.allocation = $1 }), ("steps", { $0.steps = $1 }),
            ("output", { $0.output = $1 }),
        ]
        return kinds.flatMap { name, set in
            (Array(0...20) + [24, 32, 60]).map { value in
                var limits = Limits.unlimited
                limits.depth = 512
                set(&limits, value)
                return line("\(name) \(value)") {
                    let archive = try SequentialArchive(subject.bytes, limits: limits)
                    let object = try SequentialUnarchiver(archive).decodeObject()
                    let archiver = SequentialArchiver(limits: limits)
                    try archiver.encode(object)
                    return "\(try archive.canonicalText().count) \(archiver.encodedBytes.count)"
                }
            }
        }.joined(separator: "\n")
    }
}

extension GoldenInput {
    /// Archives of an object of every class that the library has.
    package static func sequentialValues() throws -> [GoldenInput] {
        let text = SequentialString("text"), wide = SequentialString("日本", isMutable: true)
        let list = SequentialArray([text, nil, wide, SequentialArray([text], isMutable: true)])
        let attributes = SequentialDictionary([.init(key: text, value: wide)])
        let color = try SequentialColor(.calibratedRGB, components: [0.5, 1, 0, 1])
        let objects: [any SequentialCodingable] = [
            text, wide, list, SequentialSet([text, wide]), attributes,
            SequentialDate(timeIntervalSinceReferenceDate: 1.5),
            SequentialNull(), SequentialData([1, 2, 3], isMutable: true), SequentialData([]),
            SequentialURL("b", relativeTo: SequentialURL("http://a/")),
            SequentialDecimal(exponent: -2, isNegative: true, digits: [1234, 5]), color,
            SequentialColor(catalog: "System", name: "text", color: color), SequentialFont(name: "Helvetica", size: 12),
            try SequentialBoxedValue(.structure([.real(1), .real(2)]), ofObjCType: "{CGPoint=dd}"),
            try SequentialBoxedValue(.integer(300), ofObjCType: "i"),
            try SequentialAttributedString(
                SequentialString("plain bold"), runs: [(6, SequentialDictionary([])), (4, attributes)]),
        ]
        return try objects.enumerated().map { number, object in
            let bytes = try SequentialArchiver.archivedBytes(withRootObject: object)
            return GoldenInput("\(number) \(Swift.type(of: object))") { bytes }
        } + [GoldenInput("scalars") { sequentialSeed }]
    }

    /// An archive of objects of every class, for changes of each byte.
    package static func sequentialObjectsSeed() throws -> [UInt8] {
        let text = SequentialString("t"), attributes = SequentialDictionary([.init(key: text, value: SequentialNull())])
        let archiver = SequentialArchiver()
        try archiver.encode(
            SequentialArray([text, SequentialDate(timeIntervalSinceReferenceDate: 1.5), SequentialData([1])]))
        try archiver.encode(SequentialSet([SequentialURL("b", relativeTo: SequentialURL("a"))]))
        try archiver.encode(SequentialDecimal(exponent: -2, digits: [1234]))
        try archiver.encode(
            SequentialAttributedString(SequentialString("ab"), runs: [(1, SequentialDictionary([])), (1, attributes)]))
        try archiver.encode(SequentialColor(.deviceWhite, components: [0.5, 1]))
        try archiver.encode(SequentialFont(name: "F", size: 12))
        try archiver.encode(SequentialBoxedValue(.integer(300), ofObjCType: "i"))
        return archiver.encodedBytes
    }
}
