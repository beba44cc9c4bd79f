#if !hasFeature(Embedded)

/// A source that ``TreeDecoder`` decodes from: an archive or a property list.
///
/// Methods that read a value return nil if the value is of another kind.
package protocol DecodingSource: AnyObject {
    /// Contextual information that types can read from their decoder.
    var userInfo: [CodingUserInfoKey: any Sendable] { get }

    /// The state that the decoders share; always the same object.
    var session: DecodingSession { get }

    // Single values.

    /// Whether a value stands for nil.
    func isNil(_ value: TreePlace) -> Bool
    func boolean(_ value: TreePlace) throws(ArchiveError) -> Bool?
    func string(_ value: TreePlace) throws(ArchiveError) -> String?
    /// A number if it is whole.
    func wholeNumber(_ value: TreePlace) throws(ArchiveError) -> WholeNumber?
    /// A number that is stored as a real of 64 bits.
    func storedDouble(_ value: TreePlace) -> Double?
    /// Any number; other values may be given, too.
    func number(_ value: TreePlace) throws(ArchiveError) -> PropertyList?
    func bytes(_ value: TreePlace) throws(ArchiveError) -> [UInt8]?
    /// The value and all that it holds as a property list; nil if it is nil.
    func propertyList(_ value: TreePlace) throws -> PropertyList?

    // Arrays of the commonest types, as a whole.

    func strings(_ value: TreePlace) throws(ArchiveError) -> [String]?
    func integers(_ value: TreePlace) throws(ArchiveError) -> [Int]?
    func reals(_ value: TreePlace) throws(ArchiveError) -> [Double]?

    // Containers.

    /// The keys and values of a keyed container; nil if the value is none.
    func keys(of value: TreePlace) throws(ArchiveError) -> TreeKeys?
    /// The value under a key; nil if there is none.
    ///
    /// - Parameter number: How many keys were asked for before.
    func find(
        _ name: String, _ key: some CodingKey, in keys: TreeKeys, _ number: Int
    ) throws(ArchiveError) -> TreePlace?
    /// The value that stands for a key under which nothing is stored, where the key must be there; nil if there is none.
    func implied(_ key: String, in keys: TreeKeys) throws(ArchiveError) -> TreePlace?
    /// The keys in their stored order, each once, of the first entries.
    func names(of keys: TreeKeys, limit: Int) throws(ArchiveError) -> [KeyName]
    /// The elements of a collection.
    func elements(of value: TreePlace) throws(ArchiveError) -> TreeElements?
    /// The elements of a value that is no collection, for a list whose elements it is made of.
    func parts(of value: TreePlace, as type: ElementKind) throws(ArchiveError) -> TreeElements?
    /// An element; its position is below the count.
    func element(_ position: Int, of elements: TreeElements) throws(ArchiveError) -> TreePlace
    /// The entries of a dictionary that is decoded entry by entry, charged.
    func listedEntries(of value: TreePlace) throws(ArchiveError) -> BinaryFields?
    /// An entry of those, whose key is a text or an integer.
    func entry(
        _ position: FieldPosition, of entries: BinaryFields
    ) throws(ArchiveError) -> (key: String, value: TreePlace)
    /// Whether an entry counts, rather than one before it that has the same key; one of them is lost.
    func counts(
        _ position: FieldPosition, of entries: BinaryFields, afterEqual key: String
    ) throws(ArchiveError) -> Bool
    /// Whether the fields of a superclass without a separate key are in the same container.
    var sharesSuperclass: Bool { get }

    // Types.

    /// The operations that the source does itself for values of a type.
    func hooks(for type: any Decodable.Type) -> DecodingHooks
    /// Checks the class of an object.
    func checkClass(of decoder: TreeDecoder, as type: any Decodable.Type) throws
    /// Decodes a type whose values are coded as objects.
    func object<Value: Decodable>(of type: Value.Type, by decoder: TreeDecoder) throws -> Value
    /// Decodes a type of which there is one instance for each object.
    func instance<Value: Decodable>(of type: Value.Type, by decoder: TreeDecoder) throws -> Value

    // Costs and errors.

    /// Charges looking at entries.
    func step(_ count: Int) throws(ArchiveError)
    /// Charges elements that are made.
    func chargeElements(_ count: Int, of size: Int) throws(ArchiveError)
    /// Whether somebody else adds the path to errors.
    var hidesPath: Bool { get }
    /// The path to the outermost value.
    var base: ArchivePath { get }
    /// The steps to the value of a key of a container.
    func steps(to key: any CodingKey, in value: TreePlace, _ keys: TreeKeys) -> [ArchivePath.Step]
    /// The steps to an element of a value.
    func steps(toElement position: Int, of value: TreePlace) -> [ArchivePath.Step]
    /// The name of the class of an object.
    func className(of value: TreePlace) -> String?
    /// The UID of a value.
    func uid(of value: TreePlace) -> UID?
    /// The kind of a value, in words with an article.
    func kind(of value: TreePlace) -> String
}

/// A key of a container: its text, and the number if it is one.
package typealias KeyName = (text: String, integer: Int?)

extension DecodingSource {
    /// A number as an integer type that holds it exactly; a real without a fraction is accepted.
    @inline(__always)
    func integer<Value: FixedWidthInteger>(_ value: TreePlace, as type: Value.Type) throws(ArchiveError) -> Value? {
        try wholeNumber(value)?.integer(as: type)
    }

    /// A number as a real type, rounded to the nearest that the type holds.
    @inline(__always)
    func real<Value: BinaryFloatingPoint>(_ value: TreePlace, as type: Value.Type) throws(ArchiveError) -> Value? {
        if let real = storedDouble(value) { return Value(narrowing: real) }
        return try number(value)?.real(as: type)
    }
}

#endif
