internal import PropertyLists

// Objects, classes and C strings, each written once.

extension SequentialArchiver {
    func write(_ object: any SequentialCodingable) throws {
        try checkUse(of: type(of: object))
        guard let object = try substitute(for: object) else {
            if !state.isCollecting { state.output.appendNull() }
            return
        }
        // What takes its place may be of another type.
        try checkUse(of: type(of: object))
        let instance = Self.instance(of: object)
        if state.isCollecting {
            guard let instance else { return try encodeContents(of: object) }
            guard state.reached?.insert(ObjectIdentifier(instance)).inserted ?? true else { return }
            state.retained.append(instance)
            return try encodeContents(of: object)
        }
        if let instance {
            if let number = state.numbers[ObjectIdentifier(instance)] { return state.output.append(reference: number) }
            state.retained.append(instance)
            state.numbers[ObjectIdentifier(instance)] = state.numbering
        }
        state.numbering += 1
        if state.numbering > state.nextCheck {
            try Cancellation.check()
            state.nextCheck = state.numbering + 4096
        }
        state.output.appendNew()
        try write(classVersions(of: object))
        try encodeContents(of: object)
        state.output.appendEnd()
    }

    /// Checks once for each type that its hooks may be called here.
    private func checkUse(of type: any SequentialCodingable.Type) throws(ArchiveError) {
        guard !state.usableTypes.contains(ObjectIdentifier(type)) else { return }
        try Self.checkActor(of: type)
        state.usableTypes.insert(ObjectIdentifier(type))
    }

    /// Checks that a type's conformance may be used here: that of a type of the main actor on the main actor only.
    ///
    /// The compiler refuses most such cases, but not a list of types or a coder that is handed to another actor.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/wrongActor`` if it belongs to another actor.
    static func checkActor(of type: any SequentialCodingable.Type) throws(ArchiveError) {
        // A conversion from `Any` looks the conformance up, and asks for its actor; one from `Any.Type` doesn't.
        if (type as Any) is any SequentialCodingable.Type { return }
        throw .wrongActor(of: type)
    }

    /// The object to write for an object: its replacement, for which the hook is called once, or the object itself.
    private func substitute(for object: any SequentialCodingable) throws -> (any SequentialCodingable)? {
        guard let instance = Self.instance(of: object) else { return try object.replacementObject(for: self) }
        let identifier = ObjectIdentifier(instance)
        if let known = state.replacements[identifier] { return known }
        if state.numbers[identifier] != nil { return object }
        let replacement = try object.replacementObject(for: self)
        state.retained.append(instance)
        if let replacement, let other = Self.instance(of: replacement) {
            // The object that is written in place of another isn't replaced again.
            state.retained.append(other)
            if other !== instance, state.replacements[ObjectIdentifier(other)] == nil {
                setReplacement(replacement, for: ObjectIdentifier(other))
            }
        }
        setReplacement(replacement, for: identifier)
        return replacement
    }

    /// Records the replacement of an object.
    ///
    /// A value that this displaces is released when no access to the state is open: that may run code of the user.
    func setReplacement(_ other: (any SequentialCodingable)?, for identifier: ObjectIdentifier) {
        let displaced = state.replacements.updateValue(other, forKey: identifier)
        withExtendedLifetime(displaced) {}
    }

    private func encodeContents(of object: any SequentialCodingable) throws {
        if state.depth == 0 { state.stack.begin() }
        guard state.depth < limits.depth, state.stack.hasRoom() else {
            throw ArchiveError(
                .limitExceeded,
                StackLimit.reason("objects", depth: state.depth, limit: limits.depth),
                className: type(of: object).codedClassName,
                remedy: StackLimit.remedy(.encode, depth: state.depth, limit: limits.depth)
            )
        }
        state.depth += 1
        defer { state.depth -= 1 }
        do {
            try object.encode(with: self)
            // An object that catches an error of what it encodes doesn't mend the archive.
            if state.hasFailed { throw Self.failedBefore }
        } catch var error as ArchiveError {
            if error.className == nil { error.className = type(of: object).codedClassName }
            throw error
        }
    }

    private func classVersions(of object: any SequentialCodingable) throws -> [CodedClassVersion] {
        if let type = object.typeForSequentialArchiver { return type.codedClassVersions }
        let versions = object.codedClassVersions
        guard !versions.isEmpty else {
            throw ArchiveError(
                .invalidArchiveOperation, "an object of \(type(of: object)) has no class",
                remedy: "give it a name that the reading program knows")
        }
        guard let type = type(of: object) as? AnyClass, !state.checkedClasses.contains(ObjectIdentifier(type)) else {
            return versions
        }
        if let superclass = _getSuperclass(type), let coded = superclass as? any SequentialCodingable.Type,
            versions.first?.name.isIdentical(to: coded.codedClassName) == true
        {
            throw ArchiveError(
                .invalidArchiveOperation,
                "\(type) has the coded name of its superclass, and would be read back as that",
                className: versions.first?.name,
                remedy: "override `codedClassName`, declared as a `class var` in the superclass"
            )
        }
        state.checkedClasses.insert(ObjectIdentifier(type))
        return versions
    }

    /// Writes a class and those of its superclasses that weren't written before.
    func write(_ versions: [CodedClassVersion]) throws {
        guard !versions.isEmpty else { return state.output.appendNull() }
        if let number = state.chains.number(of: versions) { return state.output.append(reference: number) }
        let (known, newCount) = writtenPart(of: versions)
        if newCount == 0, let known, versions.reduce(0, { $0 + $1.name.utf8.count }) >= WrittenChains.leastSize {
            state.chains.keep(versions, known)
        }
        for (index, version) in versions.prefix(newCount).enumerated() {
            let name = state.classNames[version.name] ?? version.name
            guard !name.isEmpty else {
                throw ArchiveError(
                    .invalidArchiveOperation, "the class \(version.name.quotedForDisplay) has an empty name",
                    remedy: "give it a name that the reading program knows")
            }
            guard let number = Int32(exactly: version.version) else {
                throw ArchiveError(
                    .range, "the version \(version.version) of a class doesn't fit 4 bytes",
                    remedy: "use a version that an Int32 holds")
            }
            let superclass = index + 1 < newCount ? state.numbering + 1 : known
            state.classNumbers[key(version, superclass: superclass)] = state.numbering
            state.numbering += 1
            state.output.appendNew()
            state.output.append(shared: Array(name.utf8))
            state.output.append(integer: Int64(number))
        }
        if let known { state.output.append(reference: known) } else { state.output.appendNull() }
    }

    /// The number of the lowest class of a chain that was written, and how many below it weren't.
    private func writtenPart(of versions: [CodedClassVersion]) -> (known: Int?, newCount: Int) {
        var known: Int?
        var newCount = versions.count
        while newCount > 0, let number = state.classNumbers[key(versions[newCount - 1], superclass: known)] {
            known = number
            newCount -= 1
        }
        return (known, newCount)
    }

    /// Whether a class and its superclasses were written, so that there is a reference to it.
    func isWritten(_ versions: [CodedClassVersion]) -> Bool {
        state.chains.number(of: versions) != nil || writtenPart(of: versions).newCount == 0
    }

    private func key(_ version: CodedClassVersion, superclass: Int?) -> ClassKey {
        ClassKey(name: version.name, version: version.version, superclass: superclass)
    }

    func write(_ string: CodedCString) {
        if let number = state.numbers[ObjectIdentifier(string)] { return state.output.append(reference: number) }
        state.retained.append(string)
        state.numbers[ObjectIdentifier(string)] = state.numbering
        state.numbering += 1
        state.output.appendNew()
        state.output.append(shared: string.bytes)
    }
}
