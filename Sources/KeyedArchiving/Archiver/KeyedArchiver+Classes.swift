internal import PropertyLists

// Under which class an object is written.

extension KeyedArchiver {
    /// The class of an object: its own record, or that of its type or of the type that it names.
    ///
    /// - Parameter type: Its own type, which is found faster where the object is known to be an instance.
    @inline(__always)
    func classIndex(of object: some Codingable, _ type: any Codingable.Type) throws -> Int {
        let type = object.typeForKeyedArchiver ?? type
        if let record = object._classRecord, classNames[ObjectIdentifier(type)] == nil {
            if !state.knows(record) { try checkClassCount() }
            return state.classIndex(of: record)
        }
        return try classIndex(of: type)
    }

    /// The class under which objects of a type are written.
    func classIndex(of type: any Codingable.Type) throws -> Int {
        let identifier = ObjectIdentifier(type)
        if let known = state.knownClassIndex(of: identifier) { return known }
        let record = try record(of: type)
        // Values of many types are objects of one class: `[Int]` and `[String]` are arrays. Two classes of one name are
        // two classes.
        let isValue = !(type is AnyClass)
        if !isValue || !state.knows(record) { try checkClassCount() }
        return state.addClass(record, for: identifier, isShared: isValue)
    }

    /// Checks that there may be one class more.
    private func checkClassCount() throws {
        guard state.classes.count < limits.classes else { throw ArchiveError(.limit("classes", limits.classes)) }
    }

    private func record(of type: any Codingable.Type) throws -> ArchivedClass {
        let name = type.codedClassName
        let record: ArchivedClass
        if let given = classNames[ObjectIdentifier(type)], given != name {
            // A replaced name goes without superclasses, as Apple's archiver writes it.
            record = ArchivedClass(name: given)
        } else {
            if classNames[ObjectIdentifier(type)] == nil { try ClassNaming.checkOwnName(name, of: type) }
            record = ArchivedClass(
                name: name, hierarchy: type.codedClassHierarchy, fallbacks: type.codedClassFallbacks)
        }
        try ClassNaming.checkPermanence(of: record, for: type)
        return record
    }
}
