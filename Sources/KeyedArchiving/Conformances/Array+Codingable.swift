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
        // The elements' type is compared, where a cast of the array would look at the array: the type is usually known
        // at compile time, and then so is this result.
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
    ///
    /// - Complexity: O(1); O(*n*) in the number of elements, up to 32, of an array that was decoded and not changed.
    public var elements: [any Codingable] {
        get { contents.elements }
        set { contents = .elements(newValue) }
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

    /// `NSMutableArray`.
    public static var codedClassAliases: [String] { ["NSMutableArray"] }

    /// The class record by whether the array is mutable.
    public var _classRecord: ArchivedClass? {
        CollectionClass.record("NSArray", "NSMutableArray", isMutable)
    }

    /// Writes the elements under `NS.objects`.
    public func encode(with archiver: KeyedArchiver) throws {
        try archiver.encodeElements(elements, forKey: CollectionFields.elements)
    }

    /// Reads the elements.
    public func decode(with unarchiver: KeyedUnarchiver) throws {
        isMutable = unarchiver.state.isClass(named: "NSMutableArray")
        let decoded = try unarchiver.decodeContents(forKey: CollectionFields.elements)
        contents = decoded
    }

    deinit {
        guard contents.holdsGraphs else { return }
        var contents = takeContents()
        ObjectGraph.release(&contents)
    }

    /// Leaves the array empty.
    ///
    /// - Returns: The instances that it held.
    package func takeContents() -> [AnyObject] {
        var instances: [AnyObject] = []
        moveContents(to: &instances)
        return instances
    }

    /// Moves the instances that the array holds to a list, if one of them may hold others.
    func moveGraphs(to instances: inout [AnyObject]) {
        if contents.holdsGraphs { moveContents(to: &instances) }
    }

    private func moveContents(to instances: inout [AnyObject]) {
        let taken = contents
        contents = .elements([])
        taken.appendInstances(to: &instances)
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
