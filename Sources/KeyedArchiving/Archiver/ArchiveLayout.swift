package import PropertyLists

/// The generation of Apple's archiver whose layout an archiver follows.
///
/// Every layout is read by every system; they differ in the order of keys and in which equal strings and numbers share
/// an entry. The generations and their rules are read off some 18,900 archives; the systems that each stands for follow
/// from build numbers and dates in those.
///
/// The default is ``current``. For the layout of an archive that was read, ask ``KeyedArchive/layout``.
///
/// ```swift
/// let archiver = KeyedArchiver(layout: .macOS10_14)
/// try archiver.encode(person, forKey: "person")
/// ```
public struct ArchiveLayout: Hashable, Sendable {
    /// The keys of the outer dictionary in the order of the file.
    var outerKeys: [OuterKey]
    /// The order in which the keys of objects are written.
    var keyOrder = KeyOrder()
    /// The policy for which equal values share an entry.
    var sharing = SharingPolicy()
    /// Class names that are one object although they are too long for a tagged pointer.
    var commonClassNames: Set<String>
    /// The order in which objects are listed.
    var objectOrder = BinaryWritingOptions.ObjectOrder.depthFirstWithOrphans
    /// Whether Foundation's own classes make their keys again for each use, as those written in Swift do.
    var makesKeysAtRunTime = false
    /// Whether arrays, sets and dictionaries have a field for each of their objects, such as `NS.object.0`, in place of
    /// lists.
    ///
    /// Foundation, that of older systems at least, writes them so through subclasses of its archiver: Sketch's
    /// `MSArchiver` in all archives that were seen, and SceneKit's `SCNKeyedArchiver` in two of nine. Name the subclass,
    /// too: ``KeyedArchiver/archiverName``.
    public var numbersElements = false
    /// Whether offsets may take 3 bytes.
    var allowsThreeByteOffsets = false
    /// The document type of the XML form.
    var documentType = XMLPropertyListWriter.DocumentType.apple

    /// The keys of the outer dictionary as current systems write them.
    static let modernKeys: [OuterKey] = [.version, .archiver, .top, .objects]
    private static let formerKeys: [OuterKey] = [.version, .objects, .archiver, .top]

    /// macOS whose Foundation is written in Swift, from about macOS 14 on.
    ///
    /// The default. It differs from ``macOS10_15`` where an archive holds several UUIDs.
    public static let current = ArchiveLayout(
        outerKeys: modernKeys,
        commonClassNames: CommonStrings.macOSClassNames,
        makesKeysAtRunTime: true
    )

    /// macOS 10.15 and later, before ``current``.
    public static let macOS10_15 = ArchiveLayout(
        outerKeys: modernKeys,
        commonClassNames: CommonStrings.macOSClassNames
    )

    /// iOS 13 and later.
    public static let iOS13 = ArchiveLayout(outerKeys: modernKeys, commonClassNames: CommonStrings.iOSClassNames)

    /// macOS 10.10 to 10.14.
    public static let macOS10_14 = ArchiveLayout(
        outerKeys: formerKeys,
        commonClassNames: CommonStrings.macOSClassNames
    )

    /// iOS 8 to 12.
    public static let iOS12 = ArchiveLayout(outerKeys: formerKeys, commonClassNames: CommonStrings.iOSClassNames)

    /// macOS 10.8 and 10.9: no string is tagged, and reals are separate objects.
    public static let macOS10_9 = ArchiveLayout(
        outerKeys: formerKeys,
        sharing: .taggedIntegers,
        commonClassNames: CommonStrings.untaggedClassNames
    )

    /// Mac OS X 10.7, 64 bits: as ``macOS10_9``, and the tables of keys start with more room.
    public static let macOSX10_7 = ArchiveLayout(
        outerKeys: formerKeys,
        keyOrder: .macOSX10_6,
        sharing: .taggedIntegers,
        commonClassNames: CommonStrings.untaggedClassNames
    )

    /// Mac OS X 10.6, 64 bits: as ``macOSX10_7``, and of the integers only -1 to 12 are shared.
    public static let macOSX10_6 = ArchiveLayout(
        outerKeys: formerKeys,
        keyOrder: .macOSX10_6,
        sharing: .smallIntegers,
        commonClassNames: CommonStrings.untaggedClassNames
    )

    /// Mac OS X 10.6 and 10.7, 32 bits.
    public static let macOSX10_6_32bit = ArchiveLayout(
        outerKeys: [.top, .objects, .version, .archiver],
        keyOrder: .macOSX10_6_32bit,
        sharing: .smallIntegers,
        commonClassNames: CommonStrings.untaggedClassNames
    )

    /// Mac OS X 10.3 and 10.4: equal strings and numbers are one entry.
    ///
    /// Keys of more than 24 characters were hashed in a way that is not known, so that objects with such keys may have
    /// theirs in another order.
    public static let macOSX10_4 = ArchiveLayout(
        outerKeys: [.archiver, .version, .top, .objects],
        keyOrder: .macOSX10_4,
        sharing: .byValue,
        commonClassNames: [],
        documentType: .appleComputer
    )

    /// Mac OS X 10.5: equal strings and numbers are one entry.
    ///
    /// The order of keys in objects is not known; they are written as in ``macOSX10_4``.
    public static let macOSX10_5 = ArchiveLayout(
        outerKeys: [.version, .top, .archiver, .objects],
        keyOrder: .macOSX10_4,
        sharing: .byValue,
        commonClassNames: [],
        allowsThreeByteOffsets: true,
        documentType: .appleComputer
    )
}

extension ArchiveLayout {
    /// The order in which current systems write the keys of an object, by their positions in the order of encoding.
    ///
    /// - Complexity: O(*n*) in the number of keys and their lengths.
    package static func orderOfKeys(_ keys: [PropertyListString]) -> [Int] {
        current.keyOrder.order(of: keys.map { KeyHash.hash($0.repaired) })
    }

    /// The generation that the order of the keys of the outer dictionary stands for; nil for another number of keys.
    ///
    /// Other writers, the first systems and programs that rewrite property lists, look for equal values.
    ///
    /// - Parameters:
    ///   - outerKeys: The keys that are short text, in the order of the file.
    ///   - count: How many keys there are.
    package init?(outerKeys: [String], of count: Int) {
        let generations: [ArchiveLayout] = [.current, .macOS10_14, .macOSX10_6_32bit, .macOSX10_5, .macOSX10_4]
        if let layout = generations.first(where: { $0.outerKeys.map(\.rawValue) == outerKeys }) {
            self = layout
            return
        }
        let known = outerKeys.compactMap { OuterKey(rawValue: $0) }
        let needed = Self.modernKeys.count
        guard outerKeys.count == count, count == needed, Set(known).count == needed else { return nil }
        self = .macOSX10_4
        self.outerKeys = known
    }

    /// Whether equal values of an archive of the generation are one entry; keys always are.
    package func shares(_ value: PropertyList) -> Bool {
        guard !sharing.isByValue else { return true }
        switch value {
        case .string(let text):
            guard let text = text.string else { return false }
            return sharing.key(of: text) != nil || commonClassNames.contains(text)
        case .integer(let number): return sharing.key(of: number, .int64) != nil
        case .float(let number): return sharing.key(of: number) != nil
        case .double(let number): return sharing.key(of: number) != nil
        default: return false
        }
    }
}
