internal import Foundation

/// How long the processor worked for a thread, whatever else the machine was doing meanwhile.
package enum WorkTime {
    /// The time that the calling thread worked during a call.
    package static func of(_ body: () throws -> Void) rethrows -> Duration {
        let began = now
        try body()
        return now - began
    }

    /// How many times the work of one call is that of another: the least of several tries, each of which does both,
    /// so that what slows down a machine for a while doesn't count as growth.
    ///
    /// The smaller call comes first, twice: what only a first call does isn't counted.
    ///
    /// - Parameter bound: A growth that is small enough to try no more.
    package static func growth(
        from small: () throws -> Void,
        to large: () throws -> Void,
        below bound: Double
    ) rethrows -> Double {
        var least = Double.infinity
        for _ in 0..<5 where least >= bound {
            var times = (small: Duration.seconds(1000), large: Duration.seconds(1000))
            for _ in 0..<2 { times.small = min(times.small, try of(small)) }
            times.large = try of(large)
            least = min(least, times.large / max(times.small, .milliseconds(1)))
        }
        return least
    }

    /// How long the calling thread has worked.
    static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
