extension PropertyList {
    /// Goes through the value and all elements, keys and values in it, at any depth, each container before its
    /// contents.
    ///
    /// - Complexity: O(*n*); no recursion.
    @inlinable
    package func forEachValue<Failure: Error>(_ body: (PropertyList) throws(Failure) -> Void) throws(Failure) {
        _ = try containsValue { (value: PropertyList) throws(Failure) in
            try body(value)
            return false
        }
    }

    /// Whether something is true of the value, or of an element, key or value in it, at any depth.
    ///
    /// - Complexity: O(*n*); no recursion.
    @inlinable
    package func containsValue<Failure: Error>(
        where isTrue: (PropertyList) throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
        var pending = [self]
        while let value = pending.popLast() {
            if try isTrue(value) { return true }
            switch value {
            case .array(let elements), .set(let elements), .orderedSet(let elements):
                pending.append(contentsOf: elements.reversed())
            case .dictionary(let entries):
                pending.append(contentsOf: entries.values.reversed())
                pending.append(contentsOf: entries.keys.reversed())
            default: break
            }
        }
        return false
    }
}
