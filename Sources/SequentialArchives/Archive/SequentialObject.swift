/// A class of an archive, with the version that it had where the archive was written.
public struct SequentialClass: Hashable, Sendable {
    /// The number of the class.
    public let reference: SequentialReference

    /// The name as it is stored.
    public let nameBytes: [UInt8]

    /// The version of the class: what `version(forClassName:)` returns.
    public let version: Int

    /// The superclass, or nil.
    public let superclass: SequentialReference?

    /// The name.
    public var name: String { String(decoding: nameBytes, as: UTF8.self) }
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

    /// The class and its superclasses, the object's own first.
    ///
    /// - Complexity: O(*n*), where *n* is the number of classes.
    public var classes: [SequentialClass] {
        guard case .object(let classNumber) = archive.item(reference.number) else { return [] }
        return archive.classChain(from: classNumber)
    }

    /// The name of the object's own class.
    public var className: String {
        guard case .object(let classNumber) = archive.item(reference.number),
            case .class(let record) = archive.item(classNumber)
        else { return "" }
        return String(decoding: record.name, as: UTF8.self)
    }

    /// Whether the object's class or one of its superclasses has a name.
    public func isKind(of className: String) -> Bool {
        let bytes = Array(className.utf8)
        return classes.contains { $0.nameBytes == bytes }
    }

    /// What its classes wrote, by convention those of the superclasses first.
    ///
    /// - Complexity: O(*n*), where *n* is the size of what the object holds itself, without the contents of others.
    public var groups: [SequentialGroup] { archive.groups(from: archive.source(ofObject: reference.number)) }

    /// The values of all groups, one after another.
    public var values: [SequentialValue] { groups.flatMap(\.values) }

    /// The object that a value refers to; nil if it refers to none.
    public func object(_ value: SequentialValue) -> SequentialObject? { archive.object(value) }
}
