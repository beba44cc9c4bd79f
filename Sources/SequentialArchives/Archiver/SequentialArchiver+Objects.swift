internal import PropertyLists

// Objects, classes and C strings, each written once.

extension SequentialArchiver {
    func write(_ object: any SequentialCodingable) throws {
        guard let object = try substitute(for: object) else {
            if !isCollecting { output.appendNull() }
            return
        }
        let instance = Self.instance(of: object)
        if isCollecting {
            guard let instance else { return try encodeContents(of: object) }
            retained.append(instance)
            guard reached?.insert(ObjectIdentifier(instance)).inserted ?? true else { return }
            return try encodeContents(of: object)
        }
        if let instance {
            if let number = numbers[ObjectIdentifier(instance)] { return output.append(reference: number) }
            retained.append(instance)
            numbers[ObjectIdentifier(instance)] = numbering
        }
        numbering += 1
        output.appendNew()
        try write(classVersions(of: object))
        try encodeContents(of: object)
        output.appendEnd()
    }

    /// What is written in place of an object: hooks are asked once for each.
    private func substitute(for object: any SequentialCodingable) throws -> (any SequentialCodingable)? {
        guard let instance = Self.instance(of: object) else { return try object.replacementObject(for: self) }
        let identifier = ObjectIdentifier(instance)
        if let known = replacements[identifier] { return known }
        if numbers[identifier] != nil { return object }
        let replacement = try object.replacementObject(for: self)
        retained.append(instance)
        if let replacement, let other = Self.instance(of: replacement) {
            // The object that is written in place of another isn't replaced again.
            retained.append(other)
            if other !== instance, replacements[ObjectIdentifier(other)] == nil {
                replacements[ObjectIdentifier(other)] = .some(replacement)
            }
        }
        replacements[identifier] = .some(replacement)
        return replacement
    }

    private func encodeContents(of object: any SequentialCodingable) throws {
        if depth == 0 { stack.begin() }
        guard depth < limits.depth, stack.hasRoom() else {
            throw SequentialArchiveError(
                .limitExceeded,
                StackGauge.reason("objects", depth: depth, limit: limits.depth),
                className: type(of: object).codedClassName,
                remedy: StackGauge.remedy(.encode, depth: depth, limit: limits.depth)
            )
        }
        depth += 1
        defer { depth -= 1 }
        do {
            try object.encode(with: self)
        } catch var error as SequentialArchiveError {
            if error.className == nil { error.className = type(of: object).codedClassName }
            throw error
        }
    }

    private func classVersions(of object: any SequentialCodingable) throws -> [CodedClassVersion] {
        if let type = object.typeForSequentialArchiver { return type.codedClassVersions }
        let versions = object.codedClassVersions
        guard let type = type(of: object) as? AnyClass, !checkedClasses.contains(ObjectIdentifier(type)) else {
            return versions
        }
        if let superclass = _getSuperclass(type), let coded = superclass as? any SequentialCodingable.Type,
            coded.codedClassName == versions.first?.name
        {
            throw SequentialArchiveError(
                .invalidArchiveOperation,
                "\(type) has the coded name of its superclass, and would be read back as that",
                className: versions.first?.name,
                remedy: "override `codedClassName`, declared as a `class var` in the superclass"
            )
        }
        checkedClasses.insert(ObjectIdentifier(type))
        return versions
    }

    /// Writes a class and those of its superclasses that weren't written before.
    func write(_ versions: [CodedClassVersion]) throws {
        guard !versions.isEmpty else { return output.appendNull() }
        var known: Int?
        var newCount = versions.count
        while newCount > 0 {
            let key = key(versions[newCount - 1], superclass: known)
            guard let number = classNumbers[key] else { break }
            known = number
            newCount -= 1
        }
        for (index, version) in versions.prefix(newCount).enumerated() {
            guard let number = Int32(exactly: version.version) else {
                throw SequentialArchiveError(.range, "the version \(version.version) of a class doesn't fit 4 bytes")
            }
            let superclass = index + 1 < newCount ? numbering + 1 : known
            classNumbers[key(version, superclass: superclass)] = numbering
            numbering += 1
            output.appendNew()
            output.append(shared: Array((classNames[version.name] ?? version.name).utf8))
            output.append(integer: Int64(number))
        }
        if let known { output.append(reference: known) } else { output.appendNull() }
    }

    private func key(_ version: CodedClassVersion, superclass: Int?) -> ClassKey {
        ClassKey(name: version.name, version: version.version, superclass: superclass)
    }

    func write(_ string: CodedCString) {
        if let number = numbers[ObjectIdentifier(string)] { return output.append(reference: number) }
        retained.append(string)
        numbers[ObjectIdentifier(string)] = numbering
        numbering += 1
        output.appendNew()
        output.append(shared: string.bytes)
    }
}
