import KeyedArchiving
import PropertyLists
import SequentialArchives

/// The content of a file, or of data in one: an archive of either kind, or a property list that may hold archives in
/// its data.
struct Document {
    indirect enum Content {
        case archive(KeyedArchive)
        case sequential(SequentialArchive)
        case list(PropertyListDocument)
    }

    let content: Content
    /// How many bytes the document was opened from.
    let size: Int
    /// How many documents are around this one.
    var depth: Int
    /// The path that leads to it through the documents around it; nil for a file.
    let path: ArchivePath?
    /// The budget for the file with all documents in it.
    let budget: DocumentBudget

    /// Opens a file.
    ///
    /// - Throws: The errors of opening an archive, also if the list has only some of the keys of an archive.
    init(
        _ bytes: [UInt8],
        charging budget: DocumentBudget,
        validation: BinaryPropertyListReader.Validation = .offsetTable
    ) throws(ArchiveError) {
        content = try Content(bytes, limits: budget.remaining, validation: validation)
        (size, depth, path) = (bytes.count, 0, nil)
        self.budget = budget
    }

    fileprivate init(_ content: Content, of data: DocumentData, charging budget: DocumentBudget) {
        self.content = content
        (size, depth, path) = (data.bytes.count, data.depth, data.path)
        self.budget = budget
    }

    // MARK: - What is in data

    /// Opens the document in data of this one: an archive of either kind or another property list.
    ///
    /// - Returns: Nil for other data.
    /// - Throws: ``KeyedArchiving/ArchiveError/Code/limitExceeded``.
    func open(_ bytes: [UInt8]) throws(ArchiveError) -> Document? {
        try data(bytes)?.open(charging: budget)
    }

    /// Data of this document that seems to hold another, charged to the budget; nil if it doesn't.
    ///
    /// Each document counts as one level, whatever its format is.
    func data(_ bytes: [UInt8], at path: ArchivePath? = nil) throws(ArchiveError) -> DocumentData? {
        guard let bytes = bytes.documentInData else { return nil }
        let limit = budget.remaining.nestedArchives
        guard depth < limit else { throw .limit("nestedArchives", limit) }
        try budget.make(bytes.count.multipliedOrMaximum(by: DocumentBudget.openingCost))
        return DocumentData(bytes: bytes, depth: depth + 1, path: path)
    }
}

/// Data that seems to hold a document, and is charged to the budget of the file that it is in.
struct DocumentData {
    fileprivate let bytes: [UInt8]
    /// How many documents are around it.
    fileprivate let depth: Int
    /// The path that leads to it through the documents around it.
    let path: ArchivePath?

    /// Whether this is surely a document, a damaged one too, rather than data that begin by chance as one does.
    var isSurelyDocument: Bool {
        switch FileKind(bytes) {
        case .sequential: true
        case .propertyList(.binary): bytes.starts(with: "bplist00".utf8)
        case .propertyList(.xml): bytes.prefix(FileKind.headSize).firstRange(of: Array("<plist".utf8)) != nil
        default: false
        }
    }

    /// Opens the document; nil if there is none after all.
    ///
    /// - Throws: ``KeyedArchiving/ArchiveError/Code/limitExceeded``.
    func open(
        charging budget: DocumentBudget,
        validation: BinaryPropertyListReader.Validation = .offsetTable
    ) throws(ArchiveError) -> Document? {
        do throws(ArchiveError) {
            return try document(charging: budget, validation: validation)
        } catch {
            if error.endsWork { throw error }
            return nil
        }
    }

    /// The document.
    ///
    /// - Throws: Why there is none.
    func document(
        charging budget: DocumentBudget,
        validation: BinaryPropertyListReader.Validation = .offsetTable
    ) throws(ArchiveError) -> Document {
        let content = try Document.Content(
            bytes, limits: budget.remaining.ofNested, validation: validation)
        return Document(content, of: self, charging: budget)
    }
}

extension Document.Content {
    fileprivate init(
        _ bytes: [UInt8],
        limits: Limits,
        validation: BinaryPropertyListReader.Validation
    ) throws(ArchiveError) {
        let kind = FileKind(bytes)
        if case .sequential = kind {
            self = .sequential(try SequentialArchive(bytes, limits: limits))
            return
        }
        if let refusal = kind.refusal { throw refusal }
        if case .propertyList(.openStep) = kind {
            self = .list(try PropertyListDocument(bytes, limits: limits))
            return
        }
        do throws(ArchiveError) {
            self = .archive(try KeyedArchive(bytes, limits: limits, validation: validation))
        } catch {
            guard error.code == .notAKeyedArchive else { throw error }
            let document = try PropertyListDocument(bytes, limits: limits)
            guard !document.root.hasKeyOfArchives else { throw error }
            self = .list(document)
        }
    }

    /// The archive as it is shown; nil for a plain list.
    var shown: ShownArchive? {
        switch self {
        case .archive(let archive): .keyed(archive)
        case .sequential(let archive): .sequential(archive)
        case .list: nil
        }
    }
}

extension Document {
    /// The archive, or a copy of a sequential one; nil for another property list.
    ///
    /// - Complexity: O(*n*) in the size of a sequential archive.
    func keyedArchive() throws(ArchiveError) -> KeyedArchive? {
        switch content {
        case .archive(let archive): archive
        case .sequential(let archive): try KeyedCopy(archive, charging: budget, limits: limits).archive
        case .list: nil
        }
    }

    /// The property list; nil for archives.
    var list: PropertyList? { if case .list(let list) = content { list.root } else { nil } }

    /// The sequential archive; nil for other documents.
    var sequential: SequentialArchive? {
        if case .sequential(let archive) = content { archive } else { nil }
    }

    /// The size by which is measured how much may be read of the document alone.
    var readSize: Int {
        if case .sequential = content { size * SequentialEntries.sizeFactor } else { size }
    }

    /// The limits for reading the document alone.
    var limits: Limits { depth == 0 ? budget.remaining : budget.remaining.ofNested }
}

extension [UInt8] {
    /// The bytes of a document in data; nil if there is none.
    ///
    /// Some programs put a number of four or eight bytes before a list, such as the state of a web view.
    var documentInData: [UInt8]? {
        if FileKind(self).isOpenedInData { return self }
        for count in [4, 8] where dropFirst(count).starts(with: "bplist00".utf8) { return Array(dropFirst(count)) }
        return nil
    }
}

extension PropertyList {
    /// Whether this is a damaged archive, rather than another list.
    var hasKeyOfArchives: Bool {
        guard case .dictionary(let dictionary) = self else { return false }
        return ["$archiver", "$objects", "$top"].contains { dictionary[$0] != nil }
    }
}
