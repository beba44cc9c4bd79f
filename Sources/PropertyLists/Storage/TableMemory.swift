#if canImport(Glibc)
    internal import Glibc
    internal import Synchronization
#elseif canImport(Musl)
    internal import Musl
    internal import Synchronization
#endif

/// Where the memory of tables comes from: of small ones from the allocator, of large ones from Linux itself.
///
/// The system provides memory when it is first touched, a page at a time, which takes longer than to fill the page.
/// Up to half of the time that it took to encode a large archive was that. Two things make it rare:
///
/// - What the tables of one archive took waits for those of the next, up to ``spareLimit``.
/// - Linux has pages of 2 MiB beside those of 4 KiB, in its usual setting (`madvise`) for memory that asks for them.
///   They are asked for while a process works on one archive after the other, which is told by how much it freed
///   without a pause. In a virtual machine whose free memory goes back to its host, the first use of a large page may
///   take ten times as long as that of small ones; a process that codes once would gain nothing from it.
///
/// Other systems choose the size of pages themselves; there the allocator provides all.
@usableFromInline package enum TableMemory {
    #if canImport(Glibc) || canImport(Musl)
        /// The size of a large page of x86-64, and of 64-bit ARM whose small pages are of 4 KiB, in bytes.
        private static var largePage: UInt { 2 << 20 }

        /// From which size on memory comes from the system, in bytes: at most half of it is beyond what is asked for.
        @usableFromInline static var leastFromSystem: Int { 1 << 20 }

        /// How many bytes wait for the next archive at most.
        private static var spareLimit: UInt { 64 << 20 }

        private static let spares = Mutex(SpareMemory(limit: spareLimit))

        /// How many bytes were freed without a pause.
        private static let freed = Atomic<Int>(0)
        /// When bytes were freed for the last time, in seconds of the system's clock.
        private static let lastFreed = Atomic<Int>(0)

        /// Whether so much was freed just now that memory of a size should be large pages.
        private static func isWorthLargePages(_ size: Int) -> Bool {
            if seconds &- lastFreed.load(ordering: .relaxed) > 1 { freed.store(0, ordering: .relaxed) }
            return freed.load(ordering: .relaxed) / 4 >= size
        }

        /// The time, in seconds since the system was started.
        private static var seconds: Int {
            var time = timespec()
            // Safe: the function writes to the variable, which lives until it returns.
            _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
            return Int(time.tv_sec)
        }

        /// The size of the whole large pages that some memory takes.
        private static func rounded(_ size: Int) -> UInt {
            (UInt(size) + largePage - 1) & ~(largePage - 1)
        }

        /// Takes memory that waits, or else from the system.
        @usableFromInline
        @inline(never)
        static func take(_ size: Int) -> UnsafeMutableRawPointer {
            let length = rounded(size)
            let spare = spares.withLock { $0.take(length) }
            if let spare, let memory = unsafe UnsafeMutableRawPointer(bitPattern: spare) { return unsafe memory }
            return unsafe map(size, length)
        }

        /// Takes memory from the system, from an address on that is a multiple of the size of large pages.
        ///
        /// Where there is no memory left, the program ends, as it does where the allocator has none.
        private static func map(_ size: Int, _ length: UInt) -> UnsafeMutableRawPointer {
            let mapped = unsafe mmap(
                nil, Int(length + largePage), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
            guard let start = unsafe mapped, UInt(bitPattern: start) != .max else {
                noMemory(size)
            }
            // Safe: what is given back are the parts of the mapping before and after the memory, which nothing uses.
            let before = (0 &- UInt(bitPattern: start)) & (largePage - 1)
            if before > 0 { _ = unsafe munmap(start, Int(before)) }
            let memory = unsafe start + Int(before)
            _ = unsafe munmap(memory + Int(length), Int(largePage - before))
            // It is only advice: where it is refused, pages are small.
            if isWorthLargePages(size) { _ = unsafe madvise(memory, Int(length), MADV_HUGEPAGE) }
            return unsafe memory
        }

        /// Allocates memory at once, where the standard library goes by way of functions for any alignment (row
        /// `decode archive of two persons` of `Instructions.tsv`).
        ///
        /// Its alignment is enough for any element of a table: that of two words.
        @usableFromInline
        @inline(never)
        static func allocate(_ size: Int) -> UnsafeMutableRawPointer {
            guard let memory = unsafe malloc(max(1, size)) else { noMemory(size) }
            return unsafe memory
        }

        /// Frees memory that was allocated.
        @usableFromInline
        @inline(never)
        static func deallocate(_ memory: UnsafeMutableRawPointer) {
            unsafe free(memory)
        }

        /// Ends the program, as the standard library does where there is no memory left.
        private static func noMemory(_ size: Int) -> Never {
            preconditionFailure("there are no \(size) bytes of memory left")
        }

        /// Frees memory of a size that was taken: it waits, or goes back to the system if enough waits already.
        @usableFromInline
        @inline(never)
        static func giveBack(_ memory: UnsafeMutableRawPointer, _ size: Int) {
            let length = rounded(size)
            freed.wrappingAdd(size, ordering: .relaxed)
            lastFreed.store(seconds, ordering: .relaxed)
            let start = UInt(bitPattern: memory)
            if !spares.withLock({ $0.keep(start, length) }) { _ = unsafe munmap(memory, Int(length)) }
        }
    #endif

    /// Asks for large pages for memory of the allocator: for those that lie in it as a whole.
    fileprivate static func advise(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
        #if canImport(Glibc) || canImport(Musl)
            guard bytes.count >= leastFromSystem, isWorthLargePages(bytes.count), let start = bytes.baseAddress
            else { return }
            // Safe: the advice is for memory between the bounds, and doesn't change what is in it.
            let before = (0 &- UInt(bitPattern: start)) & (largePage - 1)
            guard before < UInt(bytes.count) else { return }
            let length = (UInt(bytes.count) - before) & ~(largePage - 1)
            if length > 0 { _ = unsafe madvise(start + Int(before), Int(length), MADV_HUGEPAGE) }
        #endif
    }
}

extension [UInt8] {
    /// Creates an array of bytes that a closure writes, all of them.
    @inline(__always)
    init(count: Int, writtenBy write: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        unsafe self.init(unsafeUninitializedCapacity: count) { memory, writtenCount in
            unsafe TableMemory.advise(memory)
            unsafe write(memory)
            writtenCount = count
        }
    }
}

extension UnsafeMutablePointer {
    /// Allocates uninitialized memory for a table.
    ///
    /// It has to be freed by ``deallocateTable(capacity:)``, with the same capacity.
    @inlinable
    package static func allocateTable(capacity: Int) -> UnsafeMutablePointer {
        #if canImport(Glibc) || canImport(Musl)
            let size = capacity * MemoryLayout<Pointee>.stride
            let isLarge = size >= TableMemory.leastFromSystem
            let memory = unsafe isLarge ? TableMemory.take(size) : TableMemory.allocate(size)
            return unsafe memory.bindMemory(to: Pointee.self, capacity: capacity)
        #else
            return allocate(capacity: capacity)
        #endif
    }

    /// Frees the memory of a table, whose elements have been deinitialized.
    @inlinable
    package func deallocateTable(capacity: Int) {
        #if canImport(Glibc) || canImport(Musl)
            let size = capacity * MemoryLayout<Pointee>.stride
            if size >= TableMemory.leastFromSystem {
                return unsafe TableMemory.giveBack(UnsafeMutableRawPointer(self), size)
            }
            unsafe TableMemory.deallocate(self)
        #else
            unsafe deallocate()
        #endif
    }
}
