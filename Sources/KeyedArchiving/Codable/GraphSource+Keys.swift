internal import PropertyLists

// What is under keys: the fields of objects, and the entries of dictionaries.

extension GraphSource {
    /// The keyed container that a value is: the entries of a dictionary, or the fields of an object; nil if it is a
    /// collection of another kind, or an object that stands for a value.
    ///
    /// A dictionary has its entries only: what stores them (`NS.keys`) can't be asked for.
    @inline(__always)
    func keys(of value: GraphValue) throws(ArchiveError) -> GraphKeys? {
        guard case .entry(let uid) = value else { return try keysOfOther(value) }
        guard let stored = try unarchiver.state.storedObject(at: uid) else { return nil }
        if let family = family(ofClass: stored.classIndex), try !isObject(value, of: family) {
            guard family == .dictionary else { return nil }
            try unarchiver.state.charge(for: stored)
            var keys = GraphKeys()
            keys.entries = try entries(of: stored, value)
            return keys
        }
        try unarchiver.state.charge(for: stored)
        var keys = GraphKeys()
        keys.classIndex = OptionalIndex(stored.classIndex)
        keys.object = GraphFields(
            fields: stored.fields,
            shape: stored.shape,
            lookUps: usesStoredKeys ? unarchiver.state.keyShapes.askOrder(for: stored.shape) : .none
        )
        return keys
    }

    /// Whether an object of one of Foundation's classes has fields for a type to read: an `NSValue` of another kind
    /// than those that have a text.
    private func isObject(_ value: GraphValue, of family: FoundationFamily) throws(ArchiveError) -> Bool {
        guard family == .value else { return false }
        if try numberObject(value) != nil { return false }
        return try content(of: value) == nil
    }

    /// The keyed container of a dictionary that isn't an object, which no archiver writes.
    @inline(never)
    private func keysOfOther(_ value: GraphValue) throws(ArchiveError) -> GraphKeys? {
        var keys = GraphKeys()
        switch value {
        case .inline(let index):
            let header = try unarchiver.state.header(at: index)
            guard header.kind == .dictionary else { return nil }
            try unarchiver.state.chargeElements(2 * header.count)
            let fields = reader.fields(of: header)
            let shape = try unarchiver.state.keyShapes.addedIndex(of: fields.keys, in: reader)
            keys.object = GraphFields(fields: fields, shape: shape, lookUps: .none)
            return keys
        case .made(let index):
            guard case .dictionary(let entries) = madeValues[index] else { return nil }
            var made = MadeEntries()
            for (position, (key, value)) in entries.enumerated() {
                guard case .string(let key) = key else { continue }
                let entry = MadeEntries.Entry(value: try self.value(value), position: position, hasPlainKey: true)
                made.add(.text(key), entry)
            }
            keys.entries = self.entries(made)
            return keys
        case .entry, .integer: return nil
        }
    }

    private func entries(
        of stored: UnarchiverState.StoredObject,
        _ value: GraphValue
    ) throws(ArchiveError) -> GraphKeys.Entries {
        guard let fields = try unarchiver.state.listedEntries(of: stored) else { return try madeEntries(of: value) }
        try unarchiver.state.chargeElements(2 * fields.count)
        let shape: Int
        if let known = entryShapes.index(of: fields.keys, in: reader) {
            shape = known
        } else {
            shape = try entryShapes.addedIndex(of: fields.keys, in: reader)
            if try holdsOddKey(fields) { tables.shapesWithOddKeys.insert(shape) }
        }
        if !tables.shapesWithOddKeys.isEmpty, tables.shapesWithOddKeys.contains(shape) {
            return try madeEntries(of: fields)
        }
        return .listed(GraphFields(fields: fields, shape: shape, lookUps: entryShapes.askOrder(for: shape)))
    }

    /// Whether a key of a dictionary isn't found where it is stored, but has to be read.
    private func holdsOddKey(_ fields: BinaryFields) throws(ArchiveError) -> Bool {
        for position in fields.positions {
            if try isOdd(value(at: reader.key(position, of: fields))) { return true }
        }
        return false
    }

    /// Whether a key is a string with a class, as an `NSMutableString` is stored, an integer of more than 8 bytes, or no
    /// reference at all, as no archiver writes it.
    private func isOdd(_ key: GraphValue) throws(ArchiveError) -> Bool {
        guard case .entry(let uid) = key else { return true }
        switch index.kind(of: index[uid]) {
        case .integer: return reader.fastInteger(at: index[uid]) == nil
        case .dictionary: return try nameThatSwiftHolds(key) != nil
        default: return false
        }
    }

    /// Whether an entry is a string with a class.
    private func isStringObject(_ uid: EntryUID) throws(ArchiveError) -> Bool {
        guard index.kind(of: index[uid]) == .dictionary, let stored = try unarchiver.state.storedObject(at: uid) else {
            return false
        }
        return family(ofClass: stored.classIndex) == .string
    }

    /// The entries of two lists by the texts of their keys, some of which are objects: of two with one text, the last
    /// counts, whichever way each is stored.
    private func madeEntries(of fields: BinaryFields) throws(ArchiveError) -> GraphKeys.Entries {
        let size = 3 * MemoryLayout<(PropertyListString, MadeEntries.Entry)>.stride
        try unarchiver.state.chargeElements(fields.count, of: size)
        var made = MadeEntries()
        for position in fields.positions {
            let key = try value(at: reader.key(position, of: fields))
            try add(value(at: reader.value(position, of: fields)), key, position.rawValue, to: &made)
        }
        return entries(made)
    }

    private func madeEntries(of value: GraphValue) throws(ArchiveError) -> GraphKeys.Entries {
        guard case .dictionary(let pairs) = try content(of: value) else {
            try checkIsEmpty(value)
            return entries(MadeEntries())
        }
        try unarchiver.state.chargeElements(2 * pairs.count)
        var made = MadeEntries()
        for (position, (key, value)) in pairs.enumerated() {
            try add(self.value(value), self.value(key), position, to: &made)
        }
        return entries(made)
    }

    private func add(
        _ value: GraphValue,
        _ key: GraphValue,
        _ position: Int,
        to made: inout MadeEntries
    ) throws(ArchiveError) {
        guard let name = try nameThatSwiftHolds(key) else { return }
        var hasPlainKey = false
        if case .entry(let uid) = key { hasPlainKey = index.kind(of: index[uid]) == .string }
        made.add(
            name.isInteger ? .integer(name.text) : .text(PropertyListString(name.text)),
            MadeEntries.Entry(value: value, position: position, hasPlainKey: hasPlainKey)
        )
    }

    // MARK: Looking up

    /// The value under a key; nil if there is none.
    func find(
        _ name: String,
        _ key: some CodingKey,
        in keys: GraphKeys,
        _ number: Int
    ) throws(ArchiveError) -> GraphValue? {
        if let known = knownValue(name, in: keys, number) { return try value(at: known) }
        return try search(name, key.intValue, in: keys, number)
    }

    /// The place of the value of a key, if objects with these keys were asked for it at this point before.
    @inline(__always)
    private func knownValue(_ name: String, in keys: GraphKeys, _ number: Int) -> ObjectIndex? {
        switch keys.entries {
        case .none:
            guard let object = keys.object,
                let position = unarchiver.state.keyShapes.askOrder.position(of: name, number, object.lookUps)
            else { return nil }
            return reader.value(position, of: object.fields)
        case .listed(let entries):
            guard let position = entryShapes.askOrder.position(of: name, number, entries.lookUps) else { return nil }
            return reader.value(position, of: entries.fields)
        case .made: return nil
        }
    }

    /// The value under a key, where the position of it isn't known yet.
    @inline(never)
    private func search(
        _ key: String,
        _ integer: Int?,
        in keys: GraphKeys,
        _ number: Int
    ) throws(ArchiveError) -> GraphValue? {
        switch keys.entries {
        case .none: break
        case .listed(let entries):
            if let position = try entryPosition(key, integer, in: entries, number) {
                return try value(at: reader.value(position, of: entries.fields))
            }
        case .made(let index):
            if let entry = madeEntries[index].entry(key, integer) { return entry.value }
        }
        guard let object = keys.object, let position = try fieldPosition(key, in: object, number) else { return nil }
        return try value(at: reader.value(position, of: object.fields))
    }

    /// The position of a key among the entries of a dictionary: of the text, or else of the integer with its digits.
    ///
    /// - Parameter integer: The number that the key is, if it is one; many keys are asked for by their digits alone.
    func entryPosition(
        _ key: String,
        _ integer: Int?,
        in entries: GraphFields,
        _ number: Int
    ) throws(ArchiveError) -> FieldPosition? {
        if let position = try textPosition(key, in: entries, number) { return position }
        guard let integer = integer.map({ Int64($0) }) ?? Self.integer(withDigits: key) else { return nil }
        return try integerPositions(of: entries)[integer].map { FieldPosition($0) }
    }

    /// The position of a text among the keys of a dictionary.
    func textPosition(_ key: String, in entries: GraphFields, _ number: Int) throws(ArchiveError) -> FieldPosition? {
        try entryShapes.search(
            key, in: entries.shape, number, entries.lookUps, reader, &unarchiver.state.budget)
    }

    /// The integer that is written as a key; nil for all other keys.
    @inline(__always)
    private static func integer(withDigits key: String) -> Int64? {
        guard let last = key.utf8.last, UInt8(ascii: "0")...UInt8(ascii: "9") ~= last else { return nil }
        return Int64(key).flatMap { $0.description == key ? $0 : nil }
    }

    /// The last position of each integer among the keys of a dictionary.
    private func integerPositions(of entries: GraphFields) throws(ArchiveError) -> [Int64: Int] {
        if let known = tables.integerKeys[entries.shape] { return known }
        try unarchiver.state.chargeElements(entries.fields.count)
        var positions: [Int64: Int] = [:]
        for position in entries.fields.positions {
            let index = reader.key(position, of: entries.fields)
            guard let uid = self.index.entryUID(at: index),
                let integer = reader.fastInteger(at: self.index[uid])
            else { continue }
            positions[integer] = position.rawValue
        }
        tables.integerKeys[entries.shape] = positions
        return positions
    }

    /// The class of an object, or the class and its superclasses, for a key under which nothing is stored.
    func implied(_ key: String, in keys: GraphKeys) throws(ArchiveError) -> GraphValue? {
        guard key == ClassFields.instanceClass || key == ClassFields.hierarchy, let classIndex = keys.classIndex.value
        else { return nil }
        let record = unarchiver.state.classes[classIndex].record
        try unarchiver.state.chargeElements(1 + record.hierarchy.count)
        if key == ClassFields.instanceClass { return try value(.string(PropertyListString(record.name))) }
        let names = record.hierarchy.isEmpty ? [record.name] : record.hierarchy
        return try value(.array(PropertyListArray(names.map { .string(PropertyListString($0)) })))
    }

    // MARK: All keys

    /// The key of an entry: its text, the number if it is one that an `Int` holds, and whether it is one.
    typealias DictionaryKey = (text: String, integer: Int?, isInteger: Bool)

    /// The key that a value is, if it is a text or an integer: reals and all others name nothing.
    func keyName(_ value: GraphValue) throws(ArchiveError) -> DictionaryKey? {
        if let text = try keyText(value) { return (text, nil, false) }
        guard let index = index(of: value), self.index.kind(of: index) == .integer else {
            guard case .integer(let integer) = value else { return nil }
            return ("\(integer)", Int(exactly: integer), true)
        }
        switch try number(value) {
        case .integer(let integer): return ("\(integer)", Int(exactly: integer), true)
        case .unsignedInteger(let integer): return ("\(integer)", nil, true)
        case .integer128(let integer): return ("\(integer)", nil, true)
        default: return nil
        }
    }

    /// The text that a key is; `$null` too, as no key is nil.
    private func keyText(_ value: GraphValue) throws(ArchiveError) -> String? {
        switch value {
        case .entry(let uid):
            if let text = try unarchiver.state.plainString(at: uid) { return text }
            if let text = try unarchiver.state.inlineString(at: unarchiver.state.archive[uid]) { return text }
            return try isStringObject(uid) ? textOfObject(value) : nil
        case .inline(let index): return try unarchiver.state.inlineString(at: index)
        case .made, .integer: return try string(value)
        }
    }

    /// The keys of a container in their stored order, each once.
    ///
    /// Keys that no Swift string can hold are left out: nothing can be found under them.
    ///
    /// - Parameter limit: How many entries to look at.
    /// - Throws: If all are looked at, ``/PropertyLists/ArchiveError/Code/invalidKey`` for a key of a dictionary that
    ///   is neither a text nor an integer; ``/PropertyLists/ArchiveError/Code/invalidValue`` for an entry that is lost,
    ///   if no warning can report it.
    func names(of keys: GraphKeys, limit: Int) throws(ArchiveError) -> [KeyName] {
        switch keys.entries {
        case .none:
            guard let object = keys.object else { return [] }
            var known: Set<PropertyListString> = []
            return try fieldKeys(of: object, limit: limit).filter { known.insert(PropertyListString($0)).inserted }
                .map { ($0, nil) }
        case .made(let index): return try eachOnce(madeEntries[index].names, looksAtAll: limit == .max)
        case .listed(let entries):
            var names: [DictionaryKey] = []
            names.reserveCapacity(min(limit, entries.fields.count))
            for position in entries.fields.positions.prefix(limit) {
                let key = try value(at: reader.key(position, of: entries.fields))
                if let name = try nameThatSwiftHolds(key) {
                    names.append(name)
                } else if limit == .max, try !isText(key) {
                    throw notAName(key)
                }
            }
            return try eachOnce(names, looksAtAll: limit == .max)
        }
    }

    /// Keys of a dictionary, each once; if all keys are read, lost entries are reported.
    private func eachOnce(_ names: [DictionaryKey], looksAtAll: Bool) throws(ArchiveError) -> [KeyName] {
        var isInteger: [PropertyListString: Bool] = [:]
        var once: [KeyName] = []
        for name in names {
            guard let other = isInteger.updateValue(name.isInteger, forKey: PropertyListString(name.text)) else {
                once.append((name.text, name.integer))
                continue
            }
            guard looksAtAll else { continue }
            let isMixed = other != name.isInteger
            try loseEntry(isMixed ? CollectionDamage.textAndInteger : CollectionDamage.twoEntries, name.text)
        }
        return once
    }

    /// Whether a key is a text, even one that no Swift string can hold.
    private func isText(_ key: GraphValue) throws(ArchiveError) -> Bool {
        if let index = index(of: key), self.index.kind(of: index) == .string { return true }
        guard case .entry(let uid) = key else { return false }
        return try isStringObject(uid)
    }

    /// The key that a value is; nil also if no Swift string can hold it.
    private func nameThatSwiftHolds(_ key: GraphValue) throws(ArchiveError) -> DictionaryKey? {
        do throws(ArchiveError) {
            return try keyName(key)
        } catch {
            if error.code == .invalidValue { return nil }
            throw error
        }
    }
}

// Dictionaries that are decoded entry by entry.

extension GraphSource {
    /// The entries of a dictionary, charged; nil if the object isn't one whose entries are stored as two lists.
    func listedEntries(of value: GraphValue) throws(ArchiveError) -> BinaryFields? {
        guard case .entry(let uid) = value, uid != .null, let stored = try unarchiver.state.storedObject(at: uid),
            family(ofClass: stored.classIndex) == .dictionary,
            let entries = try unarchiver.state.listedEntries(of: stored)
        else { return nil }
        try unarchiver.state.charge(for: stored)
        return entries
    }

    /// The key and the value at a position.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidKey`` if the key isn't a text or an integer: its value would
    ///   be left out otherwise, and nobody would know.
    func entry(
        _ position: FieldPosition,
        of entries: BinaryFields
    ) throws(ArchiveError) -> (key: String, value: GraphValue) {
        let key = try value(at: reader.key(position, of: entries))
        guard let name = try entryName(key) else { throw notAName(key) }
        return (name, try value(at: reader.value(position, of: entries)))
    }

    @inline(never)
    private func notAName(_ key: GraphValue) -> ArchiveError {
        ArchiveError(
            .invalidKey,
            "a key of the dictionary is \(kind(of: key)), for which no Swift string stands",
            uid: uid(of: key),
            remedy: "decode it with `decodeObject(of: [ArchivedDictionary.self], forKey:)`, which keeps every key, and "
                + "name the types of its keys and values beside that")
    }

    /// Of two entries of a dictionary with one key the last counts, but a text before the integer with its digits.
    @inline(never)
    func counts(
        _ position: FieldPosition,
        of entries: BinaryFields,
        afterEqual key: String
    ) throws(ArchiveError) -> Bool {
        let isInteger = try keyName(value(at: reader.key(position, of: entries)))?.isInteger == true
        let isMixed = try hasKey(key, !isInteger, in: entries, before: position)
        try loseEntry(isMixed ? CollectionDamage.textAndInteger : CollectionDamage.twoEntries, key)
        return !(isInteger && isMixed)
    }

    /// Whether a text, or the integer with its digits, is among the keys before a position.
    private func hasKey(
        _ name: String,
        _ isInteger: Bool,
        in entries: BinaryFields,
        before position: FieldPosition
    ) throws(ArchiveError) -> Bool {
        guard EntryName.integer(of: name) != nil else { return false }
        for other in entries.positions.prefix(position.rawValue) {
            try unarchiver.state.budget.step(1)
            let other = try keyName(value(at: reader.key(other, of: entries)))
            if let other, other.isInteger == isInteger, other.text == name { return true }
        }
        return false
    }

    /// Says that an entry of a dictionary is lost: an unarchiver warns, a decoder can only fail.
    private func loseEntry(_ reason: String, _ key: String) throws(ArchiveError) {
        guard hasWarnings else { throw CollectionDamage.lostEntry(reason, key) }
        unarchiver.warn(reason, key)
    }

    /// The text of a key, or the number that it is.
    @inline(__always)
    private func entryName(_ key: GraphValue) throws(ArchiveError) -> String? {
        if case .entry(let uid) = key, let text = try unarchiver.state.plainString(at: uid) { return text }
        return try keyName(key)?.text
    }
}
