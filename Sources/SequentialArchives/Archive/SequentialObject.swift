/// A class of an archive, with the version that it had where the archive was written.
public struct SequentialClass: Hashable, Sendable {
    /// The number of the class.
    public let reference: SequentialReference

    /// The name as it is stored.
    public let nameBytes: [UInt8]

    /// The version of the class, as `version(forClassName:)` returns it.
    public let version: Int

    /// The superclass, or nil.
    public let superclass: SequentialReference?

    /// The name; bytes that aren't UTF-8 are replaced.
    public var name: String { String(decoding: nameBytes, as: UTF8.self) }
}

extension SequentialClass {
    /// The class with a number of a file.
    init(_ number: Int, _ item: NumberedItem, name: [UInt8]) {
        self.init(
            reference: SequentialReference(number),
            nameBytes: name,
            version: Int(item.version),
            superclass: item.superclass.map { SequentialReference($0) }
        )
    }
}

/// An object of an archive: its classes, and the groups that they wrote.
///
/// ```swift
/// let archive = try SequentialArchive(bytes)
/// if let root = archive.root {
///     print(root.className, root.groups.map(\.types))
/// }
/// ```
public struct SequentialObject: Sendable {
    let archive: SequentialArchive

    /// The number of the object.
    public let reference: SequentialReference

    /// The number of the object's own class; nil for an object whose class can't be found.
    ///
    /// - Complexity: O(1), unlike ``classes``.
    public var classReference: SequentialReference? {
        guard case .object(let classNumber) = archive.item(reference.number) else { return nil }
        return SequentialReference(classNumber)
    }

    /// The class and its superclasses, the object's own first.
    ///
    /// - Complexity: O(1) in an archive whose classes weren't changed, as long chains were made while it was opened;
    ///   otherwise O(*n*), where *n* is the number of these classes.
    public var classes: [SequentialClass] { classReference.map { archive.classChain(from: $0.number) } ?? [] }

    /// The name of the object's own class; empty for an object whose class can't be found.
    public var className: String { classReference.flatMap(archive.classRecord)?.name ?? "" }

    /// Whether the object's class or one of its superclasses has a name.
    ///
    /// To find all objects of a class, use ``SequentialArchive/objects(ofClass:)``.
    ///
    /// - Complexity: O(*n*), where *n* is the number of these classes.
    public func isKind(of className: String) -> Bool {
        var known: [Int: Bool] = [:]
        return classReference.map { archive.isKind($0, of: Array(className.utf8), known: &known) } ?? false
    }

    /// The groups that the object's classes wrote, by convention those of the superclasses first.
    ///
    /// - Complexity: O(*n*), where *n* is the size of the object, without the objects that it refers to.
    public var groups: [SequentialGroup] { archive.groups(from: archive.source(ofObject: reference.number)) }

    /// The values of all groups, one after another.
    ///
    /// - Complexity: As that of ``groups``.
    public var values: [SequentialValue] { groups.flatMap(\.values) }

    /// The object that a value refers to; nil if it refers to none.
    public func object(_ value: SequentialValue) -> SequentialObject? { archive.object(value) }
}
