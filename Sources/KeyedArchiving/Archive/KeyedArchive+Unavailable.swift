import PropertyLists

extension KeyedArchive {
    /// Not available: data need another module.
    @available(*, unavailable, message: "import KeyedArchivingFoundation to open Data, or pass its bytes as [UInt8]")
    @_disfavoredOverload
    public init(_ data: Any) throws {
        throw Unavailable()
    }

    /// Not available: a file is a source.
    @available(
        *, unavailable,
        message: "write 'KeyedArchive(.contents(of: url))', with KeyedArchivingFoundation imported"
    )
    public init(contentsOf url: Any) throws {
        throw Unavailable()
    }

    /// Not available: files need another module.
    @available(*, unavailable, message: "import KeyedArchivingFoundation to write a file")
    @_disfavoredOverload
    public func write(to url: Any) throws {
        throw Unavailable()
    }
}
