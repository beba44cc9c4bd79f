import KeyedArchiving

/// Blows at one of the steps that coded objects and delegates take, and counts instances.
final class StepFault: @unchecked Sendable {
    /// Nil in tests that don't look at steps: they run beside each other, and would count in one place.
    @TaskLocal static var current: StepFault?

    struct Blown: Error {}

    /// How many steps were taken.
    private(set) var steps = 0
    /// At which step to throw; nil for none.
    var blowsAt: Int?
    /// How many instances there are.
    var living = 0

    init(blowsAt: Int? = nil) {
        self.blowsAt = blowsAt
    }

    static func step() throws {
        guard let fuse = current else { return }
        defer { fuse.steps += 1 }
        if fuse.steps == fuse.blowsAt { throw Blown() }
    }

    /// How many steps some work takes.
    static func steps(of work: () throws -> Void) rethrows -> Int {
        let fuse = StepFault()
        try $current.withValue(fuse) { try work() }
        return fuse.steps
    }
}

/// Counts an object for as long as it lives.
final class Token {
    private let fuse = StepFault.current

    init() { fuse?.living += 1 }

    deinit { fuse?.living -= 1 }
}

/// Takes a step at every call.
final class SteppingDelegate: KeyedArchiverDelegate, KeyedUnarchiverDelegate {
    func archiver(_ archiver: KeyedArchiver, willEncode object: any Codingable) throws -> (any Codingable)? {
        try StepFault.step()
        return object
    }

    func unarchiver(_ unarchiver: KeyedUnarchiver, didDecode object: any Codingable) throws -> (any Codingable)? {
        try StepFault.step()
        return nil
    }
}
