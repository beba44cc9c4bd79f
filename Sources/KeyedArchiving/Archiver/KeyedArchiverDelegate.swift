/// Watches and changes what an archiver writes: Apple's `NSKeyedArchiverDelegate`.
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
    /// - Returns: The object to encode in its place: usually `object`; nil to encode nil.
    func archiver(_ archiver: KeyedArchiver, willEncode object: any Codingable) throws -> (any Codingable)?

    /// An object has been encoded with all its contents.
    ///
    /// Not called for an object that is only referred to conditionally.
    func archiver(_ archiver: KeyedArchiver, didEncode object: any Codingable)

    /// Another object, or nil, takes the place of an object.
    func archiver(_ archiver: KeyedArchiver, willReplace object: any Codingable, with newObject: (any Codingable)?)

    /// The archive is about to be put together; nothing can be encoded any more.
    func archiverWillFinish(_ archiver: KeyedArchiver)

    /// The archive is complete.
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
