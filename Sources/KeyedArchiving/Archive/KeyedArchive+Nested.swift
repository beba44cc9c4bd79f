internal import PropertyLists

extension KeyedArchive {
    /// Opens an archive held in a data value of this one.
    ///
    /// Many programs archive an object into data and store that data in another archive.
    ///
    /// ```swift
    /// if let inner = try archive.nestedArchive(in: payload) { print(inner.objectCount) }
    /// ```
    ///
    /// - Parameter data: The content of a data value.
    /// - Returns: The archive, or nil if the bytes are not a keyed archive.
    /// - Throws: ``ArchiveError/Code/limitExceeded`` if archives nest deeper than
    ///   ``/PropertyLists/Limits/nestedArchives``, or if the archive exceeds another limit of this one.
    public func nestedArchive(in data: [UInt8]) throws(ArchiveError) -> KeyedArchive? {
        guard Self.mayBeArchive(data) else { return nil }
        guard nestingDepth < limits.nestedArchives else {
            throw ArchiveError(
                .limitExceeded,
                "the limit `nestedArchives` of \(limits.nestedArchives) is exceeded",
                remedy: "raise `Limits.nestedArchives` if you trust the input"
            )
        }
        do {
            return try KeyedArchive(data, limits: limits, validation: .offsetTable, nestingDepth: nestingDepth + 1)
        } catch  where error.code == .limitExceeded {
            throw error
        } catch {
            return nil
        }
    }

    /// A quick look at the first bytes.
    private static func mayBeArchive(_ data: [UInt8]) -> Bool {
        data.starts(with: "bplist0".utf8) || data.starts(with: "<?xml".utf8) || data.starts(with: "<plist".utf8)
    }
}
