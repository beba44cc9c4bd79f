internal import Foundation
public import PropertyLists

extension PropertyList {
    /// Creates a property list from a value as Foundation's functions for property lists take and return it: arrays,
    /// dictionaries with strings as keys, strings, numbers, booleans, dates and data, as values of Swift or as objects.
    ///
    /// ```swift
    /// let list = try PropertyList(["name": "Ada", "born": Date(), "scores": [1, 2.5]] as [String: Any])
    /// ```
    ///
    /// A dictionary gets its keys in their order, so that equal dictionaries give equal lists.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - limits: Of these, depth applies: a container of Objective-C may hold itself.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/unrepresentable`` with the path for a value of any other type, and
    ///   for a key that isn't a string; ``/PropertyLists/ArchiveError/Code/limitExceeded`` if containers nest too deep.
    /// - Complexity: O(*n* log *k*) in the number of values, where *k* is the largest number of keys in a dictionary.
    public init(_ value: Any, limits: Limits = .default) throws(ArchiveError) {
        let root = AnyNode(value: value, steps: nil, depth: 0)
        self = try foldFromLeaves(root) { (node: AnyNode) throws(ArchiveError) in
            try node.opened(limits)
        } close: { (keys: [String]?, values: [PropertyList]) throws(ArchiveError) in
            guard let keys else { return .array(PropertyListArray(values)) }
            return .dictionary(
                PropertyListDictionary(
                    Array(zip(keys, values).map { (key: .string(PropertyListString($0)), value: $1) })))
        }
    }
}

/// A value of any type within another.
private struct AnyNode {
    /// How a value is reached, the last step first.
    final class Steps {
        let step: ArchivePath.Step
        let before: Steps?

        init(_ step: ArchivePath.Step, after before: Steps?) {
            self.step = step
            self.before = before
        }
    }

    let value: Any
    let steps: Steps?
    let depth: Int

    /// The value opened as a node of a property list: a leaf or a container.
    func opened(_ limits: Limits) throws(ArchiveError) -> OpenedNode<AnyNode, [String]?, PropertyList> {
        if let leaf { return .leaf(leaf) }
        switch value {
        case let list as [Any]:
            try checkDepth(limits)
            return .container(
                nil, of: list.enumerated().map { within($1, .index($0)) })
        case let entries as [AnyHashable: Any]:
            try checkDepth(limits)
            var texts: [(key: PropertyListString, value: Any)] = []
            for (key, value) in entries {
                guard let text = key.base as? String ?? (key.base as? NSString).map({ "\($0)" }) else {
                    throw error("a key is of type \(type(of: key.base)), not a string", remedy: "use strings as keys")
                }
                texts.append((PropertyListString(text), value))
            }
            texts.sort { $0.key < $1.key }
            return .container(texts.map(\.key.repaired), of: texts.map { within($0.value, .key($0.key.repaired)) })
        default:
            throw error(
                "a value of type \(type(of: value)) can't be in a property list",
                remedy: "use arrays, dictionaries with strings as keys, strings, numbers, booleans, dates and data")
        }
    }

    /// The value if it holds no others.
    private var leaf: PropertyList? {
        // Numbers of Swift by their own type first: where there is Objective-C, a number is cast to any other.
        switch value {
        case let value as PropertyList: return value
        case let value as any PropertyListValue: return value.propertyListValue
        case let value as NSNumber where type(of: value as Any) is NSNumber.Type: return number(value)
        default: break
        }
        if type(of: value) == Bool.self, let value = value as? Bool { return .boolean(value) }
        if type(of: value) == Float.self, let value = value as? Float { return .float(value) }
        switch value {
        case let value as any FixedWidthInteger: return integer(value)
        case let value as Double: return .double(value)
        case let value as CGFloat: return .double(Double(value))
        case let value as String: return .string(PropertyListString(value))
        case let value as Substring: return .string(PropertyListString(String(value)))
        case let value as NSString: return .string(PropertyListString("\(value)"))
        case let value as NSDate: return .date(value.timeIntervalSinceReferenceDate)
        case let value as NSData: return .data(Array(Data(referencing: value)))
        default: return nil
        }
    }

    private func integer(_ value: some FixedWidthInteger) -> PropertyList? {
        if let small = Int64(exactly: value) { return .integer(small) }
        if let large = UInt64(exactly: value) { return .unsignedInteger(large) }
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return nil }
        return Integer128(exactly: value).map { .integer128($0) }
    }

    /// A number object as a value of the type that it was made of.
    private func number(_ value: NSNumber) -> PropertyList {
        if value === NSNumber(value: true) { return true }
        if value === NSNumber(value: false) { return false }
        switch unsafe String(cString: value.objCType) {
        case "f": return .float(value.floatValue)
        case "d": return .double(value.doubleValue)
        case "Q", "L": return integer(value.uint64Value) ?? .integer(value.int64Value)
        default: return .integer(value.int64Value)
        }
    }

    private func within(_ value: Any, _ step: ArchivePath.Step) -> AnyNode {
        AnyNode(value: value, steps: Steps(step, after: steps), depth: depth + 1)
    }

    private func checkDepth(_ limits: Limits) throws(ArchiveError) {
        guard depth >= limits.depth else { return }
        var error = StackLimit.error(.encode, depth: depth, limit: limits.depth)
        error.path = path
        throw error
    }

    private func error(_ reason: String, remedy: String) -> ArchiveError {
        ArchiveError(.unrepresentable, reason, path: path, remedy: remedy)
    }

    private var path: ArchivePath {
        var list: [ArchivePath.Step] = []
        var next = steps
        while let steps = next {
            list.append(steps.step)
            next = steps.before
        }
        return ArchivePath(list.reversed())
    }
}
