/// A growing run of plain values that one holder owns.
///
/// See ``FixedTable`` for why this is not an array. Appending compares two numbers and stores.
///
/// All unsafe code is within this file, those named after it, and the extension in `ByteSink.swift`: memory from 0 to
/// `count` is initialized, `count` never exceeds `capacity`, with which the memory is allocated, every index is
/// compared with the count, and plain values need no destruction.
@safe @usableFromInline package struct GrowingTable<Element: BitwiseCopyable>: ~Copyable {
    /// The number of elements.
    @usableFromInline package internal(set) var count = 0
    @usableFromInline var capacity = 0
    /// Nil as long as there is no memory, so that an empty table costs nothing.
    @usableFromInline var memory: UnsafeMutablePointer<Element>?

    /// Creates an empty table.
    @inlinable
    package init() {
        unsafe memory = nil
    }

    /// Creates an empty table with room for a number of elements.
    @inlinable
    package init(capacity: Int) {
        self.capacity = max(0, capacity)
        unsafe memory = .allocate(capacity: self.capacity)
    }

    /// Creates a table of the elements of another.
    @inlinable
    package init(copying other: borrowing GrowingTable) {
        self.init()
        append(contentsOf: other, in: 0..<other.count)
    }

    @inlinable
    deinit {
        unsafe memory?.deallocate()
    }

    /// Whether there are no elements.
    @inlinable
    package var isEmpty: Bool { count == 0 }

    /// The size of the first memory of a table, in bytes: enough for a small archive, so that it is the only one.
    ///
    /// It isn't the same for all tables, because an allocator keeps few free blocks of one size at hand, that of Linux
    /// seven: with more tables of a size than that, each archive takes some from elsewhere (row
    /// `encode archive of two persons` of `Instructions.tsv`).
    @inlinable static var firstSize: Int {
        switch MemoryLayout<Element>.stride {
        case ...4: 1024
        case ...16: 512
        default: 768
        }
    }

    /// Makes room for more elements.
    @inlinable
    @inline(__always)
    package mutating func reserve(_ additional: Int) {
        if additional > capacity &- count { grow(to: count + additional) }
    }

    /// The sizes in bytes between which a table grows fourfold.
    ///
    /// Less is copied, and while it is copied less is held twice. Room that was never written takes no memory in most
    /// systems, but beyond some size it is not asked for.
    @inlinable static var fourfoldSizes: Range<Int> { 1 << 16..<1 << 24 }

    /// Grows at least twofold, so that appending *n* elements costs O(*n*) in all.
    @inlinable
    @inline(never)
    mutating func grow(to least: Int) {
        let stride = max(1, MemoryLayout<Element>.stride)
        let factor = Self.fourfoldSizes.contains(capacity * stride) ? 4 : 2
        let newCapacity = max(least, factor * capacity, Self.firstSize / stride)
        let newMemory = UnsafeMutablePointer<Element>.allocate(capacity: newCapacity)
        if let memory = unsafe memory {
            unsafe newMemory.moveInitialize(from: memory, count: count)
            unsafe memory.deallocate()
        }
        unsafe memory = newMemory
        capacity = newCapacity
    }

    /// Adds an element at the end.
    @inlinable
    @inline(__always)
    package mutating func append(_ element: Element) {
        reserve(1)
        guard let memory = unsafe memory else { return }
        unsafe (memory + count).initialize(to: element)
        count &+= 1
    }

    /// Adds an element at the end of a table that has room for it.
    ///
    /// A loop that only does this keeps the table in registers: nothing in it can move the memory.
    @inlinable
    @inline(__always)
    package mutating func appendWithinCapacity(_ element: Element) {
        precondition(count < capacity)
        unsafe (memory.unsafelyUnwrapped + count).initialize(to: element)
        count &+= 1
    }

    /// Adds an element at the end if there is room for it.
    ///
    /// - Returns: Whether there is.
    @inlinable
    @inline(__always)
    package mutating func appendIfPossible(_ element: Element) -> Bool {
        guard count < capacity else { return false }
        unsafe (memory.unsafelyUnwrapped + count).initialize(to: element)
        count &+= 1
        return true
    }

    /// Adds elements at the end.
    @inlinable
    package mutating func append(contentsOf elements: some Collection<Element>) {
        reserve(elements.count)
        for element in elements { append(element) }
    }

    /// Adds the elements that another table has in a range.
    @inlinable
    package mutating func append(contentsOf other: borrowing GrowingTable, in range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= other.count)
        reserve(range.count)
        guard let memory = unsafe memory, let source = unsafe other.memory else { return }
        unsafe (memory + count).initialize(from: source + range.lowerBound, count: range.count)
        count &+= range.count
    }

    /// Adds equal elements at the end.
    ///
    /// - Returns: The position of the first.
    @inlinable
    @inline(__always)
    package mutating func append(_ element: Element, times: Int) -> Int {
        let first = count
        reserve(times)
        guard let memory = unsafe memory, times > 0 else { return first }
        unsafe (memory + count).initialize(repeating: element, count: times)
        count &+= times
        return first
    }

    /// Takes the last element away.
    ///
    /// - Returns: Nil if there is none.
    @inlinable
    package mutating func popLast() -> Element? {
        guard count > 0 else { return nil }
        count &-= 1
        return unsafe memory?[count]
    }

    /// Reverses the order of the elements from a position on.
    @inlinable
    package mutating func reverse(from start: Int) {
        precondition(start >= 0)
        var (left, right) = (start, count &- 1)
        while left < right {
            (self[left], self[right]) = (self[right], self[left])
            left &+= 1
            right &-= 1
        }
    }

    /// Removes the elements from a position on.
    @inlinable
    @inline(__always)
    package mutating func truncate(to count: Int) {
        precondition(count >= 0)
        if count < self.count { self.count = count }
    }

    /// The element at an index, which must be below the count.
    @inlinable
    package subscript(index: Int) -> Element {
        @inline(__always) get {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
            return unsafe memory.unsafelyUnwrapped[index]
        }
        @inline(__always) set {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
            unsafe memory.unsafelyUnwrapped[index] = newValue
        }
    }

    /// The elements of a range, copied.
    @inlinable
    package func elements(_ range: Range<Int>) -> [Element] {
        range.map { self[$0] }
    }
}

// The memory belongs to one holder, which passes no pointer to it to others.
extension GrowingTable: @unchecked Sendable where Element: Sendable {}
