import PropertyLists
package import RandomNumbers

/// Makes valid object tables with hostile graphs.
///
/// The property list around them stays sound, so that the damage reaches the code that decodes objects: references to
/// wrong places, values of wrong types under the keys of every built-in class, cycles through every container, class
/// records that lie, missing and repeated keys, huge numbers.
package struct GraphMutator {
    var random: SplitMix64
    let tables: [ArchiveTable]
    let catalog: ClassCatalog

    package init(_ random: SplitMix64, _ tables: [ArchiveTable], _ catalog: ClassCatalog) {
        self.random = random
        self.tables = tables
        self.catalog = catalog
    }

    /// A mutant of one archive or of two that were joined: one to eight changes.
    package mutating func mutant() -> [UInt8] {
        guard let one = random.pick(tables), let other = random.pick(tables) else { return [] }
        var table = one.objects.count < other.objects.count ? one : other
        if random.once(in: 4) {
            let root = table.append(other)
            refer(to: root, in: &table)
        }
        for _ in 0...random.below(8) { change(&table) }
        let format: PropertyListFormat = random.once(in: 8) ? .xml : .binary
        // XML has no form for some values; such a mutant is written in the other form.
        return (try? table.bytes(format)) ?? (try? table.bytes(.binary)) ?? []
    }

    private mutating func change(_ table: inout ArchiveTable) {
        switch random.below(18) {
        case 0, 1: refer(to: anyUID(in: table), in: &table)
        case 2: closeCycle(in: &table)
        case 3, 4: setField(of: &table, to: oddValue(in: table))
        case 5: setField(of: &table, to: hugeNumber())
        case 6: changeClassReference(of: &table)
        case 7, 8: changeClassRecord(of: &table)
        case 9: swapFields(of: &table)
        case 10: table.objects.swapAt(random.below(table.objects.count), random.below(table.objects.count))
        case 11: renameField(of: &table)
        case 12: removeField(of: &table)
        case 13: repeatField(of: &table)
        case 14: lengthenList(of: &table)
        case 15: changeTop(of: &table)
        case 16: addObject(to: &table)
        default: replaceObject(of: &table)
        }
    }

    // MARK: - References

    /// A UID of an entry, or sometimes one beyond them.
    mutating func anyUID(in table: ArchiveTable) -> UID {
        let count = UInt64(table.objects.count)
        guard random.once(in: 12) else { return UID(UInt64(random.below(table.objects.count))) }
        return UID(random.pick([count, count + 1, .max, UInt64(UInt32.max), 1 << 32, 0]) ?? 0)
    }

    /// Makes one reference somewhere lead to an entry.
    private mutating func refer(to uid: UID, in table: inout ArchiveTable) {
        for _ in 0..<8 {
            let index = random.below(table.objects.count)
            let count = table.objects[index].referenceCount
            guard count > 0 else { continue }
            var left = random.below(count)
            table.objects[index] = table.objects[index].mappingReferences {
                left -= 1
                return left == -1 ? uid : $0
            }
            return
        }
    }

    /// Makes one reference lead to its own object, to the root, or back from what it refers to.
    private mutating func closeCycle(in table: inout ArchiveTable) {
        for _ in 0..<8 {
            let index = random.below(table.objects.count)
            let count = table.objects[index].referenceCount
            guard count > 0 else { continue }
            var target = UID(UInt64(index))
            if case .uid(let root)? = table.top.first?.value, random.once(in: 3) { target = root }
            // The last reference is the class, as a rule; it stays more often than not.
            var left = random.below(random.once(in: 8) ? count : max(1, count - 1))
            table.objects[index] = table.objects[index].mappingReferences {
                left -= 1
                return left == -1 ? target : $0
            }
            return
        }
    }

    private mutating func changeTop(of table: inout ArchiveTable) {
        switch random.below(6) {
        case 0: table.top = []
        case 1: table.top = [(key: "root", value: .uid(anyUID(in: table)))]
        case 2: table.top.append((key: "root", value: .uid(anyUID(in: table))))
        case 3: table.top = [(key: "root", value: oddValue(in: table))]
        case 4: table.top.append((key: random.pick(catalog.keys) ?? "$0", value: oddValue(in: table)))
        default: table.top.append((key: "$\(random.below(3))".asKey, value: .uid(anyUID(in: table))))
        }
    }

    // MARK: - Objects

    /// Adds an object of a built-in class with values of any types under its keys, and refers to it.
    private mutating func addObject(to table: inout ArchiveTable) {
        guard let known = random.pick(catalog.classes) else { return }
        let uid = UID(UInt64(table.objects.count))
        var entries: [PropertyListDictionary.Element] = []
        for key in known.keys where !random.once(in: 6) {
            entries.append((key: key, value: random.once(in: 6) ? hugeNumber() : oddValue(in: table)))
        }
        entries.append((key: "$class", value: .uid(UID(uid.rawValue + 1))))
        table.objects.append(PropertyList(entries))
        table.objects.append(known.record)
        refer(to: uid, in: &table)
        if random.once(in: 2) { table.top = [(key: "root", value: .uid(uid))] }
    }

    private mutating func replaceObject(of table: inout ArchiveTable) {
        let index = random.below(table.objects.count)
        guard index > 0 || random.once(in: 16) else { return }
        table.objects[index] = random.once(in: 3) ? (random.pick(table.objects) ?? .null) : oddValue(in: table)
    }

    /// A value of any type, such as may be in a field or as an entry.
    mutating func oddValue(in table: ArchiveTable) -> PropertyList {
        switch random.below(18) {
        case 0: .null
        case 1: .boolean(random.once(in: 2))
        case 2: .integer(Int64(random.below(5)) - 1)
        case 3: hugeNumber()
        case 4: .double(random.pick([0, -1.5, 1e300, .nan, .infinity, -.infinity, 9.3e18]) ?? 0)
        case 5: .float(random.pick([0, -1.5, .nan, .infinity]) ?? 0)
        case 6: .date(random.pick([0, 1e300, .nan, -.infinity]) ?? 0)
        case 7: .data((0..<random.below(24)).map { _ in random.byte() })
        case 8: .data(random.once(in: 2) ? (try? random.pick(tables)?.bytes(.binary)) ?? [] : Array("bplist00".utf8))
        case 9: .string(PropertyListString(random.pick(Self.texts) ?? ""))
        case 10: .string(PropertyListString(utf16: [0xD800, 0x61]))
        case 11: .array(PropertyListArray((0..<random.below(5)).map { _ in .uid(anyUID(in: table)) }))
        case 12: .array(PropertyListArray([1, "text", .uid(anyUID(in: table))]))
        case 13: .dictionary(["NS.objects": [], "CF$UID": 1])
        case 14: .set(PropertyListArray([.uid(anyUID(in: table))]))
        default: .uid(anyUID(in: table))
        }
    }

    private static let texts = [
        "", "$null", "text", "a\u{0}b", "e\u{301}", "{1, 2}", "{{1e999, 2}, {nan, 4}}", "gregorian", "%s%n",
        "../../etc/passwd", "http://[::", "\u{202E}txt", String(repeating: "x", count: 300),
    ]

    mutating func hugeNumber() -> PropertyList {
        switch random.below(9) {
        case 0: .integer(.max)
        case 1: .integer(.min)
        case 2: .integer(-1)
        case 3: .integer(Int64(UInt32.max))
        case 4: .unsignedInteger(.max)
        case 5: .integer128(Integer128(high: .min, low: 0))
        case 6: .integer128(Integer128(high: .max, low: .max))
        case 7: .integer(1 << 62)
        default: .integer(Int64(random.below(1 << 20)))
        }
    }
}

extension String {
    fileprivate var asKey: PropertyList { .string(PropertyListString(self)) }
}
