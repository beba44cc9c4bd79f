import PropertyLists

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension PropertyList {
    /// The value that JSON text stands for.
    ///
    /// What JSON lacks is an object with one key that starts with `$`, as ``JSONText`` and `objects --json` write it.
    ///
    /// - Throws: ``Failure/usage(_:)`` if the text isn't JSON.
    static func json(_ text: String) throws(Failure) -> PropertyList {
        // It nests within bounds, for which not every thread has stack.
        try Thread.withLargeStack { () throws(Failure) in try nestedJSON(text) }
    }

    private static func nestedJSON(_ text: String) throws(Failure) -> PropertyList {
        let plain: PropertyList
        do throws(ArchiveError) {
            plain = try JSONReader.read(Array(text.utf8)).propertyList
        } catch {
            throw .usage("\(text.quoted()) isn't JSON: \(error)")
        }
        do throws(ArchiveError) {
            return try plain.withoutMarks()
        } catch {
            throw .usage("\(text.quoted()): \(error.reason)")
        }
    }

    /// The value with every object that stands for what JSON lacks as that; nesting was bounded by reading it.
    func withoutMarks() throws(ArchiveError) -> PropertyList {
        switch self {
        case .array(let elements): return .array(try elements.withoutMarks())
        case .dictionary(let entries):
            if let marked = try markedValue() { return marked }
            var plain: [(key: PropertyList, value: PropertyList)] = []
            for entry in entries { plain.append((entry.key, try entry.value.withoutMarks())) }
            return .dictionary(PropertyListDictionary(plain))
        default: return self
        }
    }

    /// What an object with one key that starts with `$` stands for; nil for objects like any other, and other values.
    func markedValue() throws(ArchiveError) -> PropertyList? {
        guard case .dictionary(let entries) = self, entries.count == 1, let (key, value) = entries.first,
            let key = key.stringValue
        else { return nil }
        switch (key, value) {
        case ("$data", .string(let text)):
            guard let text = text.string, let bytes = Data(base64Encoded: text) else {
                throw .mark("the text of $data isn't base64")
            }
            return .data([UInt8](bytes))
        case ("$date", let value):
            guard let seconds = try value.withoutMarks().doubleValue else {
                throw .mark("$date is a number of seconds since 2001")
            }
            return .date(seconds)
        case ("$real", .string(let text)):
            switch text.string {
            case "nan": return .double(.nan)
            case "inf": return .double(.infinity)
            case "-inf": return .double(-.infinity)
            default: throw .mark("$real is \"nan\", \"inf\" or \"-inf\"")
            }
        case ("CF$UID", let value):
            guard let number = value.intValue, let uid = UInt64(exactly: number) else {
                throw .mark("CF$UID is the number of an object")
            }
            return .uid(UID(uid))
        case ("$set", .array(let elements)): return .set(try elements.withoutMarks())
        case ("$orderedSet", .array(let elements)): return .orderedSet(try elements.withoutMarks())
        case ("$dictionary", .array(let pairs)): return try .dictionary(pairs.asEntries())
        default: return nil
        }
    }
}

extension ArchiveError {
    /// The error for an object of JSON that is written as if it stood for what JSON lacks, but doesn't.
    fileprivate static func mark(_ reason: String) -> ArchiveError {
        ArchiveError(
            .invalidValue, reason, remedy: "give it the form that keyed-archive convert --format json writes")
    }
}

extension PropertyListArray {
    fileprivate func withoutMarks() throws(ArchiveError) -> PropertyListArray {
        var plain: [PropertyList] = []
        for element in self { plain.append(try element.withoutMarks()) }
        return PropertyListArray(plain)
    }

    /// The dictionary that pairs of a key and a value stand for.
    fileprivate func asEntries() throws(ArchiveError) -> PropertyListDictionary {
        var entries: [(key: PropertyList, value: PropertyList)] = []
        for pair in self {
            guard case .array(let pair) = pair, pair.count == 2 else {
                throw .mark("$dictionary is a list of pairs of a key and a value")
            }
            entries.append((try pair[0].withoutMarks(), try pair[1].withoutMarks()))
        }
        return PropertyListDictionary(entries)
    }
}
