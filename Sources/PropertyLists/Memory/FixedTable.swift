/// A fixed number of elements that one holder owns.
///
/// An `Array` checks at every change whether it is shared, which is a call into the runtime; the tables of a coder
/// change with every object and are never shared. This one cannot be copied, so there is nothing to check. Access is
/// checked as an array's is.
///
/// What is unsafe is within this file: the memory is allocated and initialized in `init`, freed in `deinit`, and every
/// index is compared with the count.
@safe @usableFromInline package struct FixedTable<Element>: ~Copyable {
    /// The number of elements.
    @usableFromInline package let count: Int
    @usableFromInline let elements: UnsafeMutablePointer<Element>

    /// Creates a table of equal elements.
    @inlinable
    package init(repeating element: Element, count: Int) {
        self.count = max(0, count)
        unsafe elements = .allocate(capacity: self.count)
        unsafe elements.initialize(repeating: element, count: self.count)
    }

    @inlinable
    deinit {
        unsafe elements.deinitialize(count: count)
        unsafe elements.deallocate()
    }

    /// The element at an index, which must be below the count.
    @inlinable
    package subscript(index: Int) -> Element {
        @inline(__always) get {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
            return unsafe elements[index]
        }
        @inline(__always) set {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
            unsafe elements[index] = newValue
        }
    }
}
