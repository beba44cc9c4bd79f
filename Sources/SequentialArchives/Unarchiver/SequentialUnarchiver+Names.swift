// The names of classes, and objects that are returned in place of others.

extension SequentialUnarchiver {
    /// Reads a class of one name as that of another.
    ///
    /// This is Apple's `decodeClassName(_:asClassName:)`. For several unarchivers, register the type for the name.
    ///
    /// ```swift
    /// unarchiver.decodeClassName("OldPerson", asClassName: "Person")
    /// ```
    public func decodeClassName(_ name: String, asClassName other: String) {
        decodedNames[name] = other
    }

    /// The name as which a class is read: its own if none was set.
    ///
    /// This is Apple's `classNameDecoded(forArchiveClassName:)`.
    public func classNameDecoded(forArchiveClassName name: String) -> String {
        decodedNames[name] ?? name
    }

    /// Returns an object in place of another from now on; nil to return nil.
    ///
    /// This is Apple's `replace(_:with:)`. A value without identity isn't replaced.
    ///
    /// ```swift
    /// unarchiver.replace(draft, with: nil)
    /// ```
    public func replace(_ object: any SequentialCodingable, with other: (any SequentialCodingable)?) {
        guard let instance = SequentialArchiver.instance(of: object) else { return }
        retained.append(instance)
        replacements[ObjectIdentifier(instance)] = .some(other)
    }
}
