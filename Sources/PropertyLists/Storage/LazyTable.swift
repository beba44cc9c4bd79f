/// A fixed number of elements that one holder owns, of which memory is used only as far as elements were set.
///
/// The tables of an unarchiver have a place for each object of the archive, but of an array of a million numbers only
/// the array itself ever takes one. So unused pages of memory cause no page faults.
///
/// All unsafe code is within this file: the memory is allocated in `init` unless the count is 0, and freed in `deinit`,
/// elements below `initializedCount` are initialized, that is never above `count`, and every index is compared with one
/// of the two.
@safe @usableFromInline package struct LazyTable<Element>: ~Copyable {
    /// The number of elements.
    @usableFromInline package let count: Int
    @usableFromInline let initial: Element
    @usableFromInline var initializedCount = 0
    /// Nil if there are none, so that an empty table costs nothing.
    @usableFromInline let elements: UnsafeMutablePointer<Element>?

    /// Creates a table of equal elements.
    @inlinable
    package init(repeating element: Element, count: Int) {
        self.count = max(0, count)
        initial = element
        unsafe elements = count > 0 ? .allocate(capacity: count) : nil
    }

    @inlinable
    deinit {
        guard let elements = unsafe elements else { return }
        unsafe elements.deinitialize(count: initializedCount)
        unsafe elements.deallocate()
    }

    /// The element at an index, which must be below the count.
    @inlinable
    package subscript(index: Int) -> Element {
        @inline(__always) get {
            if UInt(bitPattern: index) < UInt(bitPattern: initializedCount) {
                return unsafe elements.unsafelyUnwrapped[index]
            }
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
            return initial
        }
        @inline(__always) set {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
            if index >= initializedCount { initialize(through: index) }
            unsafe elements.unsafelyUnwrapped[index] = newValue
        }
    }

    /// Initializes the elements up to an index, and some more, so that this happens rarely.
    @usableFromInline
    @inline(never)
    mutating func initialize(through index: Int) {
        let end = min(count, (index | 255) &+ 1)
        let start = unsafe elements.unsafelyUnwrapped + initializedCount
        unsafe start.initialize(repeating: initial, count: end &- initializedCount)
        initializedCount = end
    }
}
