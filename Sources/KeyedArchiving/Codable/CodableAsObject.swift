/// A `Codable` type whose values are always separate objects in archives, however they are decoded or encoded.
///
/// ``KeyedArchiveDecoder`` and ``KeyedArchiveEncoder`` then use the conformance to ``Codingable`` rather than that to
/// `Codable`. Foundation's types that have a class in archives are such types, for instance `Date`, `Data` and `URL`,
/// where `KeyedArchivingFoundation` is imported. Declare it of a type of yours that is both:
///
/// ```swift
/// extension Celsius: CodableAsObject {}
/// ```
public protocol CodableAsObject: Codingable {}

/// A type some of whose values hold more than their objects can; such values are encoded through `Encodable`.
package protocol PartlyCodedAsObject: CodableAsObject {
    /// Whether an object holds all of the value.
    var isWholeAsObject: Bool { get }
}

extension ArchivedDate: CodableAsObject {}

extension ArchivedData: CodableAsObject {}

/// A class of which ``KeyedArchiveDecoder`` makes one instance for each object of the archive.
///
/// Other types are decoded once for each reference to an object.
///
/// ```swift
/// final class Layer: SharedDecodable {
///     let name: String
/// }
/// ```
///
/// An object that refers to itself cannot be decoded this way: a `Decodable` initializer ends before there is an
/// instance that others could refer to. Make its class ``Codingable``.
public protocol SharedDecodable: AnyObject, Decodable {}
