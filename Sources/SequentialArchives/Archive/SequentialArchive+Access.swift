extension SequentialArchive {
    /// The first object of the first group, which is the only one that `NSArchiver` writes; nil if there is none.
    public var root: SequentialObject? {
        var source = topLevelSource
        return next(&source)?.values.first.flatMap { object($0) }
    }

    /// The objects, in the order of their numbers.
    ///
    /// - Complexity: O(*n*), where *n* is the number of objects, classes and C strings.
    public var objects: [SequentialObject] {
        (0..<itemCount).compactMap { object(SequentialReference($0)) }
    }

    /// The objects of a class and of its subclasses, in the order of their numbers.
    ///
    /// ```swift
    /// for person in archive.objects(ofClass: "Person") { print(person.groups.map(\.types)) }
    /// ```
    ///
    /// - Complexity: O(*n*), where *n* is the number of objects, classes and C strings.
    public func objects(ofClass className: String) -> [SequentialObject] {
        let bytes = Array(className.utf8)
        var known: [Int: Bool] = [:]
        return objects.filter { object in
            object.classReference.map { isKind($0, of: bytes, known: &known) } ?? false
        }
    }

    /// The classes, in the order of their numbers.
    ///
    /// - Complexity: O(*n*), where *n* is the number of objects, classes and C strings.
    public var classes: [SequentialClass] {
        (0..<itemCount).compactMap { classRecord(SequentialReference($0)) }
    }

    /// The object with a number; nil if there is none.
    ///
    /// ```swift
    /// if let object = archive.object(SequentialReference(3)) { print(object.className) }
    /// ```
    public func object(_ reference: SequentialReference) -> SequentialObject? {
        guard hasItem(reference), isObject(reference.number) else { return nil }
        return SequentialObject(archive: self, reference: reference)
    }

    /// The object that a value refers to; nil if it refers to none.
    ///
    /// ```swift
    /// for value in archive.groups.flatMap(\.values) { print(archive.object(value)?.className ?? "no object") }
    /// ```
    public func object(_ value: SequentialValue) -> SequentialObject? {
        guard case .object(let reference) = value else { return nil }
        return object(reference)
    }

    /// The class with a number; nil if there is none.
    ///
    /// ```swift
    /// if let reference = object.classReference { print(archive.classRecord(reference)?.version ?? 0) }
    /// ```
    public func classRecord(_ reference: SequentialReference) -> SequentialClass? {
        guard hasItem(reference), case .class(let record) = item(reference.number) else { return nil }
        return SequentialClass(
            reference: reference,
            nameBytes: record.name,
            version: Int(record.version),
            superclass: record.superclass.map { SequentialReference($0) }
        )
    }

    /// The bytes of the C string with a number, without the zero at its end; nil if there is none.
    ///
    /// ```swift
    /// if case .cString(let name)? = archive.groups.first?.values.first { print(archive.cString(name) ?? []) }
    /// ```
    ///
    /// - Complexity: O(*n*), where *n* is the length of the string.
    public func cString(_ reference: SequentialReference) -> [UInt8]? {
        guard hasItem(reference), case .cString(let bytes) = item(reference.number) else { return nil }
        return bytes
    }

    /// The version of the first class with a name, as `NSUnarchiver`'s method of this name returns it; nil if there is
    /// no such class.
    ///
    /// ```swift
    /// let isOld = archive.version(forClassName: "Person") == 0
    /// ```
    ///
    /// - Complexity: O(*n*), where *n* is the number of objects, classes and C strings.
    public func version(forClassName className: String) -> Int? {
        let bytes = Array(className.utf8)
        for number in 0..<itemCount {
            let record = classRecord(SequentialReference(number))
            if let record, record.nameBytes == bytes { return record.version }
        }
        return nil
    }

    func hasItem(_ reference: SequentialReference) -> Bool {
        reference.number >= 0 && reference.number < itemCount
    }

    /// Whether a class or one of its superclasses has a name.
    ///
    /// - Parameter known: The results for classes checked before, by their numbers, so that a chain that many objects
    ///   share is followed once.
    func isKind(_ reference: SequentialReference, of name: [UInt8], known: inout [Int: Bool]) -> Bool {
        var isKind = false
        var followed: [Int] = []
        var next: SequentialReference? = reference
        while let reference = next {
            if let result = known[reference.number] {
                isKind = result
                break
            }
            followed.append(reference.number)
            guard let record = classRecord(reference) else { break }
            if record.nameBytes == name {
                isKind = true
                break
            }
            next = record.superclass
        }
        for number in followed { known[number] = isKind }
        return isKind
    }

    /// A class and its superclasses, the class first.
    func classChain(from number: Int) -> [SequentialClass] { classChain(from: number, charging: { _ in }) }

    /// A class and its superclasses, the class first.
    ///
    /// - Parameter charge: Charges each class, and ends the walk by an error if that isn't possible.
    func classChain(
        from number: Int,
        charging charge: (SequentialClass) throws -> Void
    ) rethrows -> [SequentialClass] {
        if edits?.classes.isEmpty ?? true, let known = storage.chains[number] {
            for record in known { try charge(record) }
            return known
        }
        var chain: [SequentialClass] = []
        var next: SequentialReference? = SequentialReference(number)
        while let reference = next, let record = classRecord(reference) {
            try charge(record)
            chain.append(record)
            next = record.superclass
        }
        return chain
    }
}
