import PropertyLists
import RandomNumbers

// Changes to the fields of objects.

extension GraphMutator {
    /// Gives one field another value.
    mutating func setField(of table: inout ArchiveTable, to value: PropertyList) {
        changeEntries(of: &table) { mutator, entries in
            entries[mutator.random.below(entries.count)].value = value
        }
    }

    mutating func swapFields(of table: inout ArchiveTable) {
        changeEntries(of: &table) { mutator, entries in
            let first = mutator.random.below(entries.count)
            let second = mutator.random.below(entries.count)
            let value = entries[first].value
            entries[first].value = entries[second].value
            entries[second].value = value
        }
    }

    mutating func renameField(of table: inout ArchiveTable) {
        changeEntries(of: &table) { mutator, entries in
            entries[mutator.random.below(entries.count)].key = mutator.random.pick(mutator.catalog.keys) ?? "$class"
        }
    }

    mutating func removeField(of table: inout ArchiveTable) {
        changeEntries(of: &table) { mutator, entries in
            entries.remove(at: mutator.random.below(entries.count))
        }
    }

    /// Adds a field whose key is there already, with another value.
    mutating func repeatField(of table: inout ArchiveTable) {
        let value = oddValue(in: table)
        changeEntries(of: &table) { mutator, entries in
            let key = entries[mutator.random.below(entries.count)].key
            entries.insert((key: key, value: value), at: mutator.random.below(entries.count + 1))
        }
    }

    /// Makes a list of references longer or shorter, by itself or by odd values.
    mutating func lengthenList(of table: inout ArchiveTable) {
        let value = oddValue(in: table)
        changeEntries(of: &table) { mutator, entries in
            guard
                let position = entries.indices.first(where: { entries[$0].value.isContainer }),
                case .array(let list) = entries[position].value
            else { return }
            var elements = list.elements
            switch mutator.random.below(4) {
            case 0: elements.append(value)
            case 1: if !elements.isEmpty { elements.removeLast() }
            case 2: elements += elements
            default: elements = Array(repeating: elements.last ?? value, count: mutator.random.below(200))
            }
            entries[position].value = .array(PropertyListArray(elements))
        }
    }

    // MARK: - Classes

    /// Makes the class of an object something else: nil, a value, the object itself, another object, another class.
    mutating func changeClassReference(of table: inout ArchiveTable) {
        let uid = anyUID(in: table)
        let odd = oddValue(in: table)
        changeEntries(of: &table) { mutator, entries in
            guard let position = entries.lastIndex(where: { $0.key.text == "$class" }) else { return }
            switch mutator.random.below(5) {
            case 0: entries[position].value = .uid(.null)
            case 1: entries[position].value = odd
            case 2: entries.remove(at: position)
            default: entries[position].value = .uid(uid)
            }
        }
    }

    /// Makes a class record lie.
    mutating func changeClassRecord(of table: inout ArchiveTable) {
        let odd = oddValue(in: table)
        for _ in 0..<12 {
            let index = random.below(table.objects.count)
            guard var entries = table.objects[index].entries,
                let name = entries.firstIndex(where: { $0.key.text == "$classname" })
            else { continue }
            let other = random.pick(catalog.classes)
            switch random.below(9) {
            case 0: entries[name].value = odd
            case 1: entries[name].value = ""
            case 2, 3: entries[name].value = other?.name ?? ""
            case 4: if let other { entries = other.record.entries ?? entries }
            case 5: entries.remove(at: name)
            case 6: Self.setHierarchy(&entries, [other?.name ?? "", "NSObject"])
            case 7: Self.setHierarchy(&entries, random.once(in: 2) ? [] : [1, odd, entries[name].value])
            default:
                entries.append((key: "$classhints", value: .array(PropertyListArray([other?.name ?? "", odd]))))
            }
            table.objects[index] = PropertyList(entries)
            return
        }
    }

    private static func setHierarchy(_ entries: inout [PropertyListDictionary.Element], _ names: [PropertyList]) {
        entries.removeAll { $0.key.text == "$classes" }
        entries.append((key: "$classes", value: .array(PropertyListArray(names))))
    }

    /// Changes the fields of one object, whichever has some.
    private mutating func changeEntries(
        of table: inout ArchiveTable,
        _ change: (inout GraphMutator, inout [PropertyListDictionary.Element]) -> Void
    ) {
        for _ in 0..<8 {
            let index = random.below(table.objects.count)
            guard var entries = table.objects[index].entries, !entries.isEmpty else { continue }
            change(&self, &entries)
            table.objects[index] = PropertyList(entries)
            return
        }
    }
}
