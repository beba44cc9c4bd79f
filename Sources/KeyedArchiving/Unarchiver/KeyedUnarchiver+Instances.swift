public import PropertyLists

// The short way for references to instances of classes.
//
// An existential of any kind of object is three words and two tables that say how to copy it; handing one from call to
// call, and asking in the end what it holds, took 12 % of the instructions of decoding a tree with references back.
// Here an instance is one pointer from its initialiser to the property that it is stored in. Whatever is out of the
// ordinary goes the long way, through `decodeObject(reference:as:)`.

extension KeyedUnarchiver {
    /// The instance at a UID for a call that asks for its class: the one that was decoded before, or one decoded now.
    ///
    /// - Returns: Nil if the object is to be decoded, or asked for, the long way.
    @usableFromInline
    func decodeInstance(reference uid: UID, as type: any Codingable.Type) throws -> AnyObject? {
        if state.allowsExactTypesOnly || state.mayHoldContainers && holdsAnyObjects(type) { return nil }
        if let instance = state.instance(at: uid) { return instance }
        guard state.depth < limits.depth,
            let (position, record) = try state.plainRecord(at: uid, ObjectIdentifier(type))
        else { return nil }
        let mark = state.keptEarly.count
        let outer = try begin(type, position, record, .only(type))
        do {
            guard let instance = try type._makeInstance(with: self) else {
                abandon(position, outer, since: mark)
                return nil
            }
            if state.hasFailed, let error { throw error }
            state.returnScope(to: outer)
            let final = try finish(instance: instance, position)
            state.depth &-= 1
            state.settle(since: mark)
            return final
        } catch {
            abandon(position, outer, since: mark)
            throw error
        }
    }

    /// Substitution after decoding, as for all objects; mostly there is none.
    ///
    /// - Returns: What took the place of the instance may be a value: then nil, and it is found the long way.
    @inline(__always)
    private func finish(instance: any Codingable & AnyObject, _ position: Int) throws -> AnyObject? {
        if state.hasDelegate { return try finish(instance, position)._instance }
        if let substitute = try instance.awakeAfter(using: self) {
            return try finish(instance, replacedWith: substitute, position)._instance
        }
        // The hook may have set a delegate, or asked for this very object once it is available.
        if state.hasDelegate { return try settle(try askDelegate(about: instance), position)._instance }
        guard state.waiting.isEmpty else { return try settle(instance, position)._instance }
        state.store(instance: instance, position, isEarly: false)
        return instance
    }
}

extension UnarchiverState {
    /// The fields of an object that was not met, if it is of a class that stands for the type asked for, and that is
    /// known to be decoded by its initialiser; nil otherwise.
    @inline(__always)
    fileprivate mutating func plainRecord(
        at uid: UID,
        _ request: ObjectIdentifier
    ) throws(ArchiveError) -> (Int, Record)? {
        guard !hasDelegate, uid.rawValue < UInt64(decoded.count) else { return nil }
        let position = Int(truncatingIfNeeded: uid.rawValue)
        guard decoded[position].progress == Progress.unseen, let record = commonRecord(at: position),
            classes[record.classIndex].isSimple, let type = resolvedType(record.classIndex, request),
            ObjectIdentifier(type) == request
        else { return nil }
        return (position, record)
    }
}
