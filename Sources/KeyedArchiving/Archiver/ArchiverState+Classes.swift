internal import PropertyLists

// The classes under which objects are written, and their records.

extension ArchiverState {
    /// The class under which objects of a type are written, if one was met.
    @inline(__always)
    mutating func knownClassIndex(of type: ObjectIdentifier) -> Int? {
        classByType[type].map { Int($0) }
    }

    /// Adds the class of a type.
    ///
    /// - Parameter isShared: Whether a class with the same record, if there is one, is this class too.
    mutating func addClass(_ record: ArchivedClass, for type: ObjectIdentifier, isShared: Bool) -> Int {
        let index = isShared ? classIndex(of: record) : addClass(record, isShared: false)
        classByType.set(UInt32(truncatingIfNeeded: index), for: type)
        return index
    }

    /// Whether a class with a record of its own was met.
    func knows(_ record: ArchivedClass) -> Bool { sharedClassIndex(of: record) != nil }

    /// The class with a record of its own, for objects that carry one.
    mutating func classIndex(of record: ArchivedClass) -> Int {
        sharedClassIndex(of: record) ?? addClass(record, isShared: true)
    }

    /// The class of all that has a record; among few, comparing costs less than hashing.
    private func sharedClassIndex(of record: ArchivedClass) -> Int? {
        guard classes.count <= Self.fewClasses else { return classByRecord[record] }
        return classes.firstIndex { $0.isShared && $0.record == record }
    }

    private mutating func addClass(_ record: ArchivedClass, isShared: Bool) -> Int {
        let index = classes.count
        classes.append(ClassSlot(record: record, isShared: isShared, firstKey: shapes.keys.addStart()))
        if index == Self.fewClasses {
            for (index, slot) in classes.enumerated() where slot.isShared { classByRecord[slot.record] = index }
        } else if index > Self.fewClasses, isShared {
            classByRecord[record] = index
        }
        return index
    }

    /// Adds the class record as an object, after the contents of the first instance.
    mutating func addClassRecord(_ classIndex: Int) {
        let record = classes[classIndex].record
        let outer = scope
        scope = Scope(start: values.count, lastKey: scope.lastKey, classIndex: classIndex)
        put(classNameEntry(record.name), forStoredKey: "$classname")
        if !record.hierarchy.isEmpty { put(namesEntry(record.hierarchy, isClasses: true), forStoredKey: "$classes") }
        if !record.fallbacks.isEmpty {
            put(namesEntry(record.fallbacks, isClasses: false), forStoredKey: "$classhints")
        }
        let entry = addDictionary(shapeGuess: -1, isObject: false).entry
        rollBackScope(outer)
        classes[classIndex].uid = addValueObject(entry)
    }

    private mutating func namesEntry(_ names: [String], isClasses: Bool) -> Entry {
        let start = elements.count
        for name in names { elements.append(isClasses ? classNameEntry(name) : stringEntry(name)) }
        return takeElements(from: start)
    }
}
