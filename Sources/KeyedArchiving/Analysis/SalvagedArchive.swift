public import PropertyLists

/// The objects recovered from a damaged or truncated archive, and a list of the losses.
///
/// ``KeyedArchive/salvage(_:limits:)`` makes it.
public struct SalvagedArchive: Sendable {
    /// An entry of the archive that is lost.
    public struct Loss: Hashable, Sendable {
        /// Its place in `$objects`; in ``SalvagedArchive/archive`` there is nil.
        public var uid: UID
        /// The offset in bytes of the lost entry in the file, if that is known.
        public var byteOffset: Int?
        /// The reason for the loss, in one lower-case clause.
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
    /// The defects of the file itself, in lower-case clauses, such as `the trailer is missing`.
    public var damages: [String] = []

    /// The offsets in the file, in bytes, of texts, data and numbers in ``archive`` that may be wrong because the line
    /// ends of the file were changed.
    public var doubtfulOffsets: [Int] = []

    /// Whether nothing is wrong with the file.
    public var isIntact: Bool { losses.isEmpty && gaps.isEmpty && damages.isEmpty }
}

extension KeyedArchive {
    /// Recovers every intact object of a damaged or truncated archive.
    ///
    /// ```swift
    /// let salvaged = try KeyedArchive.salvage(Array(bytes.dropLast(1000)))
    /// print(salvaged.intactCount, salvaged.losses.count, salvaged.damages)
    /// let root = salvaged.archive["root"]
    /// ```
    ///
    /// In a binary archive the objects are found without the trailer and the offset table if these are missing or
    /// wrong, and an object whose bytes and class record are sound is recovered regardless of damage elsewhere, as far
    /// as `$objects` tells which entry it is. In an XML archive everything before the damage comes back. Where
    /// `$top` is lost, the first object is taken for the root.
    ///
    /// A binary archive whose line ends were changed, as a version control system changes those of text, every 0D to 0A
    /// or every 0A to 0D, comes back byte for byte as far as its structure and the order of encoding say which byte was
    /// which; ``SalvagedArchive/doubtfulOffsets`` lists the others, most of them in texts, data and numbers. There,
    /// longer text has line feeds, and other doubtful bytes stay as they are in the file. Of one in which every 0A
    /// became 0D 0A, each byte comes back; of one in which every 0D 0A became 0A, each but those of texts and data with
    /// line ends of both kinds.
    ///
    /// Changed bytes inside a value can't be detected: a text or a number with a wrong byte is another valid text or
    /// number. Decode recovered objects with care.
    ///
    /// - Parameters:
    ///   - source: The damaged archive.
    ///   - limits: Bounds on the work that the input may cause.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/notAKeyedArchive`` if not even the list of entries can be found,
    ///   ``/PropertyLists/ArchiveError/Code/limitExceeded``.
    /// - Complexity: O(*n*) in the size of the input; no recursion.
    public static func salvage(
        _ source: some ArchiveSource,
        limits: Limits = .default
    ) throws(ArchiveError) -> SalvagedArchive {
        try salvage(bytes: source.archiveBytes(), limits: limits)
    }

    private static func salvage(bytes: [UInt8], limits: Limits) throws(ArchiveError) -> SalvagedArchive {
        let change = LineEndChange(in: bytes)
        let restored = try LineEnds.restored(bytes, change, limits: limits)
        var salvaged: SalvagedArchive
        if let sound = sound(restored, limits) {
            salvaged = sound
        } else {
            var salvager = try ArchiveSalvager(restored?.bytes ?? bytes, limits: limits)
            salvaged = try salvager.salvage()
        }
        if let change, restored != nil || !salvaged.isIntact {
            salvaged.damages.insert(change.cause, at: 0)
            salvaged.doubtfulOffsets = restored?.doubtfulOffsets ?? []
        }
        return salvaged
    }

    /// The archive with restored line ends as the result, if it has no other problems.
    private static func sound(_ restored: LineEnds.Restored?, _ limits: Limits) -> SalvagedArchive? {
        guard let restored, let archive = try? KeyedArchive(restored.bytes, limits: limits),
            archive.problems(limit: 1).isEmpty
        else { return nil }
        return SalvagedArchive(archive: archive, intactCount: archive.objectCount)
    }
}
