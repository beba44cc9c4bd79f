/// The decoded objects in a buffer of fixed capacity.
///
/// It doesn't use `LazyTable`, which fills places with nil before they are used, and releases them through the slower
/// path for existentials.
///
/// All unsafe code is within this file: the memory is allocated in `init` and freed in `deinit`, elements below `count`
/// are initialized, that is never above `capacity`, and every index is compared with `count`.
@safe struct DecodedObjects: ~Copyable {
    /// The number of places that were taken, even if they are empty again.
    private(set) var count = 0
    private let capacity: Int
    private let elements: UnsafeMutablePointer<BoxedObject?>

    /// Creates an empty table; its memory is touched only as far as objects are added.
    init(capacity: Int) {
        self.capacity = max(0, capacity)
        unsafe elements = .allocate(capacity: self.capacity)
    }

    deinit {
        // Taken out one by one, an element is released as a pointer, and not as an existential of any type.
        for index in 0..<count {
            if let object = unsafe (elements + index).move() { _ = consume object }
        }
        unsafe elements.deallocate()
    }

    /// Whether there is no room for another object.
    var isFull: Bool { count == capacity }

    /// Adds an object at the end of a table that is not full.
    @inline(__always)
    mutating func append(_ object: BoxedObject) {
        precondition(count < capacity)
        unsafe (elements + count).initialize(to: object)
        count &+= 1
    }

    /// The object at a place, which must be below the count; nil if it was released.
    subscript(place: Int) -> BoxedObject? {
        @inline(__always) get {
            precondition(UInt(bitPattern: place) < UInt(bitPattern: count))
            return unsafe elements[place]
        }
        @inline(__always) set {
            precondition(UInt(bitPattern: place) < UInt(bitPattern: count))
            unsafe elements[place] = newValue
        }
    }
}
