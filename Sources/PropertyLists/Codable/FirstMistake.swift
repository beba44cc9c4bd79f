#if !hasFeature(Embedded)

/// The first mistake that was found where no error could be thrown.
struct FirstMistake {
    private var error: (any Error)?
    /// Whether there is one; looking at the error itself would copy it.
    private var isNoted = false

    /// Notes a mistake, if it is the first.
    mutating func note(_ error: any Error) {
        if isNoted { return }
        self.error = error
        isNoted = true
    }

    /// Throws the mistake, if there is one.
    @inline(__always)
    func check() throws {
        if isNoted, let error { throw error }
    }

    /// Throws the mistake, if there is one, and forgets it.
    @inline(__always)
    mutating func checkOnce() throws {
        if isNoted { try forget() }
    }

    @inline(never)
    private mutating func forget() throws {
        isNoted = false
        if let error = error.take() { throw error }
    }
}

#endif
