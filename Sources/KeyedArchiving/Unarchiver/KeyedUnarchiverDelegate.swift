/// Watches and changes what an unarchiver reads: Apple's `NSKeyedUnarchiverDelegate`.
///
/// ```swift
/// final class Migration: KeyedUnarchiverDelegate {
///     func unarchiver(
///         _ unarchiver: KeyedUnarchiver,
///         cannotDecodeObjectOfClassName name: String,
///         originalClasses: [String]
///     ) -> (any Codingable.Type)? {
///         name == "OldPerson" ? Person.self : nil
///     }
/// }
/// ```
public protocol KeyedUnarchiverDelegate: AnyObject {
    /// No type is known for a class name: neither by the tables, nor by the call, nor by the class's fallbacks.
    ///
    /// `originalClasses` holds the class and its superclasses as the archive names them; it may be empty.
    ///
    /// - Returns: The type to decode as, or nil to let decoding fail.
    func unarchiver(
        _ unarchiver: KeyedUnarchiver,
        cannotDecodeObjectOfClassName name: String,
        originalClasses: [String]
    ) -> (any Codingable.Type)?

    /// An object has been decoded.
    ///
    /// Called once for each object, plain values included; never for nil.
    ///
    /// - Returns: The object to use in its place; nil to keep `object`.
    func unarchiver(_ unarchiver: KeyedUnarchiver, didDecode object: any Codingable) throws -> (any Codingable)?

    /// Another object takes the place of an object.
    func unarchiver(_ unarchiver: KeyedUnarchiver, willReplace object: any Codingable, with newObject: any Codingable)

    /// Decoding is about to finish.
    func unarchiverWillFinish(_ unarchiver: KeyedUnarchiver)

    /// Decoding has finished.
    func unarchiverDidFinish(_ unarchiver: KeyedUnarchiver)
}

extension KeyedUnarchiverDelegate {
    /// Lets decoding fail.
    public func unarchiver(
        _ unarchiver: KeyedUnarchiver,
        cannotDecodeObjectOfClassName name: String,
        originalClasses: [String]
    ) -> (any Codingable.Type)? {
        nil
    }

    /// Keeps the object.
    public func unarchiver(_ unarchiver: KeyedUnarchiver, didDecode object: any Codingable) throws -> (any Codingable)?
    {
        nil
    }

    /// Does nothing.
    public func unarchiver(
        _ unarchiver: KeyedUnarchiver,
        willReplace object: any Codingable,
        with newObject: any Codingable
    ) {}

    /// Does nothing.
    public func unarchiverWillFinish(_ unarchiver: KeyedUnarchiver) {}

    /// Does nothing.
    public func unarchiverDidFinish(_ unarchiver: KeyedUnarchiver) {}
}
