internal import PropertyLists

// Objects that are referred to conditionally: a reference takes effect only if the object is encoded unconditionally
// somewhere in the archive, before or after. Until then the object is only mentioned.

extension KeyedArchiver {
    /// Encodes a conditional reference.
    func encodeConditionally(_ object: any Codingable) throws -> UID {
        // Values have no identity that could be encoded elsewhere; they are simply encoded.
        guard let instance = object._object else { return try object._encodeReference(with: self) }
        if let known = known(instance) { return UID(UInt64(known.uid)) }
        return UID(UInt64(try encodeFirst(object, isConditional: true)))
    }

    /// Encodes an object that was only mentioned conditionally before, into the slot that was reserved for it.
    func encodeMentioned(_ object: any Codingable, _ instance: AnyObject, uid: UInt32) throws {
        let final = state.replacements.removeValue(forKey: ObjectIdentifier(instance)) ?? object
        if let standIn = final._object, standIn !== instance, known(standIn)?.isEncoded == true {
            remember(instance, uid, isEncoded: true)
        } else if type(of: final)._kind.isInline {
            let value = try encodeWithoutDelegate(final)
            state.objects[Int(uid)] = state.objects[Int(value)]
            remember(instance, uid, isEncoded: true)
        } else {
            try encodeContents(final, original: instance, uid: uid)
        }
    }

    /// Lets an object that could not be encoded count as mentioned only, like one that was referred to conditionally.
    ///
    /// What refers to it already keeps its slot: it stands for nil, until the object is encoded after all.
    func keepConditional(_ object: any Codingable, _ original: AnyObject?, _ uid: UInt32) {
        let instance = object._object
        if let instance { remember(instance, uid, isEncoded: false) }
        guard let original, original !== instance else { return }
        remember(original, uid, isEncoded: false)
        state.replacements[ObjectIdentifier(original)] = object
    }
}
