extension ArchiveError {
    /// A kind of failure.
    ///
    /// New codes may be added; switch with a default.
    public struct Code: Hashable, Sendable {
        private let kind: Kind

        private init(_ kind: Kind) {
            self.kind = kind
        }

        /// The stable name of the code, such as `truncated`.
        public var name: String {
            switch kind {
            case .truncated: "truncated"
            case .unrecognizedFormat: "unrecognizedFormat"
            case .unsupportedVersion: "unsupportedVersion"
            case .invalidTrailer: "invalidTrailer"
            case .invalidOffset: "invalidOffset"
            case .invalidReference: "invalidReference"
            case .invalidMarker: "invalidMarker"
            case .invalidLength: "invalidLength"
            case .invalidNumber: "invalidNumber"
            case .invalidString: "invalidString"
            case .invalidDate: "invalidDate"
            case .invalidData: "invalidData"
            case .invalidKey: "invalidKey"
            case .duplicateKey: "duplicateKey"
            case .malformedText: "malformedText"
            case .forbiddenEntity: "forbiddenEntity"
            case .unusedBytes: "unusedBytes"
            case .notAKeyedArchive: "notAKeyedArchive"
            case .invalidObject: "invalidObject"
            case .invalidClassRecord: "invalidClassRecord"
            case .invalidType: "invalidType"
            case .unknownClass: "unknownClass"
            case .unexpectedClass: "unexpectedClass"
            case .invalidUnarchiveOperation: "invalidUnarchiveOperation"
            case .range: "range"
            case .valueNotFound: "valueNotFound"
            case .invalidValue: "invalidValue"
            case .cycle: "cycle"
            case .limitExceeded: "limitExceeded"
            case .invalidArchiveOperation: "invalidArchiveOperation"
            case .finished: "finished"
            case .invalidPath: "invalidPath"
            case .unrepresentable: "unrepresentable"
            case .cancelled: "cancelled"
            case .wrongActor: "wrongActor"
            case .unreadableFile: "unreadableFile"
            }
        }

        fileprivate enum Kind: CaseIterable {
            case truncated, unrecognizedFormat, unsupportedVersion
            case invalidTrailer, invalidOffset, invalidReference, invalidMarker, invalidLength
            case invalidNumber, invalidString, invalidDate, invalidData
            case invalidKey, duplicateKey
            case malformedText, forbiddenEntity, unusedBytes
            case notAKeyedArchive, invalidObject, invalidClassRecord, invalidType
            case unknownClass, unexpectedClass
            case invalidUnarchiveOperation, range, valueNotFound, invalidValue, cycle
            case limitExceeded, invalidArchiveOperation, finished, invalidPath, unrepresentable, cancelled
            case wrongActor, unreadableFile
        }

        /// Every code.
        package static var all: [Self] { Kind.allCases.map { Self($0) } }
    }
}

// What is wrong with the bytes or the text of an input.

extension ArchiveError.Code {
    /// The input ends too early.
    public static var truncated: Self { Self(.truncated) }
    /// The input is of no format that is read here.
    public static var unrecognizedFormat: Self { Self(.unrecognizedFormat) }
    /// The input has a format that is known, in a version or a kind that isn't read, such as `bplist16`.
    public static var unsupportedVersion: Self { Self(.unsupportedVersion) }
    /// The trailer of a binary property list is inconsistent.
    ///
    /// The file was cut short or damaged: get a fresh copy, or let `keyed-archive check --salvage` save what is intact.
    public static var invalidTrailer: Self { Self(.invalidTrailer) }
    /// An entry of the offset table points outside the object area.
    public static var invalidOffset: Self { Self(.invalidOffset) }
    /// A reference to what doesn't exist or is of another kind, or from a container to itself.
    public static var invalidReference: Self { Self(.invalidReference) }
    /// A marker byte that the format doesn't define, or that may not stand at its place.
    public static var invalidMarker: Self { Self(.invalidMarker) }
    /// A length or count that is malformed, negative or reaches past the end of what it counts.
    public static var invalidLength: Self { Self(.invalidLength) }
    /// A number that is malformed or has no representation.
    public static var invalidNumber: Self { Self(.invalidNumber) }
    /// A string that is not valid in its declared encoding.
    public static var invalidString: Self { Self(.invalidString) }
    /// A date that is malformed.
    public static var invalidDate: Self { Self(.invalidDate) }
    /// Data that is not valid base64.
    public static var invalidData: Self { Self(.invalidData) }
    /// A dictionary key that is not a string.
    public static var invalidKey: Self { Self(.invalidKey) }
    /// A dictionary with the same key twice, or a set with the same member twice, in strict mode.
    public static var duplicateKey: Self { Self(.duplicateKey) }
    /// Text that isn't well-formed in its format, or not a property list.
    public static var malformedText: Self { Self(.malformedText) }
    /// An entity that is not one of the five predefined ones or a character reference, or an internal DTD subset.
    public static var forbiddenEntity: Self { Self(.forbiddenEntity) }
    /// Bytes that belong to no object, or unused bytes that are not zero, in strict mode.
    public static var unusedBytes: Self { Self(.unusedBytes) }
}

// What is wrong with an archive, or with what is asked of a coder.

extension ArchiveError.Code {
    /// The property list is not a keyed archive, or a part of its envelope is missing or of the wrong type.
    ///
    /// Open a plain property list as a `PropertyListDocument`, a typedstream with `SequentialArchive`.
    public static var notAKeyedArchive: Self { Self(.notAKeyedArchive) }
    /// An object without a class, or an entry that is neither a value, an object nor a class record.
    public static var invalidObject: Self { Self(.invalidObject) }
    /// A class record or a chain of classes that is missing, malformed or leads to itself.
    public static var invalidClassRecord: Self { Self(.invalidClassRecord) }
    /// A type string that is malformed.
    public static var invalidType: Self { Self(.invalidType) }
    /// No type is known for a class name of the archive.
    ///
    /// Name a type for the class in the call or in `codedClassAliases`, register one, rename the module by a rule of
    /// the registry, or keep such objects with `keepsUnknownClasses`. For classes of Foundation pass
    /// `registry: .foundation`.
    public static var unknownClass: Self { Self(.unknownClass) }
    /// An object of a class that the decoding call does not allow.
    ///
    /// Name the type in the call if you expect it there. Decode a list, a dictionary or a set as Swift's own, as in
    /// `decode([Person].self, forKey:)`, and what may be `NSNull` as an optional type.
    public static var unexpectedClass: Self { Self(.unexpectedClass) }
    /// A value of another kind than the one asked for, such as a real where an integer is wanted.
    ///
    /// This is Apple's `NSInvalidUnarchiveOperationException`, for sequential archives `NSInconsistentArchiveException`.
    public static var invalidUnarchiveOperation: Self { Self(.invalidUnarchiveOperation) }
    /// A number that does not fit the type asked for.
    ///
    /// This is Apple's `NSRangeException`.
    public static var range: Self { Self(.range) }
    /// A key that holds no value where one is required, or nothing left to decode.
    public static var valueNotFound: Self { Self(.valueNotFound) }
    /// The contents of an object contradict its class, or a value its type.
    public static var invalidValue: Self { Self(.invalidValue) }
    /// An object that is needed while it is still being decoded.
    ///
    /// Call `register(self)` in the initializer once every property is set, decode the class in two phases, or wait for
    /// the object with `onceAvailable`.
    public static var cycle: Self { Self(.cycle) }
    /// A limit was reached; the reason names it and its value.
    ///
    /// Raise the limit if you trust the input; `keyed-archive audit` prints what a file needs.
    public static var limitExceeded: Self { Self(.limitExceeded) }
    /// The task was cancelled before the work was done.
    public static var cancelled: Self { Self(.cancelled) }
    /// A request that an archiver or an archive cannot carry out, or a type that refuses to be encoded.
    ///
    /// This is Apple's `NSInvalidArchiveOperationException`.
    public static var invalidArchiveOperation: Self { Self(.invalidArchiveOperation) }
    /// A file that can't be read.
    public static var unreadableFile: Self { Self(.unreadableFile) }
    /// A type that belongs to an actor, such as the main actor, was to be coded elsewhere.
    public static var wrongActor: Self { Self(.wrongActor) }
    /// A coder that has finished, or that failed inside a group, was used again.
    public static var finished: Self { Self(.finished) }
    /// A path that cannot be read or leads nowhere.
    public static var invalidPath: Self { Self(.invalidPath) }
    /// A value that the format cannot hold.
    public static var unrepresentable: Self { Self(.unrepresentable) }
}

extension ArchiveError.Code: CustomStringConvertible {
    /// The stable name.
    public var description: String { name }
}
