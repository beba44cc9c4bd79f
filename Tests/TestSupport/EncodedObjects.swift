internal import PropertyLists

/// The encoded objects of a list without gaps, one after the other.
package func encodedObjects(of bytes: [UInt8]) throws -> [[UInt8]] {
    let reader = try BinaryPropertyListReader(bytes)
    let starts = try reader.objectIndices.map { index in try reader.offset(of: index) }
    return zip(starts, starts.dropFirst() + [reader.trailer.offsetTableStart]).map { Array(bytes[$0..<$1]) }
}
