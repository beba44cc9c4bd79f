#if canImport(Darwin)
    internal import Darwin
#else
    // The part of the standard library that is written in C. On systems other than Apple's it comes with the program.
    internal import SwiftShims
#endif

/// Tells code that recurses through the user's code whether the thread has stack left.
///
/// How deep objects may nest is a property of the stack there is: frames of a build for debugging take several times as
/// much as those of a release build, a class with a long initializer more than one with a short one, and a secondary
/// thread of an Apple system has 512 KB where the first has 8 MB. So where recursion goes one object deeper, the coders
/// compare the address of a local variable with the end of the stack, and throw the error of the limit `depth` before
/// it is reached.
///
/// The first ``allowance`` bytes are taken to be there, so that the system is asked for the bounds only where objects
/// nest deeper. Nearly no archive does.
///
/// Under the address sanitizer, local variables whose address is taken are in memory of the sanitizer's own. Such an
/// address is outside of the stack that the limit knows, and then it looks at one that is always in the stack.
@usableFromInline package struct StackLimit: BitwiseCopyable {
    /// How many bytes the outermost call may take before the bounds of the stack are asked for.
    @usableFromInline static var allowance: UInt { 64 << 10 }
    /// The number of bytes reserved for calls that don't recurse through a coder.
    ///
    /// These are initializers of values, the libraries that they call, and errors. On a stack of less than four times
    /// as much it is a quarter.
    private static let reserve: UInt = 128 << 10
    /// How many bytes recursion may take if the system does not report the bounds, or reports those of another stack
    /// than the one that the program has made for this code.
    private static let unknownAllowance: UInt = 256 << 10
    /// How far above ``stackAddress(_:)`` the variables of its caller may be.
    @usableFromInline static var callerFrame: UInt { 4 << 10 }

    /// The address below which recursion must stop, if it is known.
    @usableFromInline var limit = UInt.max
    /// The end of the stack; 0 while it is not known.
    @usableFromInline var end: UInt = 0
    /// The stack address of the outermost call, at or above each of its variables.
    @usableFromInline var start = UInt.max

    @inlinable
    package init() {}

    /// Begins to measure, at the outermost call; each may come from another thread.
    @inlinable
    @inline(__always)
    package mutating func begin() {
        start = Self.stackAddress(1) &+ Self.callerFrame
        end = 0
        limit = start > Self.allowance ? start - Self.allowance : 0
    }

    /// Whether there is stack for one more level.
    @inlinable
    @inline(__always)
    package mutating func hasRoom() -> Bool {
        // One comparison for both bounds: below the limit, the difference wraps around.
        Self.address &- limit <= start &- limit ? true : measure()
    }

    /// The address of a local variable, which is in the stack unless a sanitizer puts it elsewhere.
    @inlinable
    @inline(__always)
    static var address: UInt {
        var local: UInt8 = 0
        // Safe: nothing is read or written through the pointer, and it does not leave the closure; its bits do.
        return unsafe withUnsafePointer(to: &local) { UInt(bitPattern: $0) }
    }

    /// The address of memory in the stack, also under a sanitizer.
    ///
    /// No sanitizer moves memory whose size isn't known when the program is compiled. So this isn't inlined, where the
    /// size would be known.
    ///
    /// - Parameter size: How many bytes that is; 1 will do.
    @usableFromInline
    @inline(never)
    package static func stackAddress(_ size: Int) -> UInt {
        // Safe: nothing is read or written through the pointer, and it does not leave the closure; its bits do.
        unsafe withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) { UInt(bitPattern: $0.baseAddress) }
    }

    @usableFromInline
    @inline(never)
    mutating func measure() -> Bool {
        let here = Self.stackAddress(1)
        if end > 0, here >= end { return here >= limit }
        guard let bounds = Self.bounds, bounds.contains(here) else {
            limit = start.subtractingOrZero(Self.unknownAllowance)
            return here >= limit
        }
        end = bounds.lowerBound
        limit = end + min(Self.reserve, UInt(bounds.count) / 4)
        return here >= limit
    }

    /// Whether the stack of this thread is known to have so many bytes left.
    package static func hasLeft(_ size: UInt) -> Bool {
        let here = stackAddress(1)
        guard let bounds, bounds.contains(here) else { return false }
        return here - bounds.lowerBound >= size
    }

    /// The addresses of the stack of this thread, if the system reports them.
    private static var bounds: Range<UInt>? {
        #if canImport(Darwin)
            let thread = pthread_self()
            // Safe: the address of the highest byte is only calculated with.
            let upper = unsafe UInt(bitPattern: pthread_get_stackaddr_np(thread))
            let lower = upper.subtractingOrZero(UInt(pthread_get_stacksize_np(thread)))
        #else
            var lower: __swift_uintptr_t = 0
            var upper: __swift_uintptr_t = 0
            // Safe: the function writes one integer to each of the two variables, which live until it returns.
            guard unsafe _swift_stdlib_getCurrentStackBounds(&lower, &upper) else { return nil }
        #endif
        return lower < upper ? UInt(lower)..<UInt(upper) : nil
    }
}

extension StackLimit {
    /// The reason of an error for values that nest deeper than the limit `depth`, or so deep that the stack would
    /// overflow.
    ///
    /// - Parameters:
    ///   - what: The values that nest, such as `objects`.
    ///   - depth: How deep it nests; left out where only the stack was measured.
    ///   - limit: The limit.
    @inline(never)
    package static func reason(_ what: String, depth: Int = .min, limit: Int) -> String {
        depth < limit
            ? "the \(what) nest deeper than the stack of this thread allows, though not deeper than the limit `depth` of \(limit)"
            : "the limit `depth` of \(limit) is exceeded by \(what) that nest deeper"
    }

    /// An operation on nested values.
    package enum Work: String {
        case encode
        case decode
    }

    /// The remedy for values that nest deeper than the limit `depth` or the stack allows.
    ///
    /// - Parameters:
    ///   - work: The operation on the values.
    ///   - depth: How deep it nests.
    ///   - limit: The limit.
    ///   - protocol: The protocol of the classes whose objects may nest to any depth, if there is one.
    @inline(never)
    package static func remedy(
        _ work: Work,
        depth: Int,
        limit: Int,
        insteadBy protocol: String? = nil
    ) -> String {
        let way =
            if depth < limit {
                "\(work.rawValue) on a thread with a larger stack"
            } else {
                "raise `Limits.depth`\(work == .decode ? " if you trust the input" : "")"
            }
        return `protocol`.map { "make the class a \($0), or \(way)" } ?? way
    }
}

extension UInt {
    /// The difference, or 0 if it would be negative.
    fileprivate func subtractingOrZero(_ other: UInt) -> UInt {
        self > other ? self - other : 0
    }
}
