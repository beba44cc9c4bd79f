internal import PropertyLists

/// How far each object of an archive has come, and the instances that were decoded.
///
/// There is a mark of four bytes for each object. Instances lie one after the other in the order in which they were
/// decoded: most objects of an archive are strings and collections that are not kept, and a place for each of them
/// would be memory that is touched for nothing.
struct DecodedObjects: ~Copyable {
    /// How far an object has come.
    enum Progress {
        static var unseen: UInt32 { 0 }
        /// Its initializer is running.
        static var decoding: UInt32 { 1 }
        /// There is a complete instance.
        static var instance: UInt32 { 2 }
        /// There is a value that is kept elsewhere.
        static var value: UInt32 { 3 }
        /// It decoded to nil.
        static var null: UInt32 { 4 }
        /// It was decoded once and not kept; the next time it is.
        static var seenUncached: UInt32 { 5 }
        /// There is an instance that is not complete: registered by its initializer, or empty and waiting to be filled.
        static var early: UInt32 { 6 }
        /// It is a class record.
        static var classRecord: UInt32 { 7 }
    }

    /// The progress of an object in the lower three bits; above, the index of its instance or of its class.
    struct Mark: BitwiseCopyable {
        fileprivate var rawValue: UInt32

        var progress: UInt32 { rawValue & 7 }
        fileprivate var index: Int { Int(rawValue &>> 3) }
        fileprivate var hasInstance: Bool { progress == Progress.instance || progress == Progress.early }
    }

    private var marks: LazyTable<UInt32>
    private var instances: InstanceTable
    /// The places of instances that were forgotten.
    private var freePlaces: [Int] = []

    /// The greatest index that a mark has room for.
    private static let maximumIndex = 1 << 29 - 1

    init(count: Int) {
        marks = LazyTable(repeating: Progress.unseen, count: count)
        instances = InstanceTable(capacity: count)
    }

    /// The number of objects of the archive.
    var count: Int { marks.count }

    /// The position of a UID; nil if there is no such object.
    ///
    /// The count is never negative, so that one comparison is enough.
    @inline(__always)
    func position(of uid: UID) -> Int? {
        uid.rawValue < UInt64(truncatingIfNeeded: count) ? Int(truncatingIfNeeded: uid.rawValue) : nil
    }

    /// The mark of an object; setting one that it had before leaves its instance as it is.
    subscript(uid: Int) -> Mark {
        @inline(__always) get { Mark(rawValue: marks[uid]) }
        @inline(__always) set { marks[uid] = newValue.rawValue }
    }

    /// Sets how far an object has come that has no instance.
    @inline(__always)
    mutating func setProgress(_ progress: UInt32, of uid: Int) {
        marks[uid] = progress
    }

    // MARK: Classes

    /// The index of the class whose record is at a UID; nil if something else is there, or it was not met.
    @inline(__always)
    func classIndex(at uid: Int) -> Int? {
        let mark = self[uid]
        return mark.progress == Progress.classRecord ? mark.index : nil
    }

    /// Sets the index of the class whose record is at a UID.
    mutating func setClassIndex(_ index: Int, at uid: Int) {
        marks[uid] = UInt32(truncatingIfNeeded: min(index, Self.maximumIndex)) &<< 3 | Progress.classRecord
    }

    // MARK: Instances

    /// The instance at a UID, complete or not.
    @inline(__always)
    func instance(at uid: Int) -> (any Codingable & AnyObject)? {
        let mark = self[uid]
        return mark.hasInstance ? instances[mark.index] : nil
    }

    /// Keeps an instance.
    ///
    /// - Returns: Whether there was room: there is for an instance of each object, up to 2²⁹ - 1.
    @inline(__always)
    mutating func keep(_ instance: any Codingable & AnyObject, at uid: Int, isEarly: Bool) -> Bool {
        let mark = self[uid]
        var index = mark.index
        if mark.hasInstance {
            // Mostly it is the instance that had registered itself, and only the mark changes.
            if instances[index] !== instance { instances[index] = instance }
        } else if freePlaces.isEmpty {
            index = instances.count
            guard !instances.isFull, index < Self.maximumIndex else { return false }
            instances.append(instance)
        } else {
            index = freePlaces.removeLast()
            instances[index] = instance
        }
        marks[uid] = UInt32(truncatingIfNeeded: index) &<< 3 | (isEarly ? Progress.early : Progress.instance)
        return true
    }

    /// Lets an object count as not met, and go of its instance.
    mutating func forget(_ uid: Int) {
        let mark = self[uid]
        if mark.hasInstance {
            instances[mark.index] = nil
            freePlaces.append(mark.index)
        }
        marks[uid] = Progress.unseen
    }
}
