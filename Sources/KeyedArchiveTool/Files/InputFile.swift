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

    init(_ name: String, limits: InputLimits, on console: Console) {
        self.init(InputFiles.Name(operand: name), limits: limits, on: console)
    }

    init(_ file: InputFiles.Name, limits: InputLimits, on console: Console) {
        name = file.text
        path = file.path
        self.limits = limits
        standardInput = console.input
    }

    /// Whether a path leads to the same file, which then is a regular one.
    func isSameFile(as other: FilePath) -> Bool {
        guard name != "-", let status = try? FileStatus(ofFileAt: path), status.isRegularFile else { return false }
        return (try? FileStatus(ofFileAt: other).isSameFile(as: status)) ?? false
    }

    /// All bytes of the file, decoded if they are a property list written as text in hexadecimal digits or base64; of
    /// what can't be a property list only the first ones, which show that.
    ///
    /// - Parameter readsJSON: Whether JSON is read to its end, too.
    func bytes(includingJSON readsJSON: Bool = false) throws(Failure) -> [UInt8] {
        let bytes = try storedBytes(includingJSON: readsJSON)
        guard case .text(let code) = FileKind(bytes) else { return bytes }
        if let decoded = code.decoded(bytes) { return decoded }
        let name = code == .base64 ? "base64" : "hexadecimal digits"
        throw Failure(
            file: self.name, reason: "it begins as a property list in \(name), but isn't that to its end",
            status: .negativeResult)
    }

    /// All bytes of a file that is going to be written back.
    func bytesToEdit() throws(Failure) -> [UInt8] {
        let bytes = try storedBytes()
        guard case .text = FileKind(bytes) else { return bytes }
        throw Failure(
            file: name, reason: "it is a property list written as text; name another file with --output",
            status: .negativeResult)
    }

    /// The bytes as they are in the file.
    private func storedBytes(includingJSON readsJSON: Bool = false) throws(Failure) -> [UInt8] {
        do throws(InputBytes.Refusal) {
            if name == "-" {
                return try InputBytes.read(from: standardInput, limit: limits.fileSize, readsJSON: readsJSON)
            }
            return try InputBytes.read(fileAt: path, limit: limits.fileSize, readsJSON: readsJSON)
        } catch {
            throw switch error {
            case .system(let error) where error.isOfFolder: .inaccessible(name, "it is a folder; name a file in it")
            case .system(let error): .inaccessible(name, error.reason)
            case .tooLong: .inaccessible(name, "it has more than \(limits.fileSize >> 20) MiB; see --limits")
            }
        }
    }

    /// All bytes of a file, if it was named; of one that was found in a folder only if it is a property list.
    func bytes(of file: InputFiles.Name) throws(Failure) -> [UInt8]? {
        if let fault = file.fault { throw .inaccessible(name, fault.reason) }
        if !file.isFound, name != "-", Folder.isFolder(path) {
            throw .inaccessible(name, "it is a folder; --recursive reads the files in it")
        }
        let bytes = try bytes()
        guard file.isFound else { return bytes }
        switch FileKind(bytes) {
        // Nearly all text begins like this.
        case .propertyList(.openStep):
            return (try? OpenedFile.Content(bytes, limits: limits)) == nil ? nil : bytes
        case .propertyList(.xml): return bytes.prefix(FileKind.headSize).hasPropertyListTag ? bytes : nil
        case .propertyList(.binary), .text, .sequential: return bytes
        case .other, .blank, .unknownText, .unknown: return nil
        }
    }

    /// What is in a file, if it was named; of one that was found in a folder only if it is an archive or holds some.
    func content(of file: InputFiles.Name) throws(Failure) -> OpenedFile? {
        guard let bytes = try bytes(of: file) else { return nil }
        return try content(of: file, in: bytes)
    }

    /// What is in the bytes of a file.
    func content(of file: InputFiles.Name, in bytes: [UInt8]) throws(Failure) -> OpenedFile? {
        let opened = try opened(bytes)
        guard file.isFound, case .list(let list) = opened.content else { return opened }
        do throws(ArchiveError) {
            return try list.archives(limits: limits).isEmpty ? nil : opened
        } catch {
            throw Failure(error, in: name)
        }
    }

    /// What is in the file: an archive or another property list.
    func content() throws(Failure) -> OpenedFile {
        try opened(bytes())
    }

    func opened(_ bytes: [UInt8]) throws(Failure) -> OpenedFile {
        do throws(ArchiveError) {
            let content = try OpenedFile.Content(bytes, limits: limits)
            let budget = Budget(inputSize: content.printedSize ?? bytes.count, limits: limits.limitsOfPrinting)
            return OpenedFile(file: name, limits: limits, budget: budget, content: content)
        } catch {
            throw Failure(error, in: name)
        }
    }

    /// The property list that bytes are, as a tree, and their number.
    func propertyList(in bytes: [UInt8]) throws(Failure) -> (tree: PropertyList, fileSize: Int) {
        do throws(ArchiveError) {
            if let refusal = FileKind(bytes).refusal { throw refusal }
            return (try PropertyListDocument(bytes, limits: limits.limitsOfTrees).root, bytes.count)
        } catch {
            throw Failure(error, in: name)
        }
    }
}

extension OpenedFile.Content {
    /// Opens an archive, or reads another property list.
    ///
    /// - Throws: What opening an archive throws, also where the list has some of the keys of an archive.
    init(
        _ bytes: [UInt8],
        limits: InputLimits,
        validation: BinaryPropertyListReader.Validation = .offsetTable
    ) throws(ArchiveError) {
        let kind = FileKind(bytes)
        if case .sequential = kind {
            self = .sequential(try SequentialMirror(bytes, limits: limits))
            return
        }
        if let refusal = kind.refusal { throw refusal }
        if case .propertyList(.openStep) = kind {
            self = .list(try PropertyListDocument(bytes, limits: limits.limitsOfTrees))
            return
        }
        do throws(ArchiveError) {
            self = .archive(try KeyedArchive(bytes, limits: limits.limits, validation: validation))
        } catch {
            guard error.code == .notAKeyedArchive else { throw error }
            let document = try PropertyListDocument(bytes, limits: limits.limitsOfTrees)
            guard !document.root.hasKeyOfArchives else { throw error }
            self = .list(document)
        }
    }
}

extension OpenedFile.Content {
    /// The size by which is measured how much may be printed, if it isn't that of the file: a sequential archive says
    /// in a byte what takes a line.
    fileprivate var printedSize: Int? {
        guard case .sequential(let mirror) = self else { return nil }
        return mirror.printedSize
    }
}

extension PropertyList {
    /// Whether this is what is left of an archive, rather than another list.
    var hasKeyOfArchives: Bool {
        guard case .dictionary(let dictionary) = self else { return false }
        return ["$archiver", "$objects", "$top"].contains { dictionary[$0] != nil }
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
