/// A fixed number of elements that one holder owns.
///
/// An `Array` checks at every change whether it is shared, which is a call into the runtime; the tables of a coder
/// change with every object and are never shared. This one cannot be copied, so there is nothing to check. Access is
/// checked as an array's is.
///
/// All unsafe code is within this file: the memory is allocated and initialized in `init` unless the count is 0, freed
/// in `deinit`, and every index is compared with the count.
@safe @usableFromInline package struct FixedTable<Element>: ~Copyable {
    /// The number of elements.
    @usableFromInline package let count: Int
    /// Nil if there are none, so that an empty table costs nothing.
    @usableFromInline let elements: UnsafeMutablePointer<Element>?

    /// Creates a table of equal elements.
    @inlinable
    package init(repeating element: Element, count: Int) {
        self.count = max(0, count)
        guard count > 0 else {
            unsafe elements = nil
            return
        }
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: count)
        unsafe memory.initialize(repeating: element, count: count)
        unsafe elements = memory
    }

    /// Creates a table of the elements of another.
    @inlinable
    init(copying other: borrowing FixedTable) {
        count = other.count
        guard let source = unsafe other.elements else {
            unsafe elements = nil
            return
        }
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: count)
        unsafe memory.initialize(from: source, count: count)
        unsafe elements = memory
    }

    @inlinable
    deinit {
        guard let elements = unsafe elements else { return }
        unsafe elements.deinitialize(count: count)
        unsafe elements.deallocate()
    }

    /// The element at an index, which must be below the count.
    @inlinable
    package subscript(index: Int) -> Element {
        @inline(__always) get {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
            return unsafe elements.unsafelyUnwrapped[index]
        }
        @inline(__always) set {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
            unsafe elements.unsafelyUnwrapped[index] = newValue
        }
    }
}

// The memory belongs to one holder, which passes no pointer to it to others.
extension FixedTable: @unchecked Sendable where Element: Sendable {}
