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
    public func objects(ofClass className: String) -> [SequentialObject] {
        objects.filter { $0.isKind(of: className) }
    }

    /// The classes, in the order of their numbers.
    public var classes: [SequentialClass] {
        (0..<itemCount).compactMap { classRecord(SequentialReference($0)) }
    }

    /// The object with a number; nil if there is none.
    public func object(_ reference: SequentialReference) -> SequentialObject? {
        guard hasItem(reference), isObject(reference.number) else { return nil }
        return SequentialObject(archive: self, reference: reference)
    }

    /// The object that a value refers to; nil if it refers to none.
    public func object(_ value: SequentialValue) -> SequentialObject? {
        guard case .object(let reference) = value else { return nil }
        return object(reference)
    }

    /// The class with a number; nil if there is none.
    public func classRecord(_ reference: SequentialReference) -> SequentialClass? {
        guard hasItem(reference), case .class(let record) = item(reference.number) else { return nil }
        return SequentialClass(
            reference: reference,
            nameBytes: record.name,
            version: Int(record.version),
            superclass: record.superclass.map { SequentialReference($0) }
        )
    }

    /// The C string with a number, without the zero at its end; nil if there is none.
    public func cString(_ reference: SequentialReference) -> [UInt8]? {
        guard hasItem(reference), case .cString(let bytes) = item(reference.number) else { return nil }
        return bytes
    }

    /// The version of the first class with a name, as `NSUnarchiver`'s method of this name returns it; nil if there is
    /// no such class.
    public func version(forClassName className: String) -> Int? {
        let bytes = Array(className.utf8)
        return classes.first { $0.nameBytes == bytes }?.version
    }

    func hasItem(_ reference: SequentialReference) -> Bool {
        reference.number >= 0 && reference.number < itemCount
    }

    func classChain(from number: Int) -> [SequentialClass] {
        var chain: [SequentialClass] = []
        var next: SequentialReference? = SequentialReference(number)
        while let reference = next, let record = classRecord(reference) {
            chain.append(record)
            next = record.superclass
        }
        return chain
    }
}
