import PropertyLists
import SequentialArchives

/// Decodes an input as objects, and encodes what was decoded.
enum SequentialCoderCalls {
    static func exerciseAll(_ archive: SequentialArchive) throws(ArchiveError) {
        try exerciseErrors(archive)
        ExecutionCounts.count(.sequentialCoders)
        let unarchiver = try SequentialUnarchiver(archive)
        let archiver = SequentialArchiver(header: archive.header)
        decode(with: unarchiver, archiver)
        _ = try? SequentialArchive(archiver.encodedBytes)
        exerciseTypes(archive)
        exerciseCalls(archive)
    }

    /// Decodes every group of the top level, and encodes it again.
    private static func decode(with unarchiver: SequentialUnarchiver, _ archiver: SequentialArchiver) {
        _ = (unarchiver.systemVersion, unarchiver.isAtEnd, unarchiver.version(forClassName: "NSString"))
        while let types = unarchiver.nextTypes {
            guard let values = try? unarchiver.decodeValues(ofObjCTypes: types) else { break }
            try? archiver.encodeValues(ofObjCTypes: types, values)
            for value in values { look(at: value) }
        }
    }

    private static func look(at value: CodedValue) {
        _ = (value.integer(as: Int.self), value.real)
        switch value.object {
        case let string as SequentialString: _ = (string.text, string.isMutable, string.description)
        case let url as SequentialURL: _ = (url.relativeString, url.description)
        case let box as SequentialBoxedValue:
            _ = (box.integer(as: Int.self), box.real, box.isNumber, box.structure, box.description)
        case let string as SequentialAttributedString:
            _ = (string.text, string.runs.map(\.attributes), string.description)
        case let array as SequentialArray: _ = array.description
        case let set as SequentialSet: _ = set.description
        case let dictionary as SequentialDictionary: _ = (dictionary["a"], dictionary.description)
        case let color as SequentialColor: _ = (color.components, color.name, color.namedColor, color.description)
        case let font as SequentialFont: _ = (font.name, font.description)
        case let data as SequentialData: _ = data.description
        case let date as SequentialDate: _ = date.description
        case let null as SequentialNull: _ = null.description
        case let node as UnknownSequentialObject: _ = (node.className, node.values.count, node.description)
        default: break
        }
    }

    /// Asks for every type that the library has.
    private static func exerciseTypes(_ archive: SequentialArchive) {
        let types: [any SequentialCodingable.Type] = [
            SequentialString.self, SequentialBoxedValue.self, SequentialDate.self, SequentialNull.self,
            SequentialData.self, SequentialURL.self, SequentialDecimal.self, SequentialArray.self,
            SequentialSet.self, SequentialDictionary.self, SequentialAttributedString.self, SequentialColor.self,
            SequentialFont.self, UnknownSequentialObject.self, FuzzedNode.self,
        ]
        for type in types {
            guard let unarchiver = try? SequentialUnarchiver(archive) else { return }
            decode(type, unarchiver)
        }
        exerciseBytes(archive.bytes())
        guard let unarchiver = try? SequentialUnarchiver(archive) else { return }
        exerciseRegistry(archive)
        unarchiver.keepsUnknownClasses = false
        unarchiver.registry.register(FuzzedNode.self)
        unarchiver.decodeClassName("NSArray", asClassName: "FuzzedNode")
        _ = unarchiver.classNameDecoded(forArchiveClassName: "NSArray")
        for object in archive.objects.prefix(64) { _ = try? unarchiver.object(object.reference) }
        if let object = try? unarchiver.decodeObject() { unarchiver.replace(object, with: nil) }
    }

    private static func exerciseBytes(_ bytes: [UInt8]) {
        _ = try? SequentialUnarchiver.unarchivedObject(from: bytes)
        _ = try? SequentialUnarchiver.unarchivedObject(of: SequentialAttributedString.self, from: bytes)
        _ = try? SequentialUnarchiver(forReadingFrom: bytes).decodeObject(of: SequentialURL.self)?.baseURL
        _ = try? SequentialUnarchiver(forReadingFrom: bytes).decodeObject(of: SequentialColor.self)?.kind
    }

    /// Reads every class as a string.
    private static func exerciseRegistry(_ archive: SequentialArchive) {
        guard let unarchiver = try? SequentialUnarchiver(archive) else { return }
        var registry = ClassRegistry()
        registry.register(SequentialString.self, SequentialData.self)
        registry.removeTypes(forClassName: "NSString")
        for record in archive.classes.prefix(64) {
            registry.register(SequentialString.self, forClassName: record.name + "2")
            _ = (registry.sequentialType(forClassName: record.name), archive.classRecord(record.reference))
        }
        registry.renameClasses { $0 + "2" }
        unarchiver.registry = registry
        for object in archive.objects.prefix(64) {
            _ = (try? unarchiver.object(object.reference), archive.object(object.reference))
            _ = archive.object(SequentialValue.object(object.reference))
        }
    }

    private static func decode<Object: SequentialCodingable>(_ type: Object.Type, _ unarchiver: SequentialUnarchiver) {
        guard let object = try? unarchiver.decodeObject(of: type) else { return }
        _ = try? SequentialArchiver.archivedBytes(withRootObject: object)
        _ = (object.codedClassVersions, type.codedClassVersions.map(\.description))
    }

    /// Every call that reads a group of the top level, whatever it is.
    private static let calls: [@Sendable (SequentialUnarchiver) throws -> Void] = [
        { _ = try $0.decodeValue(Int8.self) }, { _ = try $0.decodeValue(UInt64.self) },
        { _ = try $0.decodeValue(Double.self) }, { _ = try $0.decodeValue(Float.self) },
        { _ = try $0.decodeValue(Bool.self) }, { _ = try $0.decodeValue(ofObjCType: "i") },
        { _ = try $0.decodeArray(of: UInt8.self) }, { _ = try $0.decodeArray(ofObjCType: "@", count: 1) },
        { _ = try $0.decodeBytes() }, { _ = try $0.decodeData() }, { _ = try $0.decodeCString()?.text },
        { _ = try $0.decodeSelector() }, { _ = try $0.decodeClass() }, { _ = try $0.decodeString() },
        { _ = try $0.decodePropertyList() }, { _ = try $0.decodeObject() },
        { _ = try $0.decodeValues(ofObjCTypes: "i@") }, { _ = try $0.decodeObject(of: ErrorNode.self) },
    ]

    private static func exerciseCalls(_ archive: SequentialArchive) {
        for call in calls {
            if let unarchiver = try? SequentialUnarchiver(archive) { try? call(unarchiver) }
        }
    }

    /// Goes on with one unarchiver and one archiver after the errors of their calls, which a program may catch.
    private static func exerciseErrors(_ archive: SequentialArchive) throws(ArchiveError) {
        ExecutionCounts.count(.sequentialErrors)
        let unarchiver = try SequentialUnarchiver(archive)
        unarchiver.registry.register(ErrorNode.self)
        unarchiver.decodeClassName("NSString", asClassName: "ErrorNode")
        for (number, call) in (calls + calls.reversed()).enumerated() {
            try? call(unarchiver)
            _ = (unarchiver.nextTypes, unarchiver.isAtEnd)
            let objects = archive.objects.dropFirst(number % 7).prefix(4)
            for object in objects { _ = try? unarchiver.object(object.reference) }
        }
        let archiver = SequentialArchiver(header: archive.header)
        for group in archive.groups.prefix(32) {
            // Values of another type than the one that is named.
            try? archiver.encodeValues(ofObjCTypes: group.types, [.integer(-1), .null])
            try? archiver.encodeArray(ofObjCType: group.types, [.null, .integer(1)])
        }
        let bytes = archiver.encodedBytes
        guard (try? SequentialArchive(bytes, limits: .unlimited)) != nil else {
            throw ArchiveError(
                .invalidArchiveOperation, "what an archiver wrote after caught errors doesn't open")
        }
    }
}

/// A class that is decoded in one phase, makes itself known, and reads whatever there is.
private final class FuzzedNode: SequentialCodingable {
    static var codedClassName: String { "FuzzedNode" }
    private var values: [CodedValue] = []

    func encode(with archiver: SequentialArchiver) throws {
        try archiver.encodeConditionalObject(self)
        for value in values { try archiver.encodeValue(ofObjCType: "@", value) }
    }

    init(coder unarchiver: SequentialUnarchiver) throws {
        try unarchiver.register(self)
        _ = unarchiver.codedClassVersions
        // An object that refers to itself would never be released.
        while let types = unarchiver.nextTypes {
            for value in try unarchiver.decodeValues(ofObjCTypes: types) where value.object is SequentialString {
                values.append(value)
            }
        }
    }
}

/// A class that asks for what its groups don't hold, goes on after the errors, and asks for its own references.
private final class ErrorNode: SequentialCodingable {
    static var codedClassName: String { "ErrorNode" }

    func encode(with archiver: SequentialArchiver) throws {}

    init(coder unarchiver: SequentialUnarchiver) throws {
        _ = try? unarchiver.decodeValue(Int16.self)
        for _ in 0..<8 {
            _ = try? unarchiver.decodeValues(ofObjCTypes: "@i")
            _ = try? unarchiver.decodeArray(of: UInt8.self)
            _ = try? unarchiver.decodeObject(of: ErrorNode.self)
            _ = (unarchiver.nextTypes, unarchiver.isAtEnd)
        }
    }
}
