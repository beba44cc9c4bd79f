// Counts work and memory of the program that this is linked with, by standing in for functions of the C library.
//
// Hardware counters aren't there in many containers, and an emulator is too slow for thousands of measurements. The
// steps come from the compiler instead: `-profile-generate` has each region of the source count how often it runs. What
// happens inside the runtime isn't instrumented; of it, comparisons of memory and allocations are counted here, since
// calls from the runtime's libraries lead to the program's functions where it has some of these names. Only the GNU C
// library has other names for the functions replaced (`__libc_malloc`); elsewhere memory isn't counted.

#include "CurveCounters.h"

#include <stdatomic.h>
#include <stddef.h>

static _Atomic uint64_t compared, allocated, live, peak, written;

// There if the program was linked with `-profile-generate`.
__attribute__((weak)) uint64_t *__llvm_profile_begin_counters(void);
__attribute__((weak)) uint64_t *__llvm_profile_end_counters(void);

static uint64_t steps(void) {
    if (!__llvm_profile_begin_counters || !__llvm_profile_end_counters) return 0;
    uint64_t sum = 0;
    const uint64_t *end = __llvm_profile_end_counters();
    for (const uint64_t *counter = __llvm_profile_begin_counters(); counter < end; counter++) sum += *counter;
    return sum;
}

struct CurveCounts CurveCountsNow(void) {
    struct CurveCounts counts = {steps(), compared, allocated, live, peak, written};
    return counts;
}

void CurveCountsResetPeak(void) { peak = live; }

#if defined(__linux__)
#include <features.h>
#endif

#if defined(__GLIBC__)
#include <errno.h>
#include <malloc.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static void *taken(void *block) {
    if (!block) return block;
    uint64_t size = malloc_usable_size(block);
    atomic_fetch_add_explicit(&allocated, size, memory_order_relaxed);
    uint64_t now = atomic_fetch_add_explicit(&live, size, memory_order_relaxed) + size;
    if (now > atomic_load_explicit(&peak, memory_order_relaxed)) {
        atomic_store_explicit(&peak, now, memory_order_relaxed);
    }
    return block;
}

static void given(void *block) {
    if (block) atomic_fetch_sub_explicit(&live, malloc_usable_size(block), memory_order_relaxed);
}

void *malloc(size_t size) { return taken(__libc_malloc(size)); }

void *calloc(size_t count, size_t size) { return taken(__libc_calloc(count, size)); }

void *realloc(void *block, size_t size) {
    uint64_t before = block ? malloc_usable_size(block) : 0;
    void *result = __libc_realloc(block, size);
    if (result || !size) atomic_fetch_sub_explicit(&live, before, memory_order_relaxed);
    return taken(result);
}

void *memalign(size_t alignment, size_t size) { return taken(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
    void *block = memalign(alignment, size);
    if (!block) return ENOMEM;
    *result = block;
    return 0;
}

void free(void *block) {
    given(block);
    __libc_free(block);
}

int memcmp(const void *first, const void *second, size_t count) {
    const unsigned char *one = first, *other = second;
    size_t position = 0;
    while (position + 8 <= count) {
        uint64_t left, right;
        __builtin_memcpy(&left, one + position, 8);
        __builtin_memcpy(&right, other + position, 8);
        if (left != right) break;
        position += 8;
    }
    while (position < count && one[position] == other[position]) position++;
    atomic_fetch_add_explicit(&compared, position, memory_order_relaxed);
    return position == count ? 0 : (int)one[position] - (int)other[position];
}

int bcmp(const void *first, const void *second, size_t count) { return memcmp(first, second, count); }

ssize_t write(int descriptor, const void *bytes, size_t count) {
    atomic_fetch_add_explicit(&written, count, memory_order_relaxed);
    return syscall(SYS_write, descriptor, bytes, count);
}

int CurveCountsMemory(void) { return 1; }
#else
int CurveCountsMemory(void) { return 0; }
#endif
