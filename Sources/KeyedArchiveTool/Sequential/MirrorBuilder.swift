import KeyedArchiving
import PropertyLists
import SequentialArchives

/// Makes the entries of a mirror.
struct MirrorBuilder {
    let archive: SequentialArchive
    private(set) var objectCount = 0
    private var budget: Budget
    private var entries: [PropertyList] = [.string("$null")]
    /// The chain of each known class, by its number.
    private var classes: [Int: Chain] = [:]

    /// A class with its superclasses.
    private struct Chain {
        var names: [String] = []
        var versions: [Int] = []
        /// The first of them that is well known.
        var knownClass: String?
        /// Whether `NSKeyedArchiver` stores objects of the class as plain values.
        var isPlain = false
        var objectCount = 0
        var plainCount = 0
    }

    /// The versions of the classes of each chain of names that an object has.
    var versions: [[String]: [Int]] {
        let used = classes.sorted { $0.key < $1.key }.map(\.value).filter { $0.objectCount > 0 }
        return Dictionary(used.map { ($0.names, $0.versions) }) { first, _ in first }
    }

    /// How many objects are plain values, by the names of their classes.
    var plainCounts: [[String]: Int] {
        let plain = classes.values.filter { $0.plainCount > 0 }
        return Dictionary(plain.map { ($0.names, $0.plainCount) }, uniquingKeysWith: +)
    }

    /// The class whose objects `NSKeyedArchiver` stores as plain values.
    private static let plainClass = ["NSString", "NSObject"]

    init(_ archive: SequentialArchive, size: Int, limits: Limits) {
        self.archive = archive
        budget = Budget(inputSize: size, limits: limits)
    }

    /// The keyed archive as a property list.
    mutating func build() throws(ArchiveError) -> PropertyList {
        var number = 0
        while let entry = try entry(of: SequentialReference(number)) {
            entries.append(entry)
            number += 1
        }
        return [
            "$version": 100_000, "$archiver": .string(PropertyListString(SequentialMirror.archiver)),
            "$top": .dictionary(try topLevel()), "$objects": .array(PropertyListArray(entries)),
        ]
    }

    mutating func entry(of reference: SequentialReference) throws(ArchiveError) -> PropertyList? {
        if let object = archive.object(reference) {
            objectCount += 1
            return try entry(of: object)
        }
        if archive.classRecord(reference) != nil {
            try readChain(of: reference)
            // The name was made and charged with the chain, of which it is the first.
            let names = (classes[reference.number]?.names ?? []).map { PropertyList.string(PropertyListString($0)) }
            return ["$classname": names.first ?? "", "$classes": .array(PropertyListArray(names))]
        }
        guard let bytes = archive.cString(reference) else { return nil }
        try budget.allocateBuffer(of: bytes.count)
        return .text(bytes)
    }

    private mutating func entry(of object: SequentialObject) throws(ArchiveError) -> PropertyList {
        let groups = object.groups
        try charge(for: groups)
        var fields: [(key: PropertyList, value: PropertyList)] = []
        if let classReference = object.classReference {
            let number = classReference.number
            try readChain(of: classReference)
            classes[number]?.objectCount += 1
            var mirrored = MirroredFields(groups, in: archive)
            if let name = classes[number]?.knownClass { mirrored.read(ofClass: name, object) }
            if classes[number]?.isPlain == true, mirrored.position == groups.count,
                let text = mirrored.fields.first?.value
            {
                classes[number]?.plainCount += 1
                return text
            }
            fields.append(("$class", .reference(classReference)))
            fields += mirrored.fields.map { (.string(PropertyListString($0)), $1) }
            fields += try numberedFields(of: groups, from: mirrored.position)
        }
        try budget.allocateContainer(of: fields.count)
        return .dictionary(PropertyListDictionary(fields))
    }

    /// The values of groups as fields with numbers for keys.
    private mutating func numberedFields(
        of groups: [SequentialGroup],
        from start: Int
    ) throws(ArchiveError) -> [(key: PropertyList, value: PropertyList)] {
        guard start < groups.count else { return [] }
        var number = groups[..<start].reduce(0) { $0 + $1.values.count }
        let count = groups[start...].reduce(1) { $0 + $1.values.count }
        // Each has a separate key.
        try budget.allocateContainer(of: 2 * count)
        let types = groups[start...].map(\.types).joined(separator: " ")
        var fields: [(key: PropertyList, value: PropertyList)] = [
            ("$types", .string(PropertyListString(types)))
        ]
        fields.reserveCapacity(count)
        for group in groups[start...] {
            let isDouble = group.typeBytes.contains(UInt8(ascii: "d"))
            for value in group.values {
                fields.append((.string(PropertyListString("$\(number)")), value.plain(isDouble: isDouble)))
                number += 1
            }
        }
        return fields
    }

    /// The values of the top level: the object that `NSArchiver` writes is the root, groups of other programs have
    /// numbers.
    mutating func topLevel() throws(ArchiveError) -> PropertyListDictionary {
        let groups = archive.groups
        try charge(for: groups)
        var values: [(key: PropertyList, value: PropertyList)] = []
        if case .object? = groups.first?.values.first, groups.count == 1, groups[0].count == 1 {
            values.append(("root", groups[0][0].plain(isDouble: false)))
        } else {
            values = try numberedFields(of: groups, from: 0)
        }
        try budget.allocateContainer(of: values.count)
        return PropertyListDictionary(values)
    }

    private mutating func charge(for groups: [SequentialGroup]) throws(ArchiveError) {
        for group in groups {
            try budget.allocateBuffer(of: group.typeBytes.count)
            for value in group.values { try budget.charge(for: value) }
        }
    }

    /// Finds the superclasses of a class, once.
    private mutating func readChain(of reference: SequentialReference) throws(ArchiveError) {
        guard classes[reference.number] == nil else { return }
        var chain = Chain()
        var next: SequentialReference? = reference
        while let current = next, let record = archive.classRecord(current) {
            try budget.allocateBuffer(of: record.nameBytes.count + 24)
            chain.names.append(record.name)
            chain.versions.append(record.version)
            next = record.superclass
        }
        chain.knownClass = MirroredFields.knownClass(in: chain.names)
        chain.isPlain = chain.names == Self.plainClass
        classes[reference.number] = chain
    }
}

extension Budget {
    /// Charges a value and all in it; types nest within bounds, so this may recurse.
    fileprivate mutating func charge(for value: SequentialValue) throws(ArchiveError) {
        switch value {
        case .bytes(let bytes), .atom(let bytes), .selector(let bytes): try allocateBuffer(of: bytes.count)
        case .array(let values), .structure(let values):
            try allocateContainer(of: values.count)
            for value in values { try charge(for: value) }
        default: try allocate(24)
        }
    }
}

extension SequentialValue {
    /// The value as one of a keyed archive; types nest within bounds, so this may recurse.
    ///
    /// - Parameter isDouble: Whether reals have 8 bytes rather than 4.
    func plain(isDouble: Bool) -> PropertyList {
        switch self {
        case .integer(let value): .integer(value)
        case .unsignedInteger(let value): Int64(exactly: value).map { .integer($0) } ?? .unsignedInteger(value)
        case .real(let value): isDouble ? .double(value) : .float(Float(value))
        case .bytes(let bytes), .atom(let bytes), .selector(let bytes): .text(bytes)
        case .object(let reference), .class(let reference), .cString(let reference): .reference(reference)
        case .null, .ignored: .uid(.null)
        case .array(let values), .structure(let values):
            .array(PropertyListArray(values.map { $0.plain(isDouble: isDouble) }))
        }
    }
}

extension SequentialReference {
    /// Creates the reference to the object that the mirror has at a UID.
    init(mirrored uid: UID) {
        self.init(uid == .null ? -1 : Int(clamping: uid.rawValue - SequentialMirror.firstNumber))
    }
}

extension PropertyList {
    /// A reference to the entry of the item with a number.
    static func reference(_ reference: SequentialReference) -> PropertyList {
        .uid(UID(UInt64(reference.number) + SequentialMirror.firstNumber))
    }

    /// Bytes as text, if they are that.
    static func text(_ bytes: [UInt8]) -> PropertyList {
        guard let text = String(validating: bytes, as: UTF8.self), !text.utf8.contains(0) else { return .data(bytes) }
        return .string(PropertyListString(text))
    }
}
