import KeyedArchiving

/// What hooks and delegates were asked, in order.
///
/// Every hook of ``Logged`` and every call of both delegates writes a line here.
final class CallLog: KeyedArchiverDelegate, KeyedUnarchiverDelegate {
    var lines: [String] = []

    /// What the delegate gives back in place of an object, by the object's name in the log.
    var substitutes: [String: (any Codingable)?] = [:]
    /// The type that the delegate has for an unknown class.
    var typeForUnknownClass: (any Codingable.Type)?
    /// What a hook does in addition to being logged, by its line.
    var actions: [String: () throws -> Void] = [:]

    func add(_ line: String) throws {
        lines.append(line)
        try actions[line]?()
    }

    /// What an object is called in the log.
    static func name(_ object: (any Codingable)?) -> String {
        switch object {
        case nil: "nil"
        case let logged as Logged: logged.name
        case let string as String: "\"\(string)\""
        case let array as [any Codingable]: "[\(array.count)]"
        case let object?: "\(type(of: object))"
        }
    }

    // MARK: Archiving

    func archiver(_ archiver: KeyedArchiver, willEncode object: any Codingable) throws -> (any Codingable)? {
        let name = Self.name(object)
        try add("willEncode \(name)")
        return substitutes[name] ?? object
    }

    func archiver(_ archiver: KeyedArchiver, didEncode object: any Codingable) {
        lines.append("didEncode \(Self.name(object))")
    }

    func archiver(_ archiver: KeyedArchiver, willReplace object: any Codingable, with newObject: (any Codingable)?) {
        lines.append("willReplace \(Self.name(object)) with \(Self.name(newObject))")
    }

    func archiverWillFinish(_ archiver: KeyedArchiver) {
        lines.append("archiverWillFinish")
    }

    func archiverDidFinish(_ archiver: KeyedArchiver) {
        lines.append("archiverDidFinish")
    }

    // MARK: Unarchiving

    func unarchiver(
        _ unarchiver: KeyedUnarchiver,
        cannotDecodeObjectOfClassName name: String,
        originalClasses: [String]
    ) -> (any Codingable.Type)? {
        lines.append("cannotDecode \(name) \(originalClasses)")
        return typeForUnknownClass
    }

    func unarchiver(_ unarchiver: KeyedUnarchiver, didDecode object: any Codingable) throws -> (any Codingable)? {
        let name = Self.name(object)
        try add("didDecode \(name)")
        return substitutes[name] ?? object
    }

    func unarchiver(_ unarchiver: KeyedUnarchiver, willReplace object: any Codingable, with newObject: any Codingable) {
        lines.append("willReplace \(Self.name(object)) with \(Self.name(newObject))")
    }

    func unarchiverWillFinish(_ unarchiver: KeyedUnarchiver) {
        lines.append("unarchiverWillFinish")
    }

    func unarchiverDidFinish(_ unarchiver: KeyedUnarchiver) {
        lines.append("unarchiverDidFinish")
    }
}

/// A class that writes down every call it gets, and replaces itself with another object where the log says so.
final class Logged: Codingable {
    static var codedClassName: String { "Logged" }

    /// Where instances that are decoded write their calls.
    @TaskLocal static var decodingLog: Log?

    struct Log: @unchecked Sendable {
        var calls: CallLog
        /// What `awakeAfter` gives back, by name.
        var substitutes: [String: any Codingable] = [:]
    }

    let name: String
    var child: (any Codingable)?
    let log: CallLog?
    /// What stands in for this object in an archive; this object itself unless set.
    var replacement: (() -> (any Codingable)?)?

    init(_ name: String, child: (any Codingable)? = nil, log: CallLog? = nil) {
        self.name = name
        self.child = child
        self.log = log
    }

    func replacementObject(for archiver: KeyedArchiver) throws -> (any Codingable)? {
        try log?.add("replacementObject \(name)")
        guard let replacement else { return self }
        return replacement()
    }

    var typeForKeyedArchiver: (any Codingable.Type)? {
        log?.lines.append("typeForKeyedArchiver \(name)")
        return nil
    }

    func encode(with archiver: KeyedArchiver) throws {
        try log?.add("encode \(name)")
        try archiver.encodeInlineString(name, forKey: "name")
        try archiver.encode(child, forKey: "child")
    }

    init(coder unarchiver: KeyedUnarchiver) throws {
        name = try unarchiver.decodeInlineString(forKey: "name") ?? ""
        log = Self.decodingLog?.calls
        try log?.add("init \(name)")
        try unarchiver.register(self)
        child = try unarchiver.decodeObject(of: [Logged.self, [Logged].self, String.self], forKey: "child")
    }

    func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)? {
        try log?.add("awakeAfter \(name)")
        return Self.decodingLog?.substitutes[name]
    }

    static func typeForKeyedUnarchiver() -> any Codingable.Type {
        decodingLog?.calls.lines.append("typeForKeyedUnarchiver")
        return Self.self
    }
}

extension CallLog {
    /// Archives an object under `root` and finishes, with this log as the delegate.
    func archive(_ object: (any Codingable)?) throws -> [UInt8] {
        let archiver = KeyedArchiver()
        archiver.delegate = self
        try archiver.encode(object, forKey: "root")
        return try archiver.encodedBytes
    }

    /// Reads the root of an archive and finishes, with this log as the delegate.
    func read<Object: Codingable>(
        _ type: Object.Type = Logged.self,
        from bytes: [UInt8],
        awakeAfter substitutes: [String: any Codingable] = [:]
    ) throws -> Object? {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        unarchiver.delegate = self
        defer { unarchiver.finishDecoding() }
        return try Logged.$decodingLog.withValue(Logged.Log(calls: self, substitutes: substitutes)) {
            try unarchiver.decodeObject(of: type, forKey: "root")
        }
    }
}
