public import PropertyLists

// Numbers of objects stay as they are while an archive is changed; the file gets new ones when it is written, in the
// order in which objects are seen. An object that nothing refers to anymore isn't written.

extension SequentialArchive {
    /// Creates an archive without contents.
    ///
    /// ```swift
    /// var archive = SequentialArchive(header: .default)
    /// try archive.setGroups([SequentialGroup(types: "i", values: [.integer(36)])])
    /// let bytes = archive.bytes()
    /// ```
    ///
    /// - Parameters:
    ///   - header: The order of bytes, and the version of the system that the archive names.
    ///   - limits: Bounds on the work of reading the changed archive, and on ``canonicalText()``.
    public init(header: SequentialHeader, limits: Limits = .default) {
        storage = SequentialStorage(header, limits: limits)
        self.header = header
        edits = SequentialEdits()
    }

    /// Replaces the groups of the top level.
    ///
    /// ```swift
    /// try archive.setGroups([SequentialGroup(types: "iI", values: [.integer(1), .unsignedInteger(10)])])
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidReference`` if a value refers to an item that doesn't exist
    ///   or is of another kind.
    /// - Complexity: O(*n*), where *n* is the size of the groups.
    public mutating func setGroups(_ groups: [SequentialGroup]) throws(ArchiveError) {
        try check(groups)
        edits = edits ?? SequentialEdits()
        edits?.topLevel = groups
    }

    /// Replaces the groups of an object.
    ///
    /// ```swift
    /// try archive.setGroups([SequentialGroup(types: "@", values: [.object(friend)])], of: person)
    /// ```
    ///
    /// - Throws: As ``setGroups(_:)`` does, also if there is no such object.
    public mutating func setGroups(
        _ groups: [SequentialGroup],
        of object: SequentialReference
    ) throws(ArchiveError) {
        try check(object, isObject: true)
        try check(groups)
        edits = edits ?? SequentialEdits()
        edits?.groups[object.number] = groups
    }

    /// Replaces a value.
    ///
    /// ```swift
    /// var archive = try SequentialArchive(bytes)
    /// if let text = archive.objects(ofClass: "NSString").first {
    ///     try archive.setValue(.bytes(Array("new text".utf8)), at: 0, ofGroup: 0, in: text.reference)
    /// }
    /// let changed = archive.bytes()
    /// ```
    ///
    /// - Parameters:
    ///   - value: The value, of the type that the group has at this place.
    ///   - index: Which value of the group.
    ///   - groupIndex: Which group.
    ///   - object: The object; nil for the top level.
    /// - Throws: As ``setGroups(_:)`` and ``SequentialGroup/init(types:values:)`` do;
    ///   ``/PropertyLists/ArchiveError/Code/valueNotFound`` if there is no such value.
    /// - Complexity: O(*n*), where *n* is the size of the object, without the objects that it refers to.
    public mutating func setValue(
        _ value: SequentialValue,
        at index: Int,
        ofGroup groupIndex: Int,
        in object: SequentialReference?
    ) throws(ArchiveError) {
        if let object { try check(object, isObject: true) }
        var groups = object.map { self.groups(from: source(ofObject: $0.number)) } ?? self.groups
        guard groups.indices.contains(groupIndex), groups[groupIndex].values.indices.contains(index) else {
            throw ArchiveError(
                .valueNotFound, "there is no value \(index) in group \(groupIndex)", uid: object?.uid,
                remedy: "look into the groups for what is there, or set all of them with `setGroups`")
        }
        var values = groups[groupIndex].values
        values[index] = value
        groups[groupIndex] = try SequentialGroup(typeBytes: groups[groupIndex].typeBytes, values: values)
        if let object { try setGroups(groups, of: object) } else { try setGroups(groups) }
    }

    /// Adds an object, which is written where a value refers to it first; one that nothing refers to isn't written.
    ///
    /// ```swift
    /// let person = try archive.addObject(ofClass: personClass)
    /// try archive.setGroups([SequentialGroup(types: "@", values: [.object(person)])])
    /// ```
    ///
    /// - Returns: The number of the object, for values that refer to it.
    /// - Parameters:
    ///   - classReference: The class.
    ///   - groups: The groups that its classes write; leave this empty for an object that refers to itself, and set it
    ///     later.
    /// - Throws: As ``setGroups(_:)`` does.
    public mutating func addObject(
        ofClass classReference: SequentialReference,
        groups: [SequentialGroup] = []
    ) throws(ArchiveError) -> SequentialReference {
        try check(classReference, isObject: false)
        try check(groups)
        let reference = add(.object(class: classReference.number))
        edits?.groups[reference.number] = groups
        return reference
    }

    /// Adds a class, which is written where an object of it, or a value that is the class, is seen first.
    ///
    /// ```swift
    /// let root = try archive.addClass(name: "NSObject", superclass: nil)
    /// let personClass = try archive.addClass(name: "Person", version: 1, superclass: root)
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - version: The version, Apple's `+version`.
    ///   - superclass: The superclass; nil for a root class.
    /// - Returns: The number of the class.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidReference`` if the superclass doesn't exist.
    public mutating func addClass(
        name: String,
        version: Int32 = 0,
        superclass: SequentialReference?
    ) throws(ArchiveError) -> SequentialReference {
        if let superclass { try check(superclass, isObject: false) }
        return add(.class(.init(name: Array(name.utf8), version: version, superclass: superclass?.number)))
    }

    /// Adds a C string.
    ///
    /// ```swift
    /// let name = try archive.addCString(Array("Ada".utf8))
    /// try archive.setGroups([SequentialGroup(types: "*", values: [.cString(name)])])
    /// ```
    ///
    /// - Parameter bytes: The bytes, without the zero at the end.
    /// - Returns: The number of the C string.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidValue`` if a zero is among the bytes.
    public mutating func addCString(_ bytes: [UInt8]) throws(ArchiveError) -> SequentialReference {
        guard !bytes.contains(0) else {
            throw ArchiveError(
                .invalidValue, "a C string has no zero but at its end",
                remedy: "leave the zeros out; the one at the end is not written")
        }
        return add(.cString(bytes))
    }

    /// Gives a class another name and version, for all objects of it.
    ///
    /// ```swift
    /// for record in archive.classes where record.name == "OldPerson" {
    ///     try archive.renameClass(record.reference, to: "Person", version: 1)
    /// }
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidReference`` if there is no such class.
    public mutating func renameClass(
        _ reference: SequentialReference,
        to name: String,
        version: Int32
    ) throws(ArchiveError) {
        try check(reference, isObject: false)
        guard case .class(var record) = item(reference.number) else { return }
        record.name = Array(name.utf8)
        record.version = version
        edits = edits ?? SequentialEdits()
        edits?.classes[reference.number] = record
    }

    private mutating func add(_ item: SequentialItem) -> SequentialReference {
        let reference = SequentialReference(itemCount)
        edits = edits ?? SequentialEdits()
        edits?.added.append(item)
        return reference
    }

    // MARK: Checks

    private func check(_ reference: SequentialReference, isObject: Bool) throws(ArchiveError) {
        if hasItem(reference) {
            switch item(reference.number) {
            case .object where isObject: return
            case .class where !isObject: return
            default: break
            }
        }
        throw Self.wrongReference(reference, isObject ? "an object" : "a class")
    }

    private func check(_ groups: [SequentialGroup]) throws(ArchiveError) {
        for group in groups { try check(group.values) }
    }

    /// Checks that the items that values refer to exist; types nest within bounds, so this may recurse.
    private func check(_ values: [SequentialValue]) throws(ArchiveError) {
        for value in values {
            switch value {
            case .object(let reference): try check(reference, isObject: true)
            case .class(let reference): try check(reference, isObject: false)
            case .cString(let reference) where cString(reference) == nil:
                throw Self.wrongReference(reference, "a C string")
            case .array(let values), .structure(let values): try check(values)
            default: break
            }
        }
    }

    private static func wrongReference(_ reference: SequentialReference, _ kind: String) -> ArchiveError {
        ArchiveError(
            .invalidReference,
            "\(reference) isn't \(kind) of this archive",
            uid: reference.uid,
            remedy: "add it first, and use the reference that you get"
        )
    }
}
