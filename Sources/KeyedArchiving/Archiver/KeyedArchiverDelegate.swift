/// Observes and replaces the objects that an archiver writes: Apple's `NSKeyedArchiverDelegate`.
///
/// For each object the calls come in this order: the object's own ``Codingable/replacementObject(for:)``,
/// ``archiver(_:willEncode:)``, ``archiver(_:willReplace:with:)`` if either gave another object, the object's
/// `encode(with:)`, ``archiver(_:didEncode:)``. A second reference to an object causes no calls.
///
/// ```swift
/// final class Redactor: KeyedArchiverDelegate {
///     func archiver(_ archiver: KeyedArchiver, willEncode object: any Codingable) throws -> (any Codingable)? {
///         object is Secret ? nil : object
///     }
/// }
/// ```
public protocol KeyedArchiverDelegate: AnyObject {
    /// An object is about to be encoded, or referred to conditionally, for the first time.
    ///
    /// The first call for an object, after its ``Codingable/replacementObject(for:)`` and with the result of that.
    ///
    /// ```swift
    /// func archiver(_ archiver: KeyedArchiver, willEncode object: any Codingable) throws -> (any Codingable)? {
    ///     object is Cat ? nil : object
    /// }
    /// ```
    ///
    /// - Returns: The object to encode in its place: usually `object`; nil to encode nil.
    /// - Throws: An error that ends encoding: the call of the archiver that encodes the object throws it.
    func archiver(_ archiver: KeyedArchiver, willEncode object: any Codingable) throws -> (any Codingable)?

    /// An object has been encoded with all its contents.
    ///
    /// Not called for an object that is only referred to conditionally.
    ///
    /// The last call for an object, after its `encode(with:)` and the calls for its contents.
    ///
    /// ```swift
    /// func archiver(_ archiver: KeyedArchiver, didEncode object: any Codingable) {
    ///     print("wrote", type(of: object))
    /// }
    /// ```
    func archiver(_ archiver: KeyedArchiver, didEncode object: any Codingable)

    /// Another object, or nil, takes the place of an object.
    ///
    /// Called after ``archiver(_:willEncode:)`` and before the new object encodes itself. Where an object's own hook
    /// puts nil in its place, there is nothing to encode, and this is the only call.
    ///
    /// ```swift
    /// func archiver(
    ///     _ archiver: KeyedArchiver,
    ///     willReplace object: any Codingable,
    ///     with newObject: (any Codingable)?
    /// ) {
    ///     print("replaced", type(of: object))
    /// }
    /// ```
    func archiver(_ archiver: KeyedArchiver, willReplace object: any Codingable, with newObject: (any Codingable)?)

    /// The archive is about to be put together; nothing can be encoded anymore.
    ///
    /// Called once, after the calls for all objects.
    ///
    /// ```swift
    /// func archiverWillFinish(_ archiver: KeyedArchiver) {
    ///     print("all objects are encoded")
    /// }
    /// ```
    func archiverWillFinish(_ archiver: KeyedArchiver)

    /// The archive is complete.
    ///
    /// The last call, if the archive could be put together.
    ///
    /// ```swift
    /// func archiverDidFinish(_ archiver: KeyedArchiver) {
    ///     print("the archive is complete")
    /// }
    /// ```
    func archiverDidFinish(_ archiver: KeyedArchiver)
}

extension KeyedArchiverDelegate {
    /// Encodes the object as it is.
    public func archiver(_ archiver: KeyedArchiver, willEncode object: any Codingable) throws -> (any Codingable)? {
        object
    }

    /// Does nothing.
    public func archiver(_ archiver: KeyedArchiver, didEncode object: any Codingable) {}

    /// Does nothing.
    public func archiver(
        _ archiver: KeyedArchiver,
        willReplace object: any Codingable,
        with newObject: (any Codingable)?
    ) {}

    /// Does nothing.
    public func archiverWillFinish(_ archiver: KeyedArchiver) {}

    /// Does nothing.
    public func archiverDidFinish(_ archiver: KeyedArchiver) {}
}
