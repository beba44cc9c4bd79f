extension BinaryPropertyListReader {
    /// Checks that a binary property list, which was just written, can be read again within limits.
    ///
    /// - Throws: ``PropertyListError/Code/limitExceeded``.
    /// - Complexity: O(1) if strings and data have no limit; otherwise O(*n*) in the number of objects.
    package static func check(_ bytes: [UInt8], within limits: Limits) throws(PropertyListError) {
        do {
            guard limits.stringBytes < .max || limits.dataBytes < .max else {
                if limits.objects < .max { _ = try BinaryTrailer(of: bytes, limits: limits) }
                return
            }
            let reader = try BinaryPropertyListReader(bytes, limits: limits, validation: .onAccess)
            for index in reader.objectIndices {
                let header = try reader.header(at: index)
                let payload = header.payload..<header.payload + header.scalarSize
                if header.kind.isString { try reader.checkLength(payload) }
                if header.kind == .data { _ = try reader.data(in: payload) }
            }
        } catch {
            // The caller doesn't see the bytes, so a position in them says nothing.
            var error = error
            error.byteOffset = nil
            throw error
        }
    }
}
