#if !hasFeature(Embedded)

// Values of any type.

extension TreeEncoder {
    /// Encodes the value that this encoder is for.
    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    package func encode<Value: Encodable>(_ value: Value) throws {
        let facts = tree.facts(of: type(of: value))
        if facts.isObject, let content = tree.rules?.content(ofObject: value) {
            return tree.table.fill(place, content)
        }
        if facts.needsImport { throw needsImport(value) }
        if let type = facts.value { return tree.table.fill(place, try take(value, as: type)) }
        do {
            if let type = facts.collection { return try encodeElements(of: value, as: type) }
            try value.encode(to: self)
            try tree.checkFailure()
        } catch EncodingError.invalidValue(let found, let context) where found is PendingValue {
            throw EncodingError.invalidValue(value, context)
        }
        if let classIndex = facts.classIndex.value { try setClass(classIndex, of: value) }
    }

    @inline(never)
    private func needsImport(_ value: Any) -> EncodingError {
        error(
            value, "\(type(of: value)) is a value of property lists only where its module is imported",
            remedy: ForeignType.remedy)
    }

    /// Makes the dictionary that a value encoded an object of a class.
    @inline(never)
    private func setClass(_ classIndex: Int, of value: Any) throws {
        guard case .dictionary(let container) = tree.content(of: place) else {
            throw error(
                value,
                "only a value with keys can be an object of class "
                    + (tree.rules?.classNames(at: classIndex).first ?? "").quotedForDisplay,
                remedy: "use a keyed container in its `encode(to:)`")
        }
        tree.table.setClass(classIndex, of: container)
    }

    /// A node that a value within this one is encoded into; it is in no container yet.
    ///
    /// Calls come from generic code of the standard library, which knows the type only while the program runs. For the
    /// commonest types it is known here, so that no encoder is made and nothing has to be looked up.
    ///
    /// - Parameters:
    ///   - levels: How many keys lead from here to the value, 0 or 1.
    ///   - step: The key or the position, which is only asked for where an encoder is made.
    @_specialize(where Value == String)
    @_specialize(where Value == Int)
    @_specialize(where Value == Double)
    @_specialize(where Value == Bool)
    @_specialize(where Value == [String])
    @_specialize(where Value == [Int])
    @_specialize(where Value == [Double])
    func node<Value: Encodable>(of value: Value, _ levels: Int, _ step: () -> CodingStep) throws -> Int {
        try tree.checkDepth(depth + levels)
        if let node = try fastNode(of: value, depth + levels) { return node }
        let node = tree.table.add(.nothing)
        try TreeEncoder(node, in: self, step()).encode(value)
        return node
    }

    /// A node for a value of one of the types that containers hold most often, or nil.
    ///
    /// Otherwise the type asks for a container for its value, or for each of its elements.
    @inline(__always)
    func fastNode<Value>(of value: Value, _ depth: Int) throws -> Int? {
        var node: Int?
        if Value.self == String.self, let text = value as? String {
            node = tree.table.add(tree.table.content(of: text))
        } else if Value.self == Int.self, let integer = value as? Int {
            node = tree.table.add(.integer(Int64(integer)))
        } else if Value.self == Double.self, let real = value as? Double {
            node = tree.table.add(.double(real))
        } else if Value.self == Bool.self, let boolean = value as? Bool {
            node = tree.table.add(.boolean(boolean))
        } else if Value.self == [String].self, let texts = value as? [String] {
            if !texts.isEmpty { try tree.checkDepth(depth + 1) }
            node = tree.table.add(tree.table.content(of: texts))
        } else if Value.self == [Int].self, let integers = value as? [Int] {
            if !integers.isEmpty { try tree.checkDepth(depth + 1) }
            node = tree.table.add(tree.table.content(of: .integers(integers)))
        } else if Value.self == [Double].self, let reals = value as? [Double] {
            if !reals.isEmpty { try tree.checkDepth(depth + 1) }
            node = tree.table.add(tree.table.content(of: .reals(reals)))
        }
        if node != nil { try tree.checkFailure() }
        return node
    }

    /// The content of a value that is a value of a property list itself.
    @inline(never)
    private func take<Type: PropertyListValue>(_ value: some Any, as type: Type.Type) throws -> EncodedNode.Content {
        guard let list = (value as? Type)?.propertyListValue else { return .nothing }
        // A type that refuses such a date where it reads one mustn't write it.
        if case .date(let seconds) = list, seconds.isNaN, Type(propertyListValue: list) == nil {
            // The value itself would end the program when the error is printed, by Foundation's description of it.
            throw error(
                list, "a date is not a number of seconds", remedy: "encode an ArchivedDate, which keeps any value")
        }
        return tree.table.content(of: list)
    }

    @inline(never)
    private func encodeElements<Type: CollectionEncodable>(of value: some Any, as type: Type.Type) throws {
        try (value as? Type)?.encodeElements(to: self)
    }
}

#endif
