public import PropertyLists

/// What could be got out of an archive that is damaged or cut short.
///
/// ``KeyedArchive/salvage(_:limits:)`` makes it.
public struct SalvagedArchive: Sendable {
    /// An entry of the archive that is lost.
    public struct Loss: Hashable, Sendable {
        /// Its place in `$objects`; in ``SalvagedArchive/archive`` there is nil.
        public var uid: UID
        /// Where it was in the file, in bytes, if that is known.
        public var byteOffset: Int?
        /// Why it is lost, in one lower-case clause.
        public var reason: String
    }

    /// An object some of whose fields are lost.
    public struct Gap: Hashable, Sendable {
        /// The object.
        public var uid: UID
        /// The keys of its lost fields, and of those that are lists with lost elements.
        public var keys: [String]
        /// How many fields are lost whose keys are lost, too.
        public var unnamedCount: Int
    }

    /// An archive with all entries that are intact, under their own UIDs.
    ///
    /// References to lost ones lead to nil.
    public var archive: KeyedArchive
    /// How many entries there are in it, `$null` and class records included.
    public var intactCount = 0
    /// The entries that are lost.
    public var losses: [Loss] = []
    /// The objects of which a part is lost.
    public var gaps: [Gap] = []
    /// What was wrong with the file itself, in lower-case clauses, such as `the file is cut short`.
    public var damages: [String] = []

    /// Whether nothing is wrong with the file.
    public var isIntact: Bool { losses.isEmpty && gaps.isEmpty && damages.isEmpty }
}

extension KeyedArchive {
    /// Gets every intact object out of an archive that is damaged or cut short.
    ///
    /// ```swift
    /// let salvaged = try KeyedArchive.salvage(Array(bytes.dropLast(1000)))
    /// print(salvaged.intactCount, salvaged.losses.count, salvaged.damages)
    /// let root = salvaged.archive["root"]
    /// ```
    ///
    /// In a binary archive the objects are found without the trailer and the offset table if these are missing or
    /// wrong, and an object whose own bytes and whose class record are sound comes back whatever is wrong elsewhere, as
    /// far as `$objects` tells which entry it is. In an XML archive everything before the damage comes back. Where
    /// `$top` is lost, the first object is taken for the root.
    ///
    /// What bytes that were changed mean can't be known: a text or a number with a wrong byte is another text or
    /// number, and no error. Decode what comes back with care.
    ///
    /// - Parameters:
    ///   - bytes: The damaged archive.
    ///   - limits: Bounds on the work that the input may cause.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/notAKeyedArchive`` if not even the list of entries can be found,
    ///   ``/PropertyLists/ArchiveError/Code/limitExceeded``.
    /// - Complexity: O(*n*) in the size of the input; no recursion.
    public static func salvage(
        _ bytes: [UInt8],
        limits: Limits = .default
    ) throws(ArchiveError) -> SalvagedArchive {
        var salvager = try ArchiveSalvager(bytes, limits: limits)
        return try salvager.salvage()
    }
}
