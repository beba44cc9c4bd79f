internal import PropertyLists

/// Turns decoded arrays, dictionaries and plain values into a property list, from the leaves up, with a stack of its own.
///
/// A container that several others hold is turned once and shared. Whoever reads a tree walks it, though, so that all
/// its values count against ``PropertyLists/Limits/expansion`` as often as they are reached.
struct ObjectTreeReader {
    /// A value with how many values it has in all and how deep it is.
    private struct Outcome {
        var value: PropertyList
        var count = 1
        var height = 0
    }

    /// A container whose values are being turned.
    private struct Frame {
        var object: ObjectIdentifier
        /// The keys of a dictionary; nil for an array.
        var keys: [PropertyList]?
        var children: [any Codingable]
        var values: [PropertyList] = []
        var count = 1
        var height = 1
    }

    private let limits: Limits
    /// How many values the tree may have.
    private let budget: Int
    private var outcomes: [ObjectIdentifier: Outcome] = [:]
    private var open: Set<ObjectIdentifier> = []
    private var stack: [Frame] = []

    init(limits: Limits, byteCount: Int) {
        self.limits = limits
        let (product, overflow) = byteCount.multipliedReportingOverflow(by: max(0, limits.expansion))
        budget = overflow ? .max : product
    }

    /// The property list that an object stands for.
    ///
    /// - Throws: ``ArchiveError/Code/invalidValue`` if an object is none of a property list's,
    ///   ``ArchiveError/Code/cycle`` if a container holds itself, ``ArchiveError/Code/limitExceeded``.
    mutating func tree(of object: any Codingable) throws(ArchiveError) -> PropertyList {
        var result = try outcome(of: object)
        while let top = stack.indices.last {
            if let outcome = result { try add(outcome, to: top) }
            if stack[top].values.count < stack[top].children.count {
                result = try outcome(of: stack[top].children[stack[top].values.count])
            } else {
                result = close()
            }
        }
        return result?.value ?? .null
    }

    /// What is known of an object; a container met for the first time is pushed on the stack instead.
    private mutating func outcome(of object: any Codingable) throws(ArchiveError) -> Outcome? {
        guard let instance = object._instance else { return Outcome(value: try scalar(object)) }
        let identifier = ObjectIdentifier(instance)
        if let known = outcomes[identifier] { return known }
        let frame: Frame
        switch instance {
        case let array as ObjectArray: frame = Frame(object: identifier, children: array.elements)
        case let dictionary as ObjectDictionary: frame = try self.frame(of: dictionary)
        default: return Outcome(value: try scalar(object))
        }
        guard open.insert(identifier).inserted else {
            throw ArchiveError(
                .cycle,
                "a container of a property list holds itself",
                className: type(of: object).codedClassName,
                remedy: "decode it as objects, which may refer to each other in a circle"
            )
        }
        stack.append(frame)
        guard stack.count <= limits.depth else { throw limitExceeded("depth", limits.depth) }
        return nil
    }

    private func frame(of dictionary: ObjectDictionary) throws(ArchiveError) -> Frame {
        var keys: [PropertyList] = []
        for entry in dictionary.entries {
            guard let key = String._cast(entry.key) else { throw notInPropertyLists(entry.key) }
            keys.append(.string(PropertyListString(key)))
        }
        return Frame(object: ObjectIdentifier(dictionary), keys: keys, children: dictionary.entries.map(\.value))
    }

    private mutating func add(_ outcome: Outcome, to top: Int) throws(ArchiveError) {
        stack[top].values.append(outcome.value)
        stack[top].count += outcome.count
        stack[top].height = max(stack[top].height, outcome.height + 1)
        guard stack[top].count <= budget else { throw limitExceeded("expansion", limits.expansion) }
        guard stack.count - 1 + stack[top].height <= limits.depth else { throw limitExceeded("depth", limits.depth) }
    }

    private mutating func close() -> Outcome {
        let frame = stack.removeLast()
        let value: PropertyList =
            if let keys = frame.keys {
                .dictionary(PropertyListDictionary(keysThenValues: keys + frame.values))
            } else {
                .array(PropertyListArray(frame.values))
            }
        let outcome = Outcome(value: value, count: frame.count, height: frame.height)
        outcomes[frame.object] = outcome
        open.remove(frame.object)
        return outcome
    }

    private func scalar(_ object: any Codingable) throws(ArchiveError) -> PropertyList {
        switch object {
        case let string as String: .string(PropertyListString(string))
        case let value as Bool: .boolean(value)
        case let value as Int64: .integer(value)
        case let value as Double: .double(value)
        case let value as Float: .float(value)
        case let value as Integer128: large(value)
        case let value as any PropertyListValue: value.propertyListValue
        case let string as ObjectString: .string(PropertyListString(string.string))
        case let data as ObjectData: .data(data.bytes)
        default: throw notInPropertyLists(object)
        }
    }

    /// A number above the signed range, or one that is stored in 16 bytes although it needs fewer.
    private func large(_ value: Integer128) -> PropertyList {
        guard Int64(exactly: value) == nil, let unsigned = UInt64(exactly: value) else { return .integer128(value) }
        return .unsignedInteger(unsigned)
    }

    private func notInPropertyLists(_ object: any Codingable) -> ArchiveError {
        ArchiveError(
            .invalidValue,
            "an object of class \(type(of: object).codedClassName.quotedForDisplay) has no place in a property list",
            className: type(of: object).codedClassName,
            remedy: "decode it as an object"
        )
    }

    private func limitExceeded(_ name: String, _ limit: Int) -> ArchiveError {
        ArchiveError(
            .limitExceeded,
            "the limit `\(name)` of \(limit) is exceeded by a property list",
            remedy: "raise `Limits.\(name)` if you trust the input"
        )
    }
}
