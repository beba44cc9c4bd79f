// What a piece of work costs, counted so that the same work always counts the same.

#pragma once

#include <stdint.h>

/// Counts since the process began, and what stands at this moment.
struct CurveCounts {
    /// Steps of the instrumented code: how often each of its regions ran, such as the body of a loop.
    ///
    /// 0 in a build without `-profile-generate`.
    uint64_t steps;
    /// Bytes that `memcmp` looked at.
    uint64_t comparedBytes;
    /// Bytes that were allocated, whether or not they were freed again.
    uint64_t allocatedBytes;
    /// Bytes that are allocated now.
    uint64_t liveBytes;
    /// The most bytes that were allocated at one time since `resetPeak`.
    uint64_t peakBytes;
    /// Bytes that were passed to `write`.
    uint64_t writtenBytes;
};

/// The counts as they are now.
struct CurveCounts CurveCountsNow(void);

/// Whether memory is counted on this system.
int CurveCountsMemory(void);

/// Sets the peak back to what is allocated now.
void CurveCountsResetPeak(void);
