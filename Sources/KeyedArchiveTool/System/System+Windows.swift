#if canImport(ucrt)
    // The calls for open files that the other files of this folder use, by the names of POSIX; Windows has them under
    // names and with types of its own.

    func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
        Int(_read(descriptor, buffer, UInt32(clamping: min(count, Int(Int32.max)))))
    }

    func write(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
        Int(_write(descriptor, bytes, UInt32(clamping: min(count, Int(Int32.max)))))
    }

    /// Writes at a position; the position of the file is then behind it, unlike with POSIX.
    func pwrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ position: off_t) -> Int {
        guard _lseeki64(descriptor, position, SEEK_SET) >= 0 else { return -1 }
        return write(descriptor, bytes, count)
    }

    @discardableResult
    func close(_ descriptor: Int32) -> Int32 {
        _close(descriptor)
    }

    func fsync(_ descriptor: Int32) -> Int32 {
        _commit(descriptor)
    }

    @discardableResult
    func ftruncate(_ descriptor: Int32, _ size: Int64) -> Int32 {
        _chsize_s(descriptor, size)
    }

    typealias off_t = Int64

    extension String {
        /// Calls a function with the text as Windows takes it.
        func withWideText<Result>(_ body: (UnsafePointer<UInt16>) -> Result) -> Result {
            withCString(encodedAs: UTF16.self, body)
        }
    }
#endif
