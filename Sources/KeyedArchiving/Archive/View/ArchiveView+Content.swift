public import PropertyLists

// What a place stands for, for walks over an archive that know nothing of it.

extension ArchiveView {
    /// The content of a place: the stored value, or the value that an object of one of Foundation's classes represents.
    public enum Content: Sendable {
        /// A reference to nil, or the null object, `NSNull`.
        case null
        /// A boolean.
        case boolean(Bool)
        /// A number.
        case number(ArchivedNumber)
        /// A decimal number in decimal notation, such as `-12.5`, or `NaN`.
        case decimal(String)
        /// A string; for an attributed string, its characters.
        case string(PropertyListString)
        /// Bytes.
        case data([UInt8])
        /// A date.
        case date(ArchivedDate)
        /// A URL: its text, and the URL that it is relative to.
        case url(PropertyListString, base: ArchiveView?)
        /// A UUID: 16 bytes.
        case uuid([UInt8])
        /// A point, a size, a rectangle, such as `{{0, 0}, {100, 20}}`, or a range: `{location, length}`.
        case geometry(PropertyListString)
        /// An array or an ordered set.
        case list(Elements)
        /// A set.
        case set(Elements)
        /// A set that counts how often it holds each element.
        case countedSet([(element: ArchiveView, count: Int)])
        /// A dictionary.
        case dictionary([Entry])
        /// A set of indexes.
        case indexSet([Range<UInt64>])
        /// A path of indexes.
        case indexPath([UInt64])
        /// An object of any other class, or one whose fields contradict its class; or the top level of an archive.
        case object([Field])
    }

    /// The content of this place; nil if the place doesn't exist or its content can't be read.
    ///
    /// ```swift
    /// switch archive["root"].content {
    /// case .string(let text)?: print(text)
    /// case .list(let elements)?: print(elements.count, "elements")
    /// case .object(let fields)?: print(fields.map(\.key))
    /// default: break
    /// }
    /// ```
    ///
    /// - Complexity: O(*n*) in the size of the object; elements are made when they are asked for.
    public var content: Content? { optional(readContent) }

    private func readContent() throws(ArchiveError) -> Content? {
        if isNil { return .null }
        let plainKinds: ObjectKind = [.null, .boolean, .integer, .real, .date, .data, .string]
        if let plain = try plainValue(plainKinds) { return Content(plain: plain) }
        guard let family = try family else {
            if let content = try containerContent() { return content }
            return try readFields().map { .object($0) }
        }
        switch family {
        case .value: if let number = try numberValue() { return Content(plain: number) }
        case .countedSet: break
        case .set, .hashTable: if let elements = try readElements() { return .set(elements) }
        case .array, .orderedSet, .dictionary: if let content = try containerContent() { return content }
        default: break
        }
        if let content = try valueContent(of: family) { return content }
        return try readFields().map { .object($0) }
    }

    /// The family of the class of the object here; nil if none is here, or its class has none.
    private var family: FoundationFamily? {
        get throws(ArchiveError) {
            let place = try place
            guard let archive = place.archive, let (_, classUID) = try place.object else { return nil }
            return archive.family(ofClassAt: classUID)
        }
    }

    /// The content of a dictionary or a list; nil if neither is here.
    private func containerContent() throws(ArchiveError) -> Content? {
        if let entries = try readEntries() { return .dictionary(entries) }
        guard let elements = try readElements() else { return nil }
        if case .value(.set, _) = try place { return .set(elements) }
        return .list(elements)
    }

    /// The value that an object of one of Foundation's classes represents; nil if its fields contradict each other.
    private func valueContent(of family: FoundationFamily) throws(ArchiveError) -> Content? {
        switch try content(of: [family]) {
        case .null: return .null
        case .string(let text): return .string(text)
        case .data(let bytes): return .data(bytes)
        case .decimal(let text): return .decimal(text)
        case .date(let seconds): return .date(ArchivedDate(timeIntervalSinceReferenceDate: seconds))
        case .url(let text, let base): return .url(text, base: base == nil ? nil : self[URLFields.base])
        case .uuid(let bytes): return .uuid(bytes)
        case .geometry(let text): return .geometry(text)
        case .indexSet(let ranges): return .indexSet(ranges)
        case .indexPath(let indexes): return .indexPath(indexes)
        case .countedSet(let members):
            guard let elements = try readElements() else { return nil }
            return .countedSet(zip(elements, members).map { (element: $0, count: $1.count) })
        case .list, .set, .dictionary, nil: return nil
        }
    }
}

extension ArchiveView.Content {
    /// A value that isn't a container.
    fileprivate init?(plain value: PropertyList) {
        switch value {
        case .null: self = .null
        case .boolean(let value): self = .boolean(value)
        case .integer(let value): self = .number(.integer(value))
        case .unsignedInteger(let value): self = .number(.unsignedInteger(value))
        case .integer128(let value): self = .number(.integer128(value))
        case .float(let value): self = .number(.float(value))
        case .double(let value): self = .number(.double(value))
        case .string(let text): self = .string(text)
        case .data(let bytes): self = .data(bytes)
        case .date(let seconds): self = .date(ArchivedDate(timeIntervalSinceReferenceDate: seconds))
        case .uid, .array, .orderedSet, .set, .dictionary: return nil
        }
    }
}
