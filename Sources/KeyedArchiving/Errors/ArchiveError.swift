public import PropertyLists

/// What is wrong with an archive or with a request made of a coder: what, where, why, and how to fix it.
///
/// Errors are equal when their codes are equal, so that a test or a caller can ask for a kind of failure without
/// spelling out its place. Names that come from the archive are shortened and escaped in every text.
///
/// ```swift
/// do {
///     _ = try KeyedArchive(bytes)
/// } catch {
///     print(error.code, error.reason, error.remedy ?? "")
/// }
/// ```
public struct ArchiveError: Error, Sendable {
    /// A kind of failure.
    ///
    /// New codes may be added; switch with a default.
    public struct Code: Hashable, Sendable {
        /// The stable name of the code, such as `unknownClass`.
        public let name: String

        private init(_ name: String) {
            self.name = name
        }
    }

    /// The kind of failure.
    public var code: Code

    /// What is wrong, in one lower-case clause.
    public var reason: String

    /// Where in the object graph, such as `root.children[3].owner`.
    public var path: ArchivePath?

    /// The key that was asked for or that holds the wrong value.
    public var key: String?

    /// The class name in the archive of the object concerned.
    public var className: String?

    /// The object concerned.
    public var uid: UID?

    /// Where in the file, as a count of bytes from its start.
    public var byteOffset: Int?

    /// How to fix it, in one lower-case clause.
    public var remedy: String?

    /// The failure of the property-list layer, where that is the cause.
    public var underlyingPropertyListError: PropertyListError?

    /// Which error of an archiver this is, while it is on its way to the outermost call and its path is not known.
    var trailNumber: Int?

    /// Creates an error.
    public init(
        _ code: Code,
        _ reason: String,
        path: ArchivePath? = nil,
        key: String? = nil,
        className: String? = nil,
        uid: UID? = nil,
        byteOffset: Int? = nil,
        remedy: String? = nil
    ) {
        self.code = code
        self.reason = reason
        self.path = path
        self.key = key
        self.className = className
        self.uid = uid
        self.byteOffset = byteOffset
        self.remedy = remedy
    }

    /// Creates an error from a failure of the property-list layer.
    public init(_ error: PropertyListError) {
        self.init(
            error.code == .limitExceeded ? .limitExceeded : .invalidPropertyList,
            error.reason,
            byteOffset: error.byteOffset,
            remedy: error.remedy
        )
        underlyingPropertyListError = error
    }
}

extension ArchiveError.Code {
    /// The bytes are not a property list that can be read; see ``ArchiveError/underlyingPropertyListError``.
    public static let invalidPropertyList = Self("invalidPropertyList")
    /// The property list is not a keyed archive, or a part of its envelope is missing or of the wrong type.
    public static let notAKeyedArchive = Self("notAKeyedArchive")
    /// The archive's `$version` is not 100000.
    public static let unsupportedVersion = Self("unsupportedVersion")
    /// A UID that is not below the number of objects.
    public static let invalidUID = Self("invalidUID")
    /// An object without a class, or an entry that is neither a value, an object nor a class record.
    public static let invalidObject = Self("invalidObject")
    /// A class record that is missing or malformed.
    public static let invalidClassRecord = Self("invalidClassRecord")
    /// No type is known for a class name of the archive.
    public static let unknownClass = Self("unknownClass")
    /// An object of a class that the decoding call does not allow.
    public static let unexpectedClass = Self("unexpectedClass")
    /// A value of another kind than the one asked for, such as a real where an integer is wanted.
    ///
    /// This is Apple's `NSInvalidUnarchiveOperationException`.
    public static let invalidUnarchiveOperation = Self("invalidUnarchiveOperation")
    /// A number that does not fit the type asked for.
    ///
    /// This is Apple's `NSRangeException`.
    public static let range = Self("range")
    /// A key that holds no value where one is required.
    public static let valueNotFound = Self("valueNotFound")
    /// The contents of an object contradict its class.
    public static let invalidValue = Self("invalidValue")
    /// An object that is needed while it is still being decoded.
    public static let cycle = Self("cycle")
    /// A limit was reached; the reason names it and its value.
    public static let limitExceeded = Self("limitExceeded")
    /// A request that an archiver cannot carry out, or a type that refuses to be encoded.
    ///
    /// This is Apple's `NSInvalidArchiveOperationException`.
    public static let invalidArchiveOperation = Self("invalidArchiveOperation")
    /// A coder that has finished was used again.
    public static let finished = Self("finished")
    /// A path that cannot be read or leads nowhere.
    public static let invalidPath = Self("invalidPath")
    /// A value that the archive format cannot hold.
    public static let unrepresentable = Self("unrepresentable")
}

extension ArchiveError: Equatable {
    /// Compares codes only.
    public static func == (lhs: ArchiveError, rhs: ArchiveError) -> Bool {
        lhs.code == rhs.code
    }
}

extension ArchiveError.Code: CustomStringConvertible {
    /// The stable name.
    public var description: String { name }
}

extension ArchiveError: CustomStringConvertible {
    /// The place, the reason and the remedy in one line.
    public var description: String {
        if let underlyingPropertyListError, path == nil { return underlyingPropertyListError.description }
        let field = path?.lastKey == key ? nil : key.map { "key \($0.quotedForDisplay)" }
        return ErrorLine.text(
            at: path?.shortDescription, field, uid.map { "object \($0)" }, byteOffset.map { "byte \($0)" },
            reason: reason, remedy: remedy)
    }
}

extension ArchiveError {
    /// The error for a type that doesn't support secure coding where that is required.
    static func insecure(_ type: any Codingable.Type, _ code: Code) -> ArchiveError {
        ArchiveError(
            code,
            "secure coding is required, but \(type) does not support it",
            className: type.codedClassName,
            remedy: "let `supportsSecureCoding` return true once the type decodes with explicit types only"
        )
    }
}

// What more than one call can meet; each fault has one wording.

extension ArchiveError {
    /// The error for what no writer may write.
    static func damaged(
        _ code: Code,
        _ reason: String,
        uid: UID? = nil,
        byteOffset: Int? = nil
    ) -> ArchiveError {
        ArchiveError(code, reason, uid: uid, byteOffset: byteOffset, remedy: PropertyListError.damageRemedy)
    }

    /// The error for an entry that is a container other than a dictionary, or a reference.
    static func oddEntry(_ kind: ObjectKind, uid: UID, byteOffset: Int? = nil) -> ArchiveError {
        damaged(
            .invalidObject,
            "an entry of $objects is \(kind.words), not a value, an object or a class record",
            uid: uid,
            byteOffset: byteOffset
        )
    }

    /// The error for an object whose `$class` isn't a reference.
    ///
    /// - Parameter kind: What it is, in words.
    static func noClassReference(_ kind: String) -> ArchiveError {
        damaged(.invalidClassRecord, "the object's $class is \(kind), not a reference")
    }

    /// The error for something else than a class record in the place of one.
    static func notAClassRecord(_ classUID: UID) -> ArchiveError {
        damaged(
            .invalidClassRecord, "object \(classUID) is not a class record, which $class has to refer to", uid: classUID
        )
    }

    /// The error for a string that a Swift string cannot hold.
    static func unpairedSurrogate(byteOffset: Int? = nil) -> ArchiveError {
        ArchiveError(
            .invalidValue,
            "a string holds an unpaired surrogate, which a Swift string cannot",
            byteOffset: byteOffset,
            remedy: "decode it as a PropertyListString, which keeps the code units"
        )
    }

    /// The error for a key that a Swift string cannot hold, in an archive or to be put into one.
    static func unpairedSurrogateInKey(_ code: Code, byteOffset: Int? = nil) -> ArchiveError {
        ArchiveError(
            code,
            "a key holds an unpaired surrogate, which a Swift string cannot",
            byteOffset: byteOffset,
            remedy: "use KeyedArchive, which keeps the code units"
        )
    }

    /// The error for a UID that no object of the archive has.
    static func noSuchObject(_ uid: UID, count: Int) -> ArchiveError {
        damaged(.invalidUID, "there is no object \(uid); the archive has \(count)", uid: uid)
    }

    /// The error for a dictionary among the objects that is neither an object nor a class record.
    static var noClass: ArchiveError {
        damaged(.invalidObject, "an object has no class: there is neither $class nor $classname")
    }

    /// The error for a reference to a class record where an object is expected.
    static func classRecordAsObject(_ uid: UID) -> ArchiveError {
        damaged(.invalidObject, "object \(uid) is a class record, which only $class refers to", uid: uid)
    }
}

/// Runs a call of the property-list layer and turns its error into an archive error.
@inline(__always)
package func withPropertyList<Value>(_ body: () throws(PropertyListError) -> Value) throws(ArchiveError) -> Value {
    do {
        return try body()
    } catch {
        throw ArchiveError(error)
    }
}

extension PropertyListError {
    /// The error for an archive that is to be written in a form without UIDs.
    static let archiveInOpenStep = PropertyListError(
        .unrepresentable,
        "OpenStep text has no UIDs, and so holds no keyed archive",
        remedy: "write the binary or the XML form"
    )
}
