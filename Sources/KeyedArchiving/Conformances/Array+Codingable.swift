public import PropertyLists

/// `NSArray`.
extension Array: Codingable where Element: Codingable {
    /// `NSArray`.
    public static var codedClassName: String { "NSArray" }

    /// `NSArray` and `NSObject`.
    public static var codedClassHierarchy: [String] { ["NSArray", "NSObject"] }

    /// `NSMutableArray`.
    public static var codedClassAliases: [String] { ["NSMutableArray"] }

    /// Writes the elements under `NS.objects`.
    @inlinable
    public func encode(with archiver: KeyedArchiver) throws {
        // The type is usually known at compile time, and then so is this result. Where it isn't, finding out whether
        // the array is one of strings takes longer than looking at its elements' type.
        if Element.self == String.self {
            // Safe: the types of the elements are one.
            return try archiver.encodeStrings(unsafe unsafeBitCast(self, to: [String].self), forKey: "NS.objects")
        }
        try archiver.encodeElements(self, forKey: "NS.objects")
    }

    /// Reads the elements from `NS.objects`, or from numbered keys.
    @inlinable
    public init(coder unarchiver: KeyedUnarchiver) throws {
        self = try unarchiver.decodeElements(of: Element.self)
    }

    /// Encodes the collection as an object.
    @inlinable
    public func _encodeReference(with archiver: KeyedArchiver) throws -> UID {
        try archiver.encodeCollection(self)
    }

    /// Decodes the collection.
    @inlinable
    public static func _decode(_ source: _CodingSource, from unarchiver: KeyedUnarchiver) throws -> Self? {
        // The type is usually known at compile time, and then so is this result.
        if case .reference(let uid) = source, Element.self == String.self,
            let strings = unarchiver.decodePlainStrings(uid),
            let array = Substitution.exact(strings, as: Self.self)
        {
            return array
        }
        return try unarchiver.decodeUncached(Self.self, source)
    }
}

/// An array of objects of any types, as an instance: `NSArray` or `NSMutableArray`.
///
/// This is what a call that asks for any object gets for an array. It has an identity and may contain itself.
public final class ArchivedArray: TwoPhaseCodingable, ObjectContainer {
    /// The elements.
    public var elements: [any Codingable] {
        didSet { holdsLeavesOnly = false }
    }

    /// Whether no element is an instance of a class, as far as that is known: then there is none to look for at the
    /// end.
    private var holdsLeavesOnly = false

    /// Whether the array is written as `NSMutableArray`.
    public var isMutable: Bool

    /// Creates an array.
    ///
    /// ```swift
    /// let list = ArchivedArray(["Ada", Int64(36)], isMutable: true)
    /// list.elements.append(list)
    /// ```
    public init(_ elements: [any Codingable], isMutable: Bool = false) {
        self.elements = elements
        self.isMutable = isMutable
    }

    /// Creates an empty array.
    public convenience init() {
        self.init([])
    }

    /// `NSArray`.
    public static var codedClassName: String { "NSArray" }

    /// `NSMutableArray`.
    public static var codedClassAliases: [String] { ["NSMutableArray"] }

    /// The class record by whether the array is mutable.
    public var _classRecord: ArchivedClass? {
        CollectionClass.record("NSArray", "NSMutableArray", isMutable)
    }

    /// Writes the elements under `NS.objects`.
    public func encode(with archiver: KeyedArchiver) throws {
        try archiver.encodeElements(elements, forKey: "NS.objects")
    }

    /// Reads the elements.
    public func decode(with unarchiver: KeyedUnarchiver) throws {
        isMutable = unarchiver.state.isClass(named: "NSMutableArray")
        let (elements, areLeaves) = try unarchiver.decodeElementsOfAnyType(forKey: "NS.objects")
        self.elements = elements
        holdsLeavesOnly = areLeaves
    }

    deinit {
        if holdsLeavesOnly { return }
        var contents = takeContents()
        ObjectGraph.release(&contents)
    }

    /// Leaves the array empty.
    ///
    /// - Returns: The instances that it held.
    package func takeContents() -> [AnyObject] {
        defer { elements = [] }
        if holdsLeavesOnly { return [] }
        var instances: [AnyObject] = []
        instances.reserveCapacity(elements.count)
        for element in elements { if let instance = element._object { instances.append(instance) } }
        return instances
    }
}

/// The class records of collections with a mutable variant.
package enum CollectionClass {
    package static func record(_ name: String, _ mutableName: String, _ isMutable: Bool) -> ArchivedClass {
        isMutable
            ? ArchivedClass(name: mutableName, hierarchy: [mutableName, name, "NSObject"])
            : ArchivedClass(name: name, hierarchy: [name, "NSObject"])
    }
}
