public import PropertyLists

// How one reference is encoded, step by step in Apple's order.

extension KeyedArchiver {
    /// What is known of an object: its UID, and whether it has been encoded or only mentioned conditionally.
    struct Known {
        var rawValue: UInt32

        init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        init(uid: UInt32, isEncoded: Bool) {
            rawValue = uid &<< 1 | (isEncoded ? 1 : 0)
        }

        var uid: UInt32 { rawValue &>> 1 }
        var isEncoded: Bool { rawValue & 1 == 1 }

        /// An object whose encoding failed, which counts as never seen.
        static let forgotten: UInt32 = .max - 1
    }

    /// From this depth on the contents of two-phase objects wait until the stack is shallow again.
    private static let deferringDepth = 128

    private func known(_ instance: AnyObject) -> Known? {
        guard let rawValue = state.identities[instance], rawValue != Known.forgotten else { return nil }
        return Known(rawValue: rawValue)
    }

    private func remember(_ instance: AnyObject, _ uid: UInt32, isEncoded: Bool) {
        if state.identities[instance] == nil { state.retained.append(instance) }
        state.identities.set(Known(uid: uid, isEncoded: isEncoded).rawValue, for: instance)
    }

    /// Encodes a conditional reference.
    func encodeConditionally(_ object: any Codingable) throws -> UID {
        // Values have no identity that could be encoded elsewhere; they are simply encoded.
        guard object._instance != nil else { return try object._encodeReference(with: self) }
        return try encodeObject(object, conditionally: true)
    }

    /// Encodes a reference to an object.
    @usableFromInline
    func encodeObject(_ object: any Codingable, conditionally isConditional: Bool) throws -> UID {
        guard let instance = object._instance else {
            return UID(UInt64(try encodeFirst(object, nil, isConditional)))
        }
        guard let known = known(instance) else {
            return UID(UInt64(try encodeFirst(object, instance, isConditional)))
        }
        if !isConditional, !known.isEncoded {
            // Mentioned conditionally before: the contents go into the slot that was reserved.
            let final = state.replacements.removeValue(forKey: ObjectIdentifier(instance)) ?? object
            try encodeContents(final, original: instance, uid: known.uid)
        }
        return UID(UInt64(known.uid))
    }

    /// Encodes an object that this archiver has not met: substitution, then identity, then contents.
    private func encodeFirst(_ object: any Codingable, _ instance: AnyObject?, _ isConditional: Bool) throws -> UInt32 {
        var final = try object.replacementObject(for: self)
        if hasDelegate, let delegate, let candidate = final {
            final = try delegate.archiver(self, willEncode: candidate)
        }
        guard let final else {
            delegate?.archiver(self, willReplace: object, with: nil)
            if let instance { remember(instance, 0, isEncoded: true) }
            return 0
        }
        let finalInstance = final._instance
        if let instance, finalInstance === instance, !isConditional {
            return try encodeUnreplaced(final, instance)
        }
        if finalInstance !== instance {
            delegate?.archiver(self, willReplace: object, with: final)
        }
        return try encodeFinal(final, finalInstance, original: instance, isConditional)
    }

    /// Encodes an instance that nothing took the place of: the usual case.
    private func encodeUnreplaced(_ object: any Codingable, _ instance: AnyObject) throws -> UInt32 {
        try checkSecure(object)
        let uid = state.enter(instance)
        try encodeContents(object, uid: uid, forgetting: instance, nil)
        return uid
    }

    /// Encodes what is left after substitution, and remembers it for the object it stands for.
    func encodeFinal(
        _ final: any Codingable,
        _ finalInstance: AnyObject?,
        original: AnyObject?,
        _ isConditional: Bool
    ) throws -> UInt32 {
        if let finalInstance, finalInstance !== original, let known = known(finalInstance) {
            if !known.isEncoded, !isConditional {
                try encodeContents(final, original: original, uid: known.uid)
            } else if let original {
                remember(original, known.uid, isEncoded: known.isEncoded)
                if !known.isEncoded { state.replacements[ObjectIdentifier(original)] = final }
            }
            return known.uid
        }
        if isConditional, original != nil || finalInstance != nil {
            let uid = state.reserveUID()
            if let finalInstance { remember(finalInstance, uid, isEncoded: false) }
            if let original, original !== finalInstance {
                remember(original, uid, isEncoded: false)
                state.replacements[ObjectIdentifier(original)] = final
            }
            return uid
        }
        if type(of: final)._isInline {
            // The delegate has been asked already.
            isDelegateSilenced = hasDelegate
            let uid = UInt32(truncatingIfNeeded: try final._encodeReference(with: self).rawValue)
            if let original { remember(original, uid, isEncoded: true) }
            return uid
        }
        let uid = state.reserveUID()
        try encodeContents(final, original: original, uid: uid)
        return uid
    }

    /// Encodes the contents of an object into its slot.
    private func encodeContents(_ object: any Codingable, original: AnyObject?, uid: UInt32) throws {
        try checkSecure(object)
        let instance = object._instance
        if let instance { remember(instance, uid, isEncoded: true) }
        if let original, original !== instance { remember(original, uid, isEncoded: true) }
        try encodeContents(object, uid: uid, forgetting: instance, original)
    }

    /// Encodes the contents of an object that has been entered, now or, if it lies deep, later.
    private func encodeContents(
        _ object: any Codingable,
        uid: UInt32,
        forgetting instance: AnyObject?,
        _ original: AnyObject?
    ) throws {
        if state.depth >= Self.deferringDepth, type(of: object)._isTwoPhase {
            state.deferred.append((object, uid))
            return
        }
        do {
            try encodeNow(object, uid)
            if state.depth == 0 { try encodeDeferred() }
        } catch {
            for failed in [instance, original] {
                if let failed { state.identities.set(Known.forgotten, for: failed) }
            }
            throw error
        }
    }

    private func encodeNow(_ object: any Codingable, _ uid: UInt32) throws {
        guard state.depth < limits.depth else {
            throw ArchiveError(
                .limitExceeded,
                "the limit `depth` of \(limits.depth) is exceeded by objects that nest deeper",
                className: type(of: object).codedClassName,
                remedy: "make the class a TwoPhaseCodingable, or raise `Limits.depth`"
            )
        }
        let outer = state.beginObject(classIndex: classIndex(of: object))
        state.depth += 1
        defer { state.depth -= 1 }
        do {
            try object.encode(with: self)
        } catch {
            state.abandonScope(outer)
            throw error
        }
        state.endObject(uid: uid, outer: outer)
        if hasDelegate { delegate?.archiver(self, didEncode: object) }
    }

    /// Encodes the contents of the objects that were put off because they lay too deep.
    func encodeDeferred() throws {
        while let (object, uid) = state.deferred.popLast() {
            try encodeNow(object, uid)
        }
    }

    private func classIndex(of object: any Codingable) -> Int {
        if let record = object._codedClass { return state.classIndex(of: record) }
        return classIndex(of: object.typeForKeyedArchiver ?? type(of: object))
    }

    /// The class under which objects of a type are written.
    func classIndex(of type: any Codingable.Type) -> Int {
        let identifier = ObjectIdentifier(type)
        if let known = state.knownClassIndex(of: identifier) { return known }
        // A replaced name goes without superclasses, as Apple's archiver writes it.
        let record =
            classNames[identifier].map { ArchivedClass(name: $0) }
            ?? ArchivedClass(
                name: type.codedClassName,
                hierarchy: type.codedClassHierarchy,
                fallbacks: type.codedClassFallbacks
            )
        return state.addClass(record, for: identifier)
    }

    private func checkSecure(_ object: any Codingable) throws {
        guard requiresSecureCoding, !type(of: object).supportsSecureCoding else { return }
        throw ArchiveError(
            .invalidArchiveOperation,
            "secure coding is required, but \(type(of: object)) does not support it",
            className: type(of: object).codedClassName,
            remedy: "let `supportsSecureCoding` return true once the type decodes with explicit types only"
        )
    }
}
