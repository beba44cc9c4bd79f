internal import PropertyLists

/// An array of objects of any types, as an instance: `NSArray` or `NSMutableArray`.
///
/// A call that asks for any object returns this type for an array. The instance has an identity and may contain itself.
public final class ArchivedArray: TwoPhaseCodingable, ValueCoding, StoredContainer, GraphContainer {
    /// The elements.
    ///
    /// - Complexity: O(1); O(*n*) in the number of elements, up to 32, of an array that was decoded and not changed.
    public var elements: [any Codingable] {
        get { contents.elements }
        set {
            // What the object held may refer back to it, and is released once the object is no longer being changed.
            let old = contents
            contents = .elements(newValue)
            withExtendedLifetime(old) {}
        }
        _modify {
            // Moved out, the array has one holder and is changed in place.
            var elements = contents.elements
            contents = .elements([])
            defer { contents = .elements(elements) }
            yield &elements
        }
    }

    private var contents: CollectionContents

    /// Whether the array is written as `NSMutableArray`.
    public var isMutable: Bool

    /// The entry that it was decoded from.
    package private(set) var entry: StoredEntry?

    /// Creates an array.
    ///
    /// ```swift
    /// let list = ArchivedArray(["Ada", Int64(36)], isMutable: true)
    /// list.elements.append(list)
    /// ```
    public init(_ elements: [any Codingable], isMutable: Bool = false) {
        contents = .elements(elements)
        self.isMutable = isMutable
    }

    /// Creates an empty array.
    public convenience init() {
        self.init([])
    }

    /// `NSArray`.
    public static var codedClassName: String { "NSArray" }

    /// Objects with another class record than that of the type.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }

    /// The class record by whether the array is mutable.
    @usableFromInline
    package static func classRecord(of array: ArchivedArray) -> ArchivedClass? {
        records.record(isMutable: array.isMutable)
    }

    private static let records = VariantRecords(of: "NSArray")

    /// Writes the elements under `NS.objects`.
    public func encode(with archiver: KeyedArchiver) throws {
        archiver.begin(self, at: entry)
        try archiver.encodeElements(elements, forKey: CollectionPart.values.key)
    }

    /// Reads the elements.
    public func decode(with unarchiver: KeyedUnarchiver) throws {
        entry = unarchiver.currentEntry
        isMutable = unarchiver.state.isClass(named: "NSMutableArray")
        let decoded = try unarchiver.decodeContents(forKey: CollectionPart.values.key)
        contents = decoded
    }

    deinit {
        guard holdsGraphs else { return }
        var contents = takeContents()
        ObjectGraph.release(&contents)
    }

    var holdsGraphs: Bool { contents.holdsGraphs }

    func moveContents(to instances: inout [AnyObject]) {
        let taken = contents
        contents = .elements([])
        taken.appendInstances(to: &instances)
    }
}
