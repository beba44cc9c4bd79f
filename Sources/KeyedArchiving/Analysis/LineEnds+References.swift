internal import PropertyLists

// References: the visit of Apple's writer is repeated, and where a reference may be several objects, each is followed.

extension LineEnds {
    /// The ways in which writers list a value that they see again.
    enum Sharing: CaseIterable {
        /// UIDs and booleans are listed again each time, and the copies aren't referred to.
        case copied
        /// Everything is listed once.
        case single
        /// As copied, but UIDs are never shared.
        case unshared
    }

    /// Finds the references; false if there is no reading of them, or too many.
    mutating func findReferences(_ budget: inout Budget) throws(ArchiveError) -> Bool {
        try budget.allocate(objects.count, of: 32)
        for sharing in Sharing.allCases {
            var visit = LineEndVisit(self, sharing)
            guard try visit.run(&budget) else { return false }
            guard visit.solutionCount > 0 else { continue }
            (references, openReferences, copies) = (visit.references, visit.openReferences, visit.copies)
            return true
        }
        return false
    }

    /// Drops readings that make no sense: a dictionary has a class, text that stands for nil is in no field, and a key
    /// has values of the kinds that it has elsewhere.
    mutating func narrowReferences(_ budget: inout Budget) throws(ArchiveError) {
        guard !openReferences.isEmpty else { return }
        for _ in 0..<2 {
            // The kinds of the values under each key.
            var kinds = [UInt16](repeating: 0, count: objects.count)
            let dictionaries = objects.indices.filter { objects[$0].kind == 0xD }
            for dictionary in dictionaries {
                try budget.step(through: objects[dictionary].count, looks: 2)
                for (key, value) in fields(of: dictionary)
                where openReferences[key] == nil && openReferences[value] == nil {
                    kinds[references[key]] |= 1 << UInt16(objects[references[value]].kind)
                }
            }
            let top = value(of: "$top", in: 0)
            for dictionary in dictionaries where dictionary != 0 {
                let fields = fields(of: dictionary)
                try budget.step(through: fields.count, looks: 3)
                if dictionary != top { narrowKeys(fields.map(\.key)) }
                for (key, value) in fields {
                    narrow(value, to: readings(of: value).filter { !isText($0, "$null") })
                    let kindsOfKey = openReferences[key] == nil ? kinds[references[key]] : 0
                    if kindsOfKey != 0 {
                        narrow(
                            value, to: readings(of: value).filter { kindsOfKey & 1 << UInt16(objects[$0].kind) != 0 })
                    }
                    let keys = readings(of: key)
                    guard openReferences[value] == nil, keys.allSatisfy({ kinds[$0] != 0 }) else { continue }
                    let kind = UInt16(objects[references[value]].kind)
                    narrow(key, to: keys.filter { kinds[$0] & 1 << kind != 0 })
                }
            }
        }
    }

    /// Of the keys of an object, one is that of its class or of its name.
    private mutating func narrowKeys(_ keys: [Int]) {
        let open = keys.filter { openReferences[$0] != nil }
        guard !open.isEmpty else { return }
        let hasClass = keys.contains {
            openReferences[$0] == nil && (isText(references[$0], "$class") || isText(references[$0], "$classname"))
        }
        // Of two keys that may be each other, the one that was listed first is likely first here, too; it stays in doubt.
        if open.count == 2, Set(readings(of: open[0])) == Set(readings(of: open[1])), readings(of: open[0]).count == 2 {
            references[open[0]] = readings(of: open[0]).min() ?? 0
            references[open[1]] = readings(of: open[0]).max() ?? 0
        }
        let mayBeClass = open.filter { readings(of: $0).contains { isText($0, "$class") } }
        guard hasClass || mayBeClass.count == 1 else { return }
        for key in mayBeClass { narrow(key, to: readings(of: key).filter { isText($0, "$class") != hasClass }) }
    }

    /// The objects that a reference may lead to; none if it leads to one only.
    private func readings(of reference: Int) -> [Int] { openReferences[reference] ?? [] }

    private mutating func narrow(_ reference: Int, to possible: [Int]) {
        guard let first = possible.first, possible.count < readings(of: reference).count else { return }
        references[reference] = first
        openReferences[reference] = possible.count > 1 ? possible : nil
    }

    /// Puts the references right.
    mutating func writeReferences(_ budget: inout Budget) throws(ArchiveError) {
        for object in objects {
            try budget.step(through: object.referenceCount)
            for place in 0..<object.referenceCount {
                let position = object.payload + place * referenceSize
                let reference = object.firstReference + place
                write(references[reference], at: position, width: referenceSize)
                if openReferences[reference] != nil { doubt(position..<position + referenceSize) }
            }
        }
    }

    /// The references of a dictionary to its keys and values.
    func fields(of dictionary: Int) -> [(key: Int, value: Int)] {
        let object = objects[dictionary]
        return (0..<object.count).map { (object.firstReference + $0, object.firstReference + object.count + $0) }
    }

    /// The first value under a key.
    func value(of key: String, in dictionary: Int) -> Int? {
        fields(of: dictionary).first { isText(references[$0.key], key) }.map { references[$0.value] }
    }
}

/// The writer's visit of the objects, with all readings of the references.
private struct LineEndVisit {
    private struct Frame: BitwiseCopyable {
        var container: Int
        var place: Int
    }

    /// A possible reading of a reference: the next object, an earlier one, or a copy of an earlier one that follows.
    private enum Reading {
        case next
        case earlier([Int])
        case copy([Int])
    }

    private let ends: LineEnds
    private let sharing: LineEnds.Sharing
    private var frames = [Frame(container: 0, place: 0)]
    private var next = 1
    private var forks: [(frames: [Frame], next: Int, reading: Reading)] = []
    /// The key under which a list is.
    private var listKeys: [Int: Int] = [:]
    /// UIDs whose value was listed before.
    private var isRepeated: [Bool]

    private(set) var references: [Int]
    private(set) var openReferences: [Int: [Int]] = [:]
    private(set) var copies: [Int]
    private(set) var solutionCount = 0

    init(_ ends: LineEnds, _ sharing: LineEnds.Sharing) {
        self.ends = ends
        self.sharing = sharing
        references = ends.references
        copies = Array(repeating: -1, count: ends.objects.count)
        var seen: Set<UInt64> = []
        isRepeated = ends.objects.map { object in
            guard object.kind == 8, object.size <= 4 else { return false }
            let values = ends.readings(at: object.payload, width: object.size)
            return values.count == 1 && !seen.insert(values[0]).inserted
        }
    }

    /// - Returns: False if there are too many readings.
    mutating func run(_ budget: inout Budget) throws(ArchiveError) -> Bool {
        var solution: LineEndVisit?
        // Sound files take one step for each reference, and a few more for readings that lead nowhere.
        var stepsLeft = 4 * (references.count + ends.objects.count) + 65_536
        while true {
            try budget.step()
            stepsLeft -= 1
            guard stepsLeft > 0 else { return false }
            var reading: Reading?
            if let frame = frames.last {
                let object = ends.objects[frame.container]
                guard frame.place < object.referenceCount else {
                    frames.removeLast()
                    continue
                }
                let readings = readings(at: frame.place, of: frame.container)
                frames[frames.count - 1].place += 1
                for other in readings.dropFirst() { forks.append((frames, next, other)) }
                guard frames.count <= 32, forks.count <= 1024 else { return false }
                reading = readings.first
            } else if next == ends.objects.count {
                if solution?.join(self) == false { return false }
                if solution == nil { solution = self }
                solution?.solutionCount += 1
                guard solution?.solutionCount ?? 0 <= 4 else { return false }
            }
            if reading == nil {
                guard let fork = forks.popLast() else { break }
                (frames, next, reading) = (fork.frames, fork.next, fork.reading)
            }
            if let reading { take(reading) }
        }
        if let solution { self = solution }
        return true
    }

    /// Adds the readings of another solution; false if it lists other copies.
    private mutating func join(_ other: LineEndVisit) -> Bool {
        guard copies == other.copies else { return false }
        for (reference, object) in other.references.enumerated() {
            let readings = Set(openReferences[reference] ?? [references[reference]])
                .union(other.openReferences[reference] ?? [object])
            if readings.count > 1 { openReferences[reference] = readings.sorted() }
        }
        return true
    }

    private mutating func take(_ reading: Reading) {
        let frame = frames[frames.count - 1]
        let object = ends.objects[frame.container]
        let reference = object.firstReference + frame.place - 1
        openReferences[reference] = nil
        switch reading {
        case .next:
            references[reference] = next
            copies[next] = -1
            if ends.objects[next].referenceCount > 0 || ends.objects[next].kind == 0xA {
                let isValue = object.kind == 0xD && frame.place > object.count
                listKeys[next] = isValue ? known(reference - object.count) : nil
                frames.append(Frame(container: next, place: 0))
            }
            next += 1
        case .earlier(let objects), .copy(let objects):
            references[reference] = objects[0]
            if objects.count > 1 { openReferences[reference] = objects }
            guard case .copy = reading else { return }
            copies[next] = reference
            next += 1
        }
    }

    private func readings(at place: Int, of container: Int) -> [Reading] {
        let object = ends.objects[container]
        let position = object.payload + place * ends.referenceSize
        var candidates = ends.readings(at: position, width: ends.referenceSize).compactMap { reading in
            reading <= UInt64(min(next, ends.objects.count - 1)) ? Int(reading) : nil
        }
        if let kinds = kinds(at: place, of: container) {
            candidates.removeAll { !kinds.contains(ends.objects[$0].kind) }
        }
        if candidates.count > 1, let name = className(at: place, of: container) {
            let same = candidates.filter { ends.isIdentical($0, name) }
            if !same.isEmpty { candidates = same }
        }
        var readings: [Reading] = []
        if candidates.contains(next), sharing == .unshared || !isRepeated[next] { readings.append(.next) }
        let earlier = candidates.filter { candidate in
            let object = ends.objects[candidate]
            guard candidate < next, copies[candidate] < 0, object.kind != 0xD else { return false }
            return object.kind != 0xA || object.count == 0 && sharing != .copied
        }
        let isListedAgain = { (candidate: Int) in
            sharing != .single && [0, 8, 0xA].contains(ends.objects[candidate].kind)
        }
        let once = earlier.filter { !isListedAgain($0) }
        if !once.isEmpty { readings.append(.earlier(once)) }
        guard next < ends.objects.count else { return readings }
        let copied = earlier.filter { isListedAgain($0) && ends.isIdentical($0, next) }
        if !copied.isEmpty { readings.append(.copy(copied)) }
        return readings
    }

    /// The kinds of objects that a reference may lead to; nil for all.
    private func kinds(at place: Int, of container: Int) -> [UInt8]? {
        let object = ends.objects[container]
        let key: Int?
        if object.kind == 0xD {
            if place < object.count { return [5, 6] }
            key = known(object.firstReference + place - object.count)
            guard let key else { return nil }
            if ends.isText(key, "$class") { return [8] }
            if ends.isText(key, "$classname") { return [5, 6] }
            return ends.isText(key, "$classes") || ends.isText(key, "$classhints") ? [0xA] : nil
        }
        key = listKeys[container]
        guard let key else { return nil }
        if ends.isText(key, "$classes") || ends.isText(key, "$classhints") { return [5, 6] }
        return frames.count >= 4 ? [8] : nil
    }

    /// The name of a class, where a reference leads to its other mention.
    private func className(at place: Int, of container: Int) -> Int? {
        let object = ends.objects[container]
        if object.kind == 0xA, place == 0, frames.count >= 2, let key = listKeys[container],
            ends.isText(key, "$classes")
        {
            return value(of: "$classname", in: frames[frames.count - 2])
        }
        guard object.kind == 0xD, place >= object.count,
            let key = known(object.firstReference + place - object.count), ends.isText(key, "$classname"),
            let list = value(of: "$classes", in: Frame(container: container, place: place)),
            ends.objects[list].kind == 0xA, ends.objects[list].count > 0
        else { return nil }
        return known(ends.objects[list].firstReference)
    }

    /// The value of a class record under a key, if it was visited.
    private func value(of key: String, in frame: Frame) -> Int? {
        let object = ends.objects[frame.container]
        guard object.kind == 0xD, object.count <= 8 else { return nil }
        for place in 0..<object.count where object.count + place < frame.place {
            if let found = known(object.firstReference + place), ends.isText(found, key) {
                return known(object.firstReference + object.count + place)
            }
        }
        return nil
    }

    /// The object of a reference that was visited, if it is one only.
    private func known(_ reference: Int) -> Int? {
        openReferences[reference] == nil ? references[reference] : nil
    }
}
