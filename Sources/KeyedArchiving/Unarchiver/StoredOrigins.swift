internal import PropertyLists

/// What an archive tells of where its strings and numbers came from.
///
/// Equal values are several entries if they were several objects in memory: an integer of 32 bits and one of 64, two
/// constants of one text in different frameworks, a key made at run time, a constant and the name of a class. Which of
/// them is which cannot be told, but that they differ can, and that is what it takes to write them apart again.
struct StoredOrigins {
    /// For a key of several entries, which of them it is, from 0; by object index.
    private(set) var keyNumbers: [Int: UInt32] = [:]
    /// The storage types of integers of several entries, by object index.
    private(set) var integerTypes: [Int: NumberTable.StorageType] = [:]
    /// Which of the keys of its text an entry is that is a key.
    private var numbersOfKeys: [Int: UInt32] = [:]
    /// The entries of class names.
    private(set) var classNames: Set<Int> = []
    /// How each object was encoded, by UID.
    let replay: EncodingReplay

    init(_ reader: BinaryPropertyListReader, _ objects: BinaryReferences, _ top: BinaryReferences) {
        replay = EncodingReplay(reader, objects, top)
        addKeys(reader, objects)
        addIntegers(reader)
    }

    private mutating func addKeys(_ reader: BinaryPropertyListReader, _ objects: BinaryReferences) {
        var numbers: [PropertyListString: UInt32] = [:]
        var known: Set<Int> = []
        // Objects of a damaged file may overlap; they cost no more than others.
        var (budget, overflow) = reader.bytes.count.multipliedReportingOverflow(by: 64)
        if overflow { budget = .max }
        for position in 0..<objects.count {
            guard
                case .dictionary(let keys, let values)? = try? reader.object(
                    at: reader.unchecked(position, of: objects))
            else { continue }
            budget -= keys.count
            guard budget > 0 else { return }
            for place in 0..<keys.count {
                let key = reader.unchecked(place, of: keys)
                if known.insert(key).inserted, let text = try? reader.archiveString(at: key) {
                    let number = numbers[text, default: 0]
                    if number > 0 { keyNumbers[key] = number }
                    numbersOfKeys[key] = number
                    numbers[text] = number + 1
                }
                let value = reader.unchecked(place, of: values)
                if (try? reader.isString(at: key, "$classname")) == true { classNames.insert(value) }
                // Many classes can have one long list of names.
                guard (try? reader.isString(at: key, "$classes")) == true, known.insert(value).inserted,
                    case .array(let names)? = try? reader.object(at: value)
                else { continue }
                for name in 0..<names.count { classNames.insert(reader.unchecked(name, of: names)) }
            }
        }
    }

    private mutating func addIntegers(_ reader: BinaryPropertyListReader) {
        let types: [NumberTable.StorageType] = [.int64, .int32, .int16, .int8]
        var counts: [Int64: Int] = [:]
        for index in 0..<reader.objectCount {
            guard case .integer(let value)? = try? reader.scalar(at: index) else { continue }
            let count = counts[value, default: 0]
            if count > 0 { integerTypes[index] = types[min(count, types.count - 1)] }
            counts[value] = count + 1
        }
    }

    /// The origin of the plain value at an object index.
    func origin(of index: Int) -> SharedValue.Origin {
        SharedValue.Origin(
            isCommonString: classNames.contains(index),
            keyNumber: numbersOfKeys[index],
            integerType: integerTypes[index] ?? .int64
        )
    }
}
