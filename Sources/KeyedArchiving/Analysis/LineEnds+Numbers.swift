internal import PropertyLists

// UIDs: an entry gets the next number when it is first referred to, then its contents are encoded, and its class last.

extension LineEnds {
    /// Puts the UIDs right.
    ///
    /// - Returns: The texts that are key equivalents; nil if there is no list of entries.
    mutating func findNumbers(_ budget: inout Budget) throws(ArchiveError) -> Set<Int>? {
        guard let list = value(of: "$objects", in: 0), objects[list].kind == 0xA else { return nil }
        let first = objects[list].firstReference
        var numbering = LineEndNumbering(entries: references[first..<first + objects[list].count].map { $0 }, self)
        try numbering.collect(&budget)
        numbering.run()
        for (uid, number) in numbering.numbers.enumerated() where number >= 0 {
            write(number, at: objects[uid].payload, width: objects[uid].size)
        }
        for group in numbering.groups.values {
            let (numbers, isCertain) = group.numbering()
            for (uid, number) in zip(group.uids, numbers) {
                write(number, at: objects[uid].payload, width: objects[uid].size)
            }
            for uid in group.uids where !isCertain {
                doubt(objects[uid].payload..<objects[uid].payload + objects[uid].size)
            }
        }
        // A copy is what it is a copy of.
        let uncertain = Set(doubtfulOffsets)
        for (copy, reference) in copies.enumerated() where reference >= 0 && objects[copy].kind == 8 {
            let original = objects[references[reference]]
            for index in 0..<min(original.size, objects[copy].size) {
                bytes[objects[copy].payload + index] = bytes[original.payload + index]
                if openReferences[reference] != nil || uncertain.contains(original.payload + index) {
                    let offset = objects[copy].payload + index
                    doubt(offset..<offset + 1)
                }
            }
        }
        return numbering.keyEquivalents()
    }
}

/// Assigns the numbers of ambiguous UIDs that contradict the order of encoding least.
private struct LineEndNumbering: ~Copyable {
    private struct Use: BitwiseCopyable {
        var entry: Int
        /// The key; -1 in a list.
        var key: Int
        var isClass: Bool
    }

    /// The place of a UID in the lists of an entry that doesn't refer to it otherwise.
    fileprivate struct Listing: BitwiseCopyable {
        /// Lists of one sequence are encoded one after the other.
        var sequence: Int
        var place: Int
        /// The greatest number before it.
        var highest: Int
    }

    /// UIDs that can't be told from each other by their bytes.
    struct Group {
        fileprivate(set) var uids: [Int] = []
        fileprivate var numbers: [Int] = []
        /// How much each number contradicts for each UID.
        fileprivate var costs: [[Int]] = []
        /// By entry.
        fileprivate var listings: [[Int: Listing]] = []
    }

    private let ends: LineEnds
    private let entries: [Int]
    private var uses: [[Use]]
    private var isClass: [Bool]
    private var classes: [Int]
    /// The UID of each number, and the number of each UID, as far as they are known; or -1.
    private var uids: [Int]
    private(set) var numbers: [Int]
    /// The kinds of the entries under each key.
    private var kinds: [UInt16]
    private(set) var groups: [[UInt8]: Group] = [:]
    /// The group of each number that is in doubt.
    private var groupOfNumber: [Int: [UInt8]] = [:]

    init(entries: [Int], _ ends: LineEnds) {
        (self.entries, self.ends) = (entries, ends)
        uses = Array(repeating: [], count: ends.objects.count)
        isClass = Array(repeating: false, count: entries.count)
        classes = Array(repeating: -1, count: entries.count)
        uids = Array(repeating: -1, count: entries.count)
        numbers = Array(repeating: -1, count: ends.objects.count)
        kinds = Array(repeating: 0, count: ends.objects.count)
    }

    mutating func collect(_ budget: inout Budget) throws(ArchiveError) {
        try budget.allocate(ends.objects.count + ends.references.count, of: 32)
        for (uid, object) in ends.objects.enumerated() where object.kind == 8 && ends.copies[uid] < 0 {
            guard object.size <= 4 else { continue }
            let readings = ends.readings(at: object.payload, width: object.size).filter { $0 < UInt64(entries.count) }
            if readings.count == 1 {
                numbers[uid] = Int(readings[0])
                uids[numbers[uid]] = uid
            } else {
                let pattern = Array(ends.bytes[object.position..<object.payload + object.size])
                groups[pattern, default: Group()].uids.append(uid)
                groups[pattern]?.numbers = readings.map { Int($0) }.sorted()
            }
        }
        for (pattern, group) in groups where group.isSmall {
            let count = group.uids.count
            groups[pattern]?.costs = Array(repeating: Array(repeating: 0, count: group.numbers.count), count: count)
            for number in group.numbers { groupOfNumber[number] = pattern }
        }
        var listings: [Int: [Int: Listing]] = [:]
        for (number, entry) in entries.enumerated() where ends.objects[entry].kind == 0xD {
            try collect(from: entry, number, &listings, &budget)
        }
        for (pattern, group) in groups { groups[pattern]?.listings = group.uids.map { listings[$0] ?? [:] } }
        for (uid, uses) in uses.enumerated() where numbers[uid] > 0 && !isNil(numbers[uid]) {
            for use in uses where use.key >= 0 { kinds[use.key] |= kind(of: numbers[uid]) }
        }
    }

    private mutating func collect(
        from entry: Int, _ number: Int, _ listings: inout [Int: [Int: Listing]], _ budget: inout Budget
    ) throws(ArchiveError) {
        var lists: [(key: Int, list: Int)] = []
        for (keyReference, valueReference) in ends.fields(of: entry) {
            let (key, value) = (ends.references[keyReference], ends.references[valueReference])
            try budget.step()
            if ends.isText(key, "$classname") { isClass[number] = true }
            if ends.objects[value].kind == 8 {
                let isClass = ends.isText(key, "$class")
                uses[value].append(Use(entry: number, key: key, isClass: isClass))
                if isClass { classes[number] = value }
            } else if ends.objects[value].kind == 0xA {
                lists.append((key, value))
            }
        }
        // Keys of a dictionary are encoded before its objects.
        let isKeys = { [ends] (key: Int) in ends.isText(key, CollectionPart.keys.key) }
        var (sequence, highest, place) = (0, 0, 0)
        for (key, list) in lists.filter({ isKeys($0.key) }) + lists.filter({ !isKeys($0.key) }) {
            if !isKeys(key), !ends.isText(key, CollectionPart.values.key) { (sequence, highest) = (sequence + 1, 0) }
            for index in 0..<ends.objects[list].count {
                let uid = ends.references[ends.objects[list].firstReference + index]
                try budget.step()
                guard ends.objects[uid].kind == 8 else { continue }
                place += 1
                highest = max(highest, numbers[uid])
                if numbers[uid] < 0, uses[uid].last?.entry != number {
                    let listing = Listing(sequence: sequence, place: place, highest: highest)
                    listings[uid, default: [:]][number] = listing
                }
                uses[uid].append(Use(entry: number, key: -1, isClass: false))
            }
        }
    }

    private func isNil(_ number: Int) -> Bool { ends.isText(entries[number], "$null") }

    /// The kind of an entry as a bit; texts are of one kind.
    private func kind(of number: Int) -> UInt16 {
        let object = ends.objects[entries[number]]
        return 1 << UInt16(object.isText ? 5 : object.kind)
    }

    // MARK: The order of encoding

    /// Encodes the entries in order, and notes the contradictions of each doubtful number.
    mutating func run() {
        // The entries that are being encoded, and the place of each in that list.
        var open = [0]
        var places = [Int](repeating: -1, count: entries.count)
        if !places.isEmpty { places[0] = 0 }
        for number in entries.indices.dropFirst() {
            var parent: Int?
            if let pattern = groupOfNumber[number], let group = groups[pattern],
                let column = group.numbers.firstIndex(of: number)
            {
                var best: (cost: Int, uid: Int)?
                for (row, uid) in group.uids.enumerated() {
                    let holder = holder(of: uid, before: number, open, places)
                    let cost = cost(of: number, for: uid, group.listings[row], in: holder)
                    groups[pattern]?.costs[row][column] = cost
                    let isTaken = group.numbers.prefix(column).contains { uids[$0] == uid }
                    if !isTaken, cost < best?.cost ?? .max { (best, parent) = ((cost, uid), holder) }
                }
                uids[number] = best?.uid ?? -1
            } else if uids[number] >= 0 {
                parent = holder(of: uids[number], before: number, open, places)
            }
            if let parent {
                open.removeSubrange((places[parent] + 1)...)
                // The class is the last that an object encodes.
                if isClass[number], uids[number] >= 0, classes[parent] == uids[number] { open.removeLast() }
            }
            places[number] = open.count
            open.append(number)
        }
    }

    /// The entry that a UID was first encoded for: the innermost of those that are being encoded.
    private func holder(of uid: Int, before number: Int, _ open: [Int], _ places: [Int]) -> Int? {
        uses[uid].last { use in
            guard use.entry < number else { return false }
            let place = places[use.entry]
            return place >= 0 && place < open.count && open[place] == use.entry
        }?.entry
    }

    /// How much contradicts that a UID has a number.
    private func cost(of number: Int, for uid: Int, _ listings: [Int: Listing], in holder: Int?) -> Int {
        var cost = holder == nil ? 1 : 0
        let (isNil, kind) = (isNil(number), kind(of: number))
        for use in uses[uid] {
            if use.isClass != isClass[number] {
                cost += 4
            } else if isNil {
                // Only objects that are referred to conditionally are left out, and lists don't refer so.
                if use.key < 0 { cost += 4 }
            } else if use.key >= 0, kinds[use.key] != 0, kinds[use.key] & kind == 0 {
                cost += 1
            }
        }
        if let holder, let listing = listings[holder], listing.highest > number { cost += 1 }
        return cost
    }

    /// The texts under the key of key equivalents.
    func keyEquivalents() -> Set<Int> {
        var texts: Set<Int> = []
        for (number, uid) in uids.enumerated() where uid >= 0 {
            for use in uses[uid] where use.key >= 0 && ends.isText(use.key, "NSKeyEquivalent") {
                texts.insert(entries[number])
            }
        }
        return texts
    }
}

extension LineEndNumbering.Group {
    /// Whether there are few enough ways to number the UIDs to try them all.
    fileprivate var isSmall: Bool { uids.count <= numbers.count && numbers.count <= 4 }

    /// The numbers that contradict least, for each UID, and whether no others contradict as little; none if there are
    /// too many ways.
    func numbering() -> (numbers: [Int], isCertain: Bool) {
        guard isSmall else { return ([], false) }
        var columns: [[Int]] = [[]]
        for _ in uids {
            columns = columns.flatMap { begun in
                numbers.indices.filter { !begun.contains($0) }.map { begun + [$0] }
            }
        }
        var best: (cost: Int, columns: [Int])?
        var isCertain = true
        for columns in columns {
            let cost = cost(of: columns)
            if cost == best?.cost { isCertain = false }
            if cost < best?.cost ?? .max { (best, isCertain) = ((cost, columns), true) }
        }
        return (best?.columns.map { numbers[$0] } ?? [], isCertain)
    }

    private func cost(of columns: [Int]) -> Int {
        var cost = 0
        for (row, column) in columns.enumerated() {
            cost += costs[row][column]
            // What comes later in a list has a greater number, if the list is where it was first referred to.
            for (entry, listing) in listings[row] where entry < numbers[column] {
                let isBroken = columns.indices.contains { other in
                    guard numbers[columns[other]] > numbers[column], let before = listings[other][entry] else {
                        return false
                    }
                    return before.sequence == listing.sequence && before.place < listing.place
                }
                if isBroken { cost += 1 }
            }
        }
        return cost
    }
}
