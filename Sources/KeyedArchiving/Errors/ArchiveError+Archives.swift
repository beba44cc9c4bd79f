package import PropertyLists

extension ArchiveError {
    /// The error for a type that doesn't support secure coding where that is required.
    @inline(never)
    static func insecure(_ type: any Codingable.Type, _ code: Code) -> ArchiveError {
        ArchiveError(
            code,
            "secure coding is required, but \(type) does not support it",
            className: type.codedClassName,
            remedy: "let `supportsSecureCoding` return true once the type decodes with explicit types only"
        )
    }
}

// Failures that more than one call can report; each fault has one wording.

extension ArchiveError {
    /// The error for an entry that is a container other than a dictionary, or a reference.
    @inline(never)
    static func oddEntry(_ kind: ObjectKind, uid: UID, at byteOffset: Int? = nil) -> ArchiveError {
        damaged(
            .invalidObject,
            "an entry of $objects is \(kind.words), not a value, an object or a class record",
            uid: uid,
            at: byteOffset
        )
    }

    /// The error for an object whose `$class` isn't a reference.
    ///
    /// - Parameter kind: The kind of the object, in words.
    @inline(never)
    static func noClassReference(_ kind: String) -> ArchiveError {
        damaged(.invalidClassRecord, "the object's $class is \(kind), not a reference")
    }

    /// The error for something else than a class record in the place of one.
    @inline(never)
    static func notAClassRecord(_ classUID: UID) -> ArchiveError {
        damaged(
            .invalidClassRecord, "object \(classUID) is not a class record, which $class has to refer to", uid: classUID
        )
    }

    /// The error for a key that a Swift string cannot hold, in an archive or to be put into one.
    @inline(never)
    static func unpairedSurrogateInKey(
        _ code: Code,
        at byteOffset: Int? = nil,
        remedy: String = "use KeyedArchive, which keeps the code units"
    ) -> ArchiveError {
        ArchiveError(
            code,
            "a key holds an unpaired surrogate, which a Swift string cannot",
            at: byteOffset,
            remedy: remedy
        )
    }

    /// The error for a UID that no object of the archive has.
    @inline(never)
    package static func noSuchObject(_ uid: UID, count: Int) -> ArchiveError {
        damaged(.invalidReference, "there is no object \(uid); the archive has \(count)", uid: uid)
    }

    /// The error for a dictionary among the objects that is neither an object nor a class record.
    static var noClass: ArchiveError {
        damaged(.invalidObject, "an object has no class: there is neither $class nor $classname")
    }

    /// The error for a reference to a class record where an object is expected.
    @inline(never)
    static func classRecordAsObject(_ uid: UID) -> ArchiveError {
        damaged(.invalidObject, "object \(uid) is a class record, which only $class refers to", uid: uid)
    }
}

extension ArchiveError {
    /// The error for an archive that is to be written in a form without UIDs.
    static let archiveInOpenStep = ArchiveError(
        .unrepresentable,
        "OpenStep text has no UIDs, and so holds no keyed archive",
        remedy: "write the binary or the XML form"
    )
}
