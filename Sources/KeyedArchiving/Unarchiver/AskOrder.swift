internal import PropertyLists

/// The keys that objects were asked for, and where they are: for the objects of each shape, the first key that one was
/// asked for, the second and so on.
struct AskOrder: ~Copyable {
    /// The run of the look-ups of a shape.
    typealias Run = LookUpRun

    /// A key that was looked up, and where it is.
    private struct LookUp {
        var key = ""
        var isASCII = true
        /// The position of the key; `unknown` if none was looked up, `absent` if there is no such key.
        var position = LookUp.unknown

        @inline(__always)
        func isSame(as other: String) -> Bool { key.isIdentical(to: other, isASCII: isASCII) }

        static var unknown: FieldPosition { .none }
        static var absent: FieldPosition { FieldPosition(-2) }
    }

    private var all: [LookUp] = []

    /// Makes room for look-ups, with no key yet.
    ///
    /// - Parameter least: For how many there is room at least, once there is any.
    mutating func addRun(of count: Int, least: Int) -> Run {
        if all.isEmpty { all.reserveCapacity(max(count, least)) }
        for _ in 0..<count { all.append(LookUp()) }
        return Run(first: all.count - count, count: count)
    }

    /// The position of the key that an object is asked for as the `number`-th; nil if it is not known.
    @inline(__always)
    func position(of key: String, _ number: Int, _ run: Run) -> FieldPosition? {
        guard number < run.count else { return nil }
        let lookUp = all[run.first &+ number]
        return lookUp.position.rawValue >= 0 && lookUp.isSame(as: key) ? lookUp.position : nil
    }

    /// The result of an earlier look-up of a key, at any place in the order: its position, or nil if there is no such
    /// key; nothing if it wasn't looked up.
    ///
    /// If no object asked for a key at this place before, this object is the first one, which mostly asks for each key
    /// once (row `decode archive of two persons` of `Instructions.tsv`).
    @inline(__always)
    mutating func known(_ key: String, _ number: Int, _ run: Run) -> FieldPosition?? {
        if number < run.count, all[run.first &+ number].position == LookUp.unknown { return nil }
        for index in run.first..<run.first &+ run.count {
            let lookUp = all[index]
            guard lookUp.position != LookUp.unknown, lookUp.isSame(as: key) else { continue }
            let position = lookUp.position == LookUp.absent ? nil : lookUp.position
            if index &- run.first != number { remember(position, of: key, number, run) }
            return .some(position)
        }
        return nil
    }

    /// Keeps the position of the key that an object was asked for as the `number`-th; nil if it isn't there.
    ///
    /// Keys that start with `$` are left out: one of a user's isn't the stored key with the same text.
    mutating func remember(_ position: FieldPosition?, of key: String, _ number: Int, _ run: Run) {
        guard number < run.count, !CodingKeyRules.isReserved(key) else { return }
        all[run.first &+ number] = LookUp(
            key: key, isASCII: key.isASCII, position: position ?? LookUp.absent)
    }
}
