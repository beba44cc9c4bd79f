#if !hasFeature(Embedded)
    /// A source that an archive can be read from.
    ///
    /// Bytes are a source, and so is a ``PropertyList`` that holds an archive or its data; with
    /// KeyedArchivingFoundation, `Data` and files (`.contents(of: url)`) are sources, too. A buffer type of yours conforms
    /// by returning its bytes:
    ///
    /// ```swift
    /// struct Upload: ArchiveSource {
    ///     var body: [UInt8]
    ///
    ///     func archiveBytes() -> [UInt8] { body }
    /// }
    ///
    /// let archive = try KeyedArchive(Upload(body: bytes), limits: .untrusted)
    /// ```
    public protocol ArchiveSource {
        /// The bytes of the archive, in any of its forms.
        ///
        /// - Throws: ``ArchiveError`` if they can't be read.
        func archiveBytes() throws(ArchiveError) -> [UInt8]

        /// The registry of a `KeyedUnarchiver` that is given none; nil for `ClassRegistry.standard`.
        var defaultRegistry: ClassRegistry? { get }
    }

    extension ArchiveSource {
        /// Nil: the standard registry.
        public var defaultRegistry: ClassRegistry? { nil }
    }

    extension Array: ArchiveSource where Element == UInt8 {
        /// The bytes themselves.
        public func archiveBytes() throws(ArchiveError) -> [UInt8] { self }
    }

    extension ArraySlice: ArchiveSource where Element == UInt8 {
        /// A copy of the bytes.
        public func archiveBytes() throws(ArchiveError) -> [UInt8] { Array(self) }
    }

    extension PropertyList: ArchiveSource {
        /// The bytes of data; of any other value, the value as a binary property list.
        ///
        /// An archive inside a larger property list is either data or a dictionary with `$archiver`.
        public func archiveBytes() throws(ArchiveError) -> [UInt8] {
            if case .data(let bytes) = self { return bytes }
            return try BinaryPropertyListWriter().write(self)
        }
    }
#endif
