/// Observes and replaces the objects that an unarchiver reads: Apple's `NSKeyedUnarchiverDelegate`.
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
    /// Called before an object of the class is made.
    ///
    /// ```swift
    /// func unarchiver(
    ///     _ unarchiver: KeyedUnarchiver,
    ///     cannotDecodeObjectOfClassName name: String,
    ///     originalClasses: [String]
    /// ) -> (any Codingable.Type)? {
    ///     originalClasses.contains("Pet") ? Dog.self : nil
    /// }
    /// ```
    ///
    /// - Returns: The type to decode as, or nil to let decoding fail.
    func unarchiver(
        _ unarchiver: KeyedUnarchiver,
        cannotDecodeObjectOfClassName name: String,
        originalClasses: [String]
    ) -> (any Codingable.Type)?

    /// An object has been decoded.
    ///
    /// Called once for each object, plain values included, or for each type that it is decoded as; never for nil.
    ///
    /// Called after the object's initializer and ``Codingable/awakeAfter(using:)``, with their result.
    ///
    /// ```swift
    /// func unarchiver(_ unarchiver: KeyedUnarchiver, didDecode object: any Codingable) throws -> (any Codingable)? {
    ///     (object as? String)?.lowercased()
    /// }
    /// ```
    ///
    /// - Returns: The object to use in its place; nil to keep `object`.
    /// - Throws: An error that ends decoding, as an error of the object's initializer does: the call of the unarchiver
    ///   that decodes the object throws it.
    func unarchiver(_ unarchiver: KeyedUnarchiver, didDecode object: any Codingable) throws -> (any Codingable)?

    /// Another object takes the place of an object.
    ///
    /// Called before ``unarchiver(_:didDecode:)`` for a result of ``Codingable/awakeAfter(using:)``, and after it for
    /// an object of the delegate.
    ///
    /// ```swift
    /// func unarchiver(
    ///     _ unarchiver: KeyedUnarchiver,
    ///     willReplace object: any Codingable,
    ///     with newObject: any Codingable
    /// ) {
    ///     print("replaced", type(of: object))
    /// }
    /// ```
    func unarchiver(_ unarchiver: KeyedUnarchiver, willReplace object: any Codingable, with newObject: any Codingable)

    /// Decoding is about to finish.
    ///
    /// Called by ``KeyedUnarchiver/finishDecoding()``, while the archive can still be read.
    ///
    /// ```swift
    /// func unarchiverWillFinish(_ unarchiver: KeyedUnarchiver) {
    ///     print("about to finish")
    /// }
    /// ```
    func unarchiverWillFinish(_ unarchiver: KeyedUnarchiver)

    /// Decoding has finished.
    ///
    /// The last call; nothing can be decoded anymore.
    ///
    /// ```swift
    /// func unarchiverDidFinish(_ unarchiver: KeyedUnarchiver) {
    ///     print("nothing can be decoded anymore")
    /// }
    /// ```
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
