import KeyedArchiving
import PropertyLists

/// A file that a command reads; `-` is standard input.
struct InputFile {
    /// The name that the user gave.
    var name: String
    let path: FilePath
    /// How much may be read and made of it.
    var limits: InputLimits
    /// The descriptor of standard input.
    private let standardInput: Int32
    /// The bytes of standard input that were read already.
    private let head: [UInt8]
    /// The line of standard input, or of the file, that this is.
    private let line: LinedInput.Line?
    /// At which byte of the file this begins, if it isn't the whole file.
    private let offset: Int?

    init(_ name: String, limits: InputLimits, on console: Console) {
        self.init(InputFiles.Name(operand: name), limits: limits, on: console)
    }

    init(_ file: InputFiles.Name, limits: InputLimits, on console: Console) {
        name = file.text
        path = file.path
        self.limits = limits
        standardInput = console.input
        head = file.head
        line = file.line
        offset = file.offset
    }

    /// Whether this is a line of a file of many documents.
    var isLine: Bool { line != nil }

    /// Whether a path leads to the same place, in which there is a regular file.
    ///
    /// Places are compared and not files: another edit may put a new file there between two looks at it.
    func isAtSamePlace(as other: FilePath) -> Bool {
        guard name != "-", let status = try? FileStatus(ofFileAt: path), status.isRegularFile else { return false }
        do throws(SystemError) {
            let place = try Place.behindLinks(of: path)
            return try place.isSame(as: Place.behindLinks(of: other))
        } catch {
            return false
        }
    }

    /// All bytes of the file, decoded if they are a property list written as text in hexadecimal digits or base64, and
    /// the budget for them; of a file that can't be a property list only the first bytes, which show that.
    ///
    /// - Parameter readsJSON: Whether JSON is read to its end, too.
    func read(includingJSON readsJSON: Bool = false) throws(Failure) -> (bytes: [UInt8], budget: DocumentBudget) {
        let bytes = try storedBytes(includingJSON: readsJSON)
        try checkIsOne(bytes)
        let budget = DocumentBudget(inputSize: bytes.count, limits: limits)
        guard case .text(let code) = FileKind(bytes) else { return (bytes, budget) }
        if let decoded = code.decoded(bytes) {
            do throws(ArchiveError) {
                try budget.make(decoded.count)
            } catch {
                throw Failure(error, in: name)
            }
            return (decoded, budget)
        }
        let reason = "it begins as a property list in \(code.name), but isn't that to its end"
        throw Failure(
            file: name, reason: reason, status: .negativeResult, error: ArchiveError(.unrecognizedFormat, reason))
    }

    /// All bytes of a file that is going to be written back, and the budget for them.
    func readToEdit() throws(Failure) -> (bytes: [UInt8], budget: DocumentBudget) {
        guard offset == nil else {
            throw Failure(
                file: name, reason: "it is a part of a file; name another file with --output", status: .negativeResult)
        }
        let bytes = try storedBytes()
        try checkIsOne(bytes)
        guard case .text = FileKind(bytes) else {
            return (bytes, DocumentBudget(inputSize: bytes.count, limits: limits))
        }
        throw Failure(
            file: name, reason: "it is a property list written as text; name another file with --output",
            status: .negativeResult)
    }

    /// Refuses many documents, one a line: who reads them as lines doesn't read the file as a whole.
    private func checkIsOne(_ bytes: [UInt8]) throws(Failure) {
        guard line == nil, LinedInput.areLines(bytes) else { return }
        let error = ArchiveError(
            .unrecognizedFormat, "it holds several documents, one a line, and this command takes one",
            remedy: "make a file of one line: `sed -n 1p FILE > ONE`")
        throw Failure(error, in: name)
    }

    /// The bytes as they are in the file.
    private func storedBytes(includingJSON readsJSON: Bool = false) throws(Failure) -> [UInt8] {
        if let line {
            if let fault = line.fault { throw Failure(fault, in: name) }
            let text = line.text[...].withoutQuotes
            return TextCode(detecting: text) == nil ? line.text : text
        }
        if let offset { return try bytes(at: offset) }
        do throws(InputBytes.Refusal) {
            if name == "-" {
                return try InputBytes.read(
                    from: standardInput, after: head, limit: limits.fileSize, readsJSON: readsJSON)
            }
            return try InputBytes.read(fileAt: path, limit: limits.fileSize, readsJSON: readsJSON)
        } catch {
            throw failure(error)
        }
    }

    /// The bytes of the document that begins at a byte of the file.
    private func bytes(at offset: Int) throws(Failure) -> [UInt8] {
        let bytes = try withSource { source throws(Failure) in
            var scan = ArchiveScan(source, charging: DocumentBudget(inputSize: source.count, limits: limits))
            do throws(ScanFailure) {
                return try scan.place(at: offset).flatMap { place throws(ScanFailure) in try scan.bytes(of: place) }
            } catch {
                throw error.inFile(name)
            }
        }
        if let bytes { return bytes }
        let reason = "no whole archive or property list begins at this byte"
        let error = ArchiveError(
            .unrecognizedFormat, reason, at: offset, remedy: "keyed-archive find --archives prints where they begin")
        throw Failure(error, in: name)
    }

    /// Reads parts of the file, whatever it is.
    func withSource<Result>(_ body: (ByteSource) throws(Failure) -> Result) throws(Failure) -> Result {
        let isStandardInput = name == "-"
        let source: ByteSource
        let descriptor: Int32
        do throws(SystemError) {
            descriptor = isStandardInput ? standardInput : try Descriptor.opened(toReadFileAt: path)
        } catch {
            throw failure(.system(error))
        }
        defer { if !isStandardInput { close(descriptor) } }
        if !isStandardInput, let file = ByteSource(descriptor) {
            source = file
        } else {
            do throws(InputBytes.Refusal) {
                source = ByteSource(try InputBytes.readAll(from: descriptor, after: head, limit: limits.fileSize))
            } catch {
                throw failure(error)
            }
        }
        return try body(source)
    }

    private func failure(_ refusal: InputBytes.Refusal) -> Failure {
        switch refusal {
        case .system(let error) where error.isOfFolder: .inaccessible(name, "it is a folder; name a file in it")
        case .system(let error): .inaccessible(name, error.reason)
        case .tooLong: .inaccessible(name, "it has more than \(limits.fileSize >> 20) MiB; see --limits")
        }
    }

    /// All bytes of a file, if it was named; of one that was found in a folder only if it is a property list.
    func read(_ file: InputFiles.Name) throws(Failure) -> (bytes: [UInt8], budget: DocumentBudget)? {
        if let fault = file.fault { throw .inaccessible(name, fault.reason) }
        if !file.isFound, name != "-", line == nil, Folder.isFolder(path) {
            throw .inaccessible(name, "it is a folder; --recursive reads the files in it")
        }
        let read = try read()
        guard file.isFound else { return read }
        switch FileKind(read.bytes) {
        // Nearly all text begins like this.
        case .propertyList(.openStep): return (try? Document(read.bytes, charging: read.budget)) == nil ? nil : read
        case .propertyList(.xml): return read.bytes.prefix(FileKind.headSize).hasPropertyListTag ? read : nil
        case .propertyList(.binary), .text, .sequential: return read
        case .other, .blank, .unknownText, .unknown: return nil
        }
    }

    /// The document in a file that was named; for a file found in a folder, only if it is an archive or holds some.
    func document(of file: InputFiles.Name) throws(Failure) -> Document? {
        guard let (bytes, budget) = try read(file) else { return nil }
        let document = try document(bytes, charging: budget)
        guard file.isFound, case .list = document.content else { return document }
        do throws(ArchiveError) {
            // Whoever looks at the archives opens them again, and charges for it.
            let budget = DocumentBudget(inputSize: bytes.count, limits: limits)
            var archives = ArchiveSearch(try Document(bytes, charging: budget), includingNested: false)
            return try archives.next() == nil ? nil : document
        } catch {
            throw Failure(error, in: name)
        }
    }

    /// The document in the file: an archive or another property list.
    func document() throws(Failure) -> Document {
        let (bytes, budget) = try read()
        return try document(bytes, charging: budget)
    }

    /// The document in bytes of the file.
    func document(_ bytes: [UInt8], charging budget: DocumentBudget) throws(Failure) -> Document {
        do throws(ArchiveError) {
            return try Document(bytes, charging: budget)
        } catch {
            throw Failure(error, in: name)
        }
    }
}

extension ArraySlice<UInt8> {
    /// Whether XML has the tag of a property list; UTF-16 counts, too.
    fileprivate var hasPropertyListTag: Bool {
        let text = filter { $0 != 0 }
        let tag = Array("<plist".utf8)
        return text.indices.contains { text[$0] == tag[0] && text[$0...].starts(with: tag) }
    }
}
