// Containers with few levels below are compared and hashed by recursion, deep ones with a work list.

extension PropertyList: Hashable {
    /// Compares two values: kind by kind, real numbers and dates by their bits, dictionaries with their key order.
    ///
    /// NaN equals NaN with the same bits, and 0.0 differs from -0.0, because equal values write equal bytes.
    ///
    /// - Complexity: O(*n*) time; recursion no deeper than 64 levels.
    public static func == (lhs: PropertyList, rhs: PropertyList) -> Bool {
        var pending: [(NestedStorage, NestedStorage)] = []
        guard shallowEqual(lhs, rhs, &pending) else { return false }
        while let (left, right) = pending.popLast() {
            guard left.elements.count == right.elements.count else { return false }
            for (left, right) in zip(left.elements, right.elements) {
                guard shallowEqual(left, right, &pending) else { return false }
            }
        }
        return true
    }

    /// Hashes the value with everything it holds.
    ///
    /// - Complexity: O(*n*) time; recursion no deeper than 64 levels.
    public func hash(into hasher: inout Hasher) {
        var pending: [NestedStorage] = []
        shallowHash(into: &hasher, &pending)
        while let container = pending.popLast() {
            for element in container.elements {
                element.shallowHash(into: &hasher, &pending)
            }
        }
    }

    /// Compares all but the contents of deep containers, which are left to the caller.
    private static func shallowEqual(
        _ lhs: PropertyList,
        _ rhs: PropertyList,
        _ pending: inout [(NestedStorage, NestedStorage)]
    ) -> Bool {
        switch (lhs, rhs) {
        case (.null, .null): return true
        case (.boolean(let left), .boolean(let right)): return left == right
        case (.integer(let left), .integer(let right)): return left == right
        case (.unsignedInteger(let left), .unsignedInteger(let right)): return left == right
        case (.integer128(let left), .integer128(let right)): return left == right
        case (.float(let left), .float(let right)): return left.bitPattern == right.bitPattern
        case (.double(let left), .double(let right)): return left.bitPattern == right.bitPattern
        case (.date(let left), .date(let right)): return left.bitPattern == right.bitPattern
        case (.data(let left), .data(let right)): return left == right
        case (.string(let left), .string(let right)): return left == right
        case (.uid(let left), .uid(let right)): return left == right
        case (.array(let left), .array(let right)),
            (.orderedSet(let left), .orderedSet(let right)),
            (.set(let left), .set(let right)):
            return left.height == right.height && sameOrPending(left.body, right.body, &pending)
        case (.dictionary(let left), .dictionary(let right)):
            return left.height == right.height && sameOrPending(left.keyBody, right.keyBody, &pending)
                && sameOrPending(left.valueBody, right.valueBody, &pending)
        default: return false
        }
    }

    private static func sameOrPending(
        _ lhs: ContainerStorage,
        _ rhs: ContainerStorage,
        _ pending: inout [(NestedStorage, NestedStorage)]
    ) -> Bool {
        switch (lhs, rhs) {
        case (.shallow(let left), .shallow(let right)): return left == right
        case (.deep(let left), .deep(let right)):
            if left !== right { pending.append((left, right)) }
            return true
        default: return false
        }
    }

    private func shallowHash(into hasher: inout Hasher, _ pending: inout [NestedStorage]) {
        switch self {
        case .null: hasher.combine(0 as UInt8)
        case .boolean(let value): hasher.combine(value)
        case .integer(let value): hasher.combine(value)
        case .unsignedInteger(let value): hasher.combine(value)
        case .integer128(let value): hasher.combine(value)
        case .float(let value): hasher.combine(value.bitPattern)
        case .double(let value): hasher.combine(value.bitPattern)
        case .date(let value): hasher.combine(value.bitPattern)
        case .data(let value): hasher.combine(DataKey(bytes: value))
        case .string(let value): hasher.combine(value)
        case .uid(let value): hasher.combine(value)
        case .array(let array), .orderedSet(let array), .set(let array):
            Self.hash(array.body, into: &hasher, &pending)
        case .dictionary(let dictionary):
            Self.hash(dictionary.keyBody, into: &hasher, &pending)
            Self.hash(dictionary.valueBody, into: &hasher, &pending)
        }
    }

    private static func hash(_ body: ContainerStorage, into hasher: inout Hasher, _ pending: inout [NestedStorage]) {
        switch body {
        case .shallow(let elements): hasher.combine(elements)
        case .deep(let deep):
            hasher.combine(deep.elements.count)
            pending.append(deep)
        }
    }
}

/// Data as a key, hashed in one call: an array hashes byte by byte.
struct DataKey: Hashable {
    let bytes: [UInt8]

    func hash(into hasher: inout Hasher) {
        unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
}
