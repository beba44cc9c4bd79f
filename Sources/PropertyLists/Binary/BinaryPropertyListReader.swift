/// Reads a binary property list (`bplist00`).
///
/// Opening checks the header, the trailer and the offset table in one pass. ``tree()`` reads everything into a
/// ``PropertyList``.
///
/// For any bytes, reading throws or returns; it never traps, and each call takes time in proportion to the content that
/// it reads. The format agrees with 18,863 archives written by Apple systems: `bplist00`, objects one after the
/// other, an offset table, a trailer of 32 bytes. Where files differ from that, the arrangement may be odd but not the
/// content:
///
/// - **Version**: `00`, or `0` and another character, which CoreFoundation reads, too. No Apple system writes another
///   one for an archive; a file with the version `15` or the like has another format.
/// - **Arrangement**: bytes after the trailer, if its numbers show where it is; offsets and references of 1 to 8 bytes;
///   lengths in more bytes than they need; gaps; unused bytes of the trailer that are not zero; unreachable objects;
///   offsets that are the same or lead into another object. Every object must end before the offset table, and that
///   before the trailer. A second property list between the two is refused. ``oddities(limit:)`` lists peculiarities.
/// - **Markers**: all that Apple's writers and readers know, null and both kinds of sets among them. Fill bytes, UTF-8
///   strings and undefined markers are refused.
/// - **Numbers**: integers of 1, 2 and 4 bytes have no sign, those of 8 and 16 have one; UIDs reach to 64 bits.
///   Reals and dates may be any bit pattern, which is kept.
/// - **Text**: bytes above 0x7F in ASCII strings, which Apple's writer never makes, are characters of ISO 8859-1, as
///   CoreFoundation reads them, and are written unchanged. UTF-16 may have unpaired surrogates, which are kept.
/// - **Containers**: a tree has no container that holds itself, and none as a key. Duplicate keys are kept, and looking
///   up finds the first. Keys that are other scalars than strings are kept, too; strict checking reports them.
///
/// ```swift
/// let tree = try BinaryPropertyListReader(bytes).tree()
/// ```
public struct BinaryPropertyListReader: Sendable {
    /// When the entries of the offset table are checked.
    package enum Validation: Hashable, Sendable {
        /// All of them when the list is opened, so that a damaged table is found at once.
        case offsetTable
        /// Each when its object is read, so that opening costs the same for any size.
        case onAccess
    }

    /// The input.
    @usableFromInline package let bytes: [UInt8]

    @usableFromInline package let referenceSize: Int
    @usableFromInline let offsetSize: Int
    @usableFromInline let offsetTableStart: Int
    @usableFromInline let count: Int
    /// The last position at which eight bytes can be loaded; at least 34, as the trailer alone has 32 bytes.
    @usableFromInline let lastWord: Int

    /// How far to shift eight bytes down so that a reference is left, and an offset.
    @usableFromInline let referenceShift: UInt64
    @usableFromInline let offsetShift: UInt64

    /// The facts that aren't needed for reading an object, stored separately, so that a reader takes only a few words.
    private let details: Details

    private final class Details: Sendable {
        let trailer: BinaryTrailer
        let limits: Limits
        /// The peculiarities of the header and the end.
        let oddities: [ArchiveError]
        /// Whether the bytes were made of text, in which other places count.
        let isMadeOfText: Bool

        init(_ trailer: BinaryTrailer, _ limits: Limits, _ oddities: [ArchiveError], isMadeOfText: Bool) {
            self.trailer = trailer
            self.limits = limits
            self.oddities = oddities
            self.isMadeOfText = isMadeOfText
        }
    }

    /// The trailer, checked against the size of the input.
    @usableFromInline package var trailer: BinaryTrailer { details.trailer }

    /// The limits that hold for this list.
    public var limits: Limits { details.limits }

    /// The peculiarities of the header and the end.
    var openingOddities: [ArchiveError] { details.oddities }

    /// Opens a binary property list.
    ///
    /// ```swift
    /// let reader = try BinaryPropertyListReader(bytes, limits: .untrusted)
    /// ```
    ///
    /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/unrecognizedFormat``,
    ///   ``ArchiveError/Code/unsupportedVersion``, ``ArchiveError/Code/truncated``,
    ///   ``ArchiveError/Code/invalidTrailer``, ``ArchiveError/Code/invalidOffset`` or
    ///   ``ArchiveError/Code/limitExceeded``, and the byte offset of the error.
    /// - Complexity: O(*n*) in the number of objects.
    public init(_ bytes: [UInt8], limits: Limits = .default) throws(ArchiveError) {
        try self.init(bytes, limits: limits, validation: .offsetTable)
    }

    /// The same, which checks the offset table at another time.
    ///
    /// - Parameter isMadeOfText: Whether the bytes aren't those of the input, but were made of its text.
    package init(
        _ bytes: [UInt8],
        limits: Limits = .default,
        validation: Validation,
        isMadeOfText: Bool = false
    ) throws(ArchiveError) {
        var bytes = bytes
        var oddities: [ArchiveError] = []
        let trailer: BinaryTrailer
        do {
            trailer = try BinaryTrailer(of: bytes, limits: limits)
        } catch {
            // Something may follow the list. What can't be a list for another reason can't be one without that either.
            guard error.code == .invalidTrailer, let end = BinaryTrailer.lastEnd(in: bytes), end < bytes.count,
                BinaryTrailer.header(in: bytes[end...]) == nil
            else { throw error }
            oddities.append(.bytesAfterEnd(bytes.count - end, at: end))
            bytes.removeLast(bytes.count - end)
            trailer = try BinaryTrailer(of: bytes, limits: limits)
        }
        if let oddity = BinaryTrailer.oddity(ofHeader: bytes) { oddities.append(oddity) }
        self.bytes = bytes
        details = Details(trailer, limits, oddities, isMadeOfText: isMadeOfText)
        referenceSize = trailer.referenceSize
        offsetSize = trailer.offsetSize
        referenceShift = Self.shift(forWidth: referenceSize)
        offsetShift = Self.shift(forWidth: offsetSize)
        offsetTableStart = trailer.offsetTableStart
        count = trailer.objectCount
        lastWord = max(0, bytes.count - 8)
        if validation == .offsetTable {
            var first = 0
            while first < count {
                try Cancellation.check()
                let end = min(first + 65_536, count)
                for number in first..<end { _ = try offset(of: ObjectIndex(number)) }
                first = end
            }
        }
        if limits.refusesOddInput, let oddity = self.oddities(limit: 1).first { throw oddity }
    }

    /// The number of objects.
    @usableFromInline package var objectCount: Int { count }

    /// The indices of all objects, in the order of the offset table.
    @inlinable
    package var objectIndices: Range<ObjectIndex> { 0..<ObjectIndex(count) }

    /// The index of the top object.
    @usableFromInline package var topObject: ObjectIndex { trailer.topObject }

    /// The big-endian integer of `width` bytes, 1 to 8, at a position before the trailer.
    ///
    /// Eight bytes are loaded at once and the surplus is shifted out, so that every width takes the same
    /// time. The load is checked: `lastWord` is derived from the count of an array that never changes, and one
    /// comparison without sign covers both ends. Going byte by byte through checked subscripts would slow down all
    /// decoding (row `decode number` of `Instructions.tsv`).
    @inlinable
    @inline(__always)
    package func integer(at position: Int, width: Int) -> UInt64 {
        integer(at: position, shift: Self.shift(forWidth: width))
    }

    /// How far to shift eight bytes down so that `width` of them are left.
    @inlinable
    @inline(__always)
    static func shift(forWidth width: Int) -> UInt64 {
        UInt64(truncatingIfNeeded: 64 &- 8 &* width)
    }

    /// The big-endian integer at a position before the trailer that is left after shifting eight bytes down.
    @inlinable
    @inline(__always)
    func integer(at position: Int, shift: UInt64) -> UInt64 {
        precondition(UInt(bitPattern: position) <= UInt(bitPattern: lastWord))
        let word = unsafe bytes.withUnsafeBytes {
            unsafe $0.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        }
        return UInt64(bigEndian: word) &>> shift
    }

    /// The position of an object in the input, in bytes.
    ///
    /// ```swift
    /// print(try reader.offset(of: reader.topObject))
    /// ```
    ///
    /// - Throws: ``ArchiveError/Code/invalidReference`` if there is no such object,
    ///   ``ArchiveError/Code/invalidOffset`` if the offset table places it outside the object area.
    /// - Complexity: O(1).
    @inlinable
    @inline(__always)
    package func offset(of index: ObjectIndex) throws(ArchiveError) -> Int {
        let offset = uncheckedOffset(of: index)
        // One comparison for both bounds: what is below 8 wraps around to a large number.
        guard offset &- 8 < UInt64(truncatingIfNeeded: offsetTableStart &- 8) else { throw badOffset(of: index) }
        return Int(truncatingIfNeeded: offset)
    }

    /// The offset in bytes of an object in the input, for errors; nil if that is text, or there is no such object.
    package func place(of index: ObjectIndex) -> Int? { details.isMadeOfText ? nil : try? offset(of: index) }

    /// The entry of the offset table for an object, as it is stored; 0, which is never right, if there is no such
    /// object.
    @inlinable
    @inline(__always)
    func uncheckedOffset(of index: ObjectIndex) -> UInt64 {
        guard contains(index) else { return 0 }
        return integer(at: offsetTableStart &+ index.rawValue &* offsetSize, shift: offsetShift)
    }

    /// Whether there is an object with an index.
    @inlinable
    @inline(__always)
    package func contains(_ index: ObjectIndex) -> Bool {
        UInt(bitPattern: index.rawValue) < UInt(bitPattern: count)
    }

    /// One reference of a run.
    ///
    /// ```swift
    /// if case .array(let elements) = try reader.object(at: reader.topObject), elements.count > 0 {
    ///     print(try reader.object(at: reader.reference(0, of: elements)))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - position: The position in the run.
    ///   - references: A run that this reader gave.
    /// - Returns: The index of an object. It may be out of range: reading that object then throws.
    /// - Throws: ``ArchiveError/Code/invalidReference`` if the run has no such position, or is of another input.
    /// - Complexity: O(1).
    @inlinable
    package func reference(_ position: Int, of references: BinaryReferences) throws(ArchiveError) -> ObjectIndex {
        guard position >= 0, position < references.count,
            references.position &+ (position &+ 1) &* referenceSize <= offsetTableStart
        else { throw noSuchReference(position, of: references) }
        return unchecked(position, of: references)
    }

    /// The reference at a position that the caller knows to be in the run.
    @inlinable
    @inline(__always)
    package func unchecked(_ position: Int, of references: BinaryReferences) -> ObjectIndex {
        let value = integer(at: references.position &+ position &* referenceSize, shift: referenceShift)
        return ObjectIndex(Int(truncatingIfNeeded: min(value, UInt64(Int.max))))
    }

    @usableFromInline
    func noSuchReference(_ position: Int, of references: BinaryReferences) -> ArchiveError {
        ArchiveError(
            .invalidReference,
            "there is no reference \(position) in the run of \(references.count) at byte \(references.position)",
            remedy: "ask only for positions below the count, of a run that this reader gave"
        )
    }

    /// The error for an object that does not exist, or whose offset is wrong.
    @usableFromInline
    @inline(never)
    func badOffset(of index: ObjectIndex) -> ArchiveError {
        guard contains(index) else {
            return ArchiveError(
                .invalidReference,
                "object \(index) does not exist; there are \(count)",
                remedy: ArchiveError.damageRemedy
            )
        }
        return ArchiveError(
            .invalidOffset,
            "object \(index) lies at byte \(uncheckedOffset(of: index)), outside the objects "
                + "(bytes 8 to \(offsetTableStart - 1))",
            at: offsetTableStart + index.rawValue * offsetSize,
            remedy: "the offset table is damaged; get a fresh copy"
        )
    }
}
