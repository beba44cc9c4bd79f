internal import PropertyLists

extension ArchiveView {
    /// Decodes the content of this place as a value of any `Decodable` type.
    ///
    /// ```swift
    /// let title = try archive["root.notes[0].title"].decode(String.self)
    /// ```
    ///
    /// With the module `KeyedArchivingFoundation`, that includes `Date`, `URL`, `UUID`, `Decimal` and `Data`.
    ///
    /// - Parameters:
    ///   - type: The type of the value to decode.
    ///   - decoder: The decoder, with its key strategy and expected class names. The limits are those of the archive.
    /// - Throws: `DecodingError` with the path in the archive, and with an ``/PropertyLists/ArchiveError`` beneath,
    ///   also if nothing is here, or if this is the top level of an archive or a place in a plain property list; and
    ///   the errors of initializers.
    /// - Complexity: O(*n*) in the size of the decoded content; and in the size of the archive if it was edited, since
    ///   it is written first.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        with decoder: KeyedArchiveDecoder = KeyedArchiveDecoder()
    ) throws -> Value {
        let source: GraphSource
        let value: GraphValue
        do throws(ArchiveError) {
            guard case .slot(let slot, let shared) = try place else {
                throw ArchiveError(
                    .invalidPath,
                    "only values of archives are decoded",
                    path: path,
                    remedy: "go on with a top-level key such as root; decode a plain property list with PlistDecoder"
                )
            }
            source = GraphSource(try shared.archive.asWritten, decoder, base: path)
            value = try source.value(try shared.archive.value(slot))
        } catch {
            throw DecodingError(error, [])
        }
        return try TreeDecoder(source, value).decodeOutermost(type)
    }
}
