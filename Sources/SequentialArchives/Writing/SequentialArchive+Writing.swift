internal import PropertyLists

extension SequentialArchive {
    /// The file.
    ///
    /// An archive that wasn't changed gives the bytes that it was opened from. One that was changed is written as
    /// `NSArchiver` would have written it: numbers and strings in their shortest form, each object where it is seen
    /// first, and nothing that is no longer referred to. In the place of an object a class can only be a reference, so
    /// nil is written for a class that isn't seen before.
    ///
    /// ```swift
    /// archive.header.byteOrder = .big
    /// let bytes = archive.bytes()
    /// ```
    ///
    /// - Complexity: O(1) if nothing was changed, otherwise O(*n*), where *n* is the size of the file.
    public func bytes() -> [UInt8] { edits == nil ? storage.bytes : rewritten() }

    /// The file, written from nothing but the header, the groups and the items.
    ///
    /// - Parameter storesWholeRealsAsIntegers: Whether it is written as by the systems that do so.
    package func rewritten(storesWholeRealsAsIntegers: Bool = false) -> [UInt8] {
        var writer = ArchiveWriter(self, storesWholeRealsAsIntegers: storesWholeRealsAsIntegers)
        return writer.write()
    }

    /// Whether every number and string has the form in which `NSArchiver` writes it.
    ///
    /// Writing the contents again gives the same bytes, unless the file is of a system that stored more real numbers as
    /// integers than others.
    ///
    /// - Complexity: O(*n*), where *n* is the size of the file.
    public var isNormal: Bool {
        let bytes = bytes()
        return rewritten() == bytes || rewritten(storesWholeRealsAsIntegers: true) == bytes
    }
}

/// Writes an archive from its contents.
private struct ArchiveWriter: ~Copyable {
    private let archive: SequentialArchive
    private var walker: ArchiveWalker
    private var numbering: ItemNumbering
    private var output: SequentialOutput

    init(_ archive: SequentialArchive, storesWholeRealsAsIntegers: Bool) {
        self.archive = archive
        walker = ArchiveWalker(archive)
        numbering = ItemNumbering(itemCount: archive.itemCount)
        output = SequentialOutput(archive.header)
        output.storesWholeRealsAsIntegers = storesWholeRealsAsIntegers
    }

    mutating func write() -> [UInt8] {
        while let event = walker.next() {
            switch event {
            case .group(let group): output.append(shared: group.typeBytes)
            case .beginObject(let number): beginObject(number)
            case .endObject: output.appendEnd()
            case .begin, .end: break
            case .value(let value, let node): write(value, node.scalar)
            }
        }
        return output.bytes
    }

    private mutating func beginObject(_ item: Int) {
        _ = numbering.number(of: item)
        output.appendNew()
        if case .object(let classNumber) = archive.item(item) { write(class: classNumber) }
    }

    private mutating func write(_ value: SequentialValue, _ type: TypeCode?) {
        switch value {
        case .integer, .unsignedInteger: if let type { output.append(value, type) }
        case .real(let real): output.append(real: real, size: type == .float ? 4 : 8, keepsSign: true)
        case .bytes(let bytes):
            if type == .characters { output.append(string: bytes) } else { output.append(raw: bytes) }
        case .atom(let bytes), .selector(let bytes): output.append(shared: bytes)
        case .null: output.appendNull()
        case .object(let reference): output.append(reference: numbering.number(of: reference.number).number)
        case .class(let reference) where type == .object:
            guard let number = numbering.knownNumber(of: reference.number) else { return output.appendNull() }
            output.append(reference: number)
        case .class(let reference): write(class: reference.number)
        case .cString(let reference):
            let (number, isNew) = numbering.number(of: reference.number)
            guard isNew, case .cString(let bytes) = archive.item(reference.number) else {
                return output.append(reference: number)
            }
            output.appendNew()
            output.append(shared: bytes)
        case .ignored, .array, .structure: break
        }
    }

    private mutating func write(class item: Int) {
        var item = item
        while case .class(let record) = archive.item(item) {
            let (number, isNew) = numbering.number(of: item)
            guard isNew else { return output.append(reference: number) }
            output.appendNew()
            output.append(shared: record.name)
            output.append(integer: Int64(record.version))
            guard let superclass = record.superclass else { return output.appendNull() }
            item = superclass
        }
    }
}
