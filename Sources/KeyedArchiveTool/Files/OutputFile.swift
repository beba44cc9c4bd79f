/// A file that a command writes; `-` is standard output.
struct OutputFile {
    private let name: String
    /// The remedy for a file that can't be replaced.
    private let remedy: String

    init(_ name: String, remedy: String = "name another file") {
        self.name = name
        self.remedy = remedy
    }

    /// Puts bytes in the place of the file, all or nothing.
    func write(_ bytes: [UInt8], on console: Console) throws(Failure) {
        try replace(on: console) { () throws(Failure) in bytes }
    }

    /// Puts bytes that are made from another file in the place of this one, all or nothing.
    ///
    /// Where both are the same file, no other edit comes between reading it and replacing it.
    ///
    /// - Parameter make: Reads the input and returns the bytes; nil leaves the file as it is.
    func write(
        on console: Console,
        from input: InputFile,
        _ make: () throws(Failure) -> [UInt8]?
    ) throws(Failure) {
        if name != "-", input.isAtSamePlace(as: FilePath(operand: name)) { return try replace(on: console, make) }
        if let bytes = try make() { try write(bytes, on: console) }
    }

    /// Writes a copy of a file that is about to be replaced, in the place of a link, too.
    func write(backup bytes: [UInt8], of file: FilePath) throws(Failure) {
        let permissions = try? FileStatus(ofFileAt: file).permissions
        try complete(begin(at: FilePath(operand: name), keepsLink: false), with: bytes, permissions)
    }

    private func replace(on console: Console, _ make: () throws(Failure) -> [UInt8]?) throws(Failure) {
        if name == "-" {
            guard let bytes = try make() else { return }
            try console.writeUnlessBinary(bytes)
            return
        }
        let path = FilePath(operand: name)
        // What isn't a regular file, such as a pipe, is written to as it is.
        if let status = try? FileStatus(ofFileAt: path), !status.isRegularFile {
            guard let bytes = try make() else { return }
            do throws(SystemError) {
                return try File.write(bytes, toDeviceAt: path)
            } catch {
                throw failure(.system(error))
            }
        }
        let replacement = try begin(at: path)
        if let bytes = try make() { try complete(replacement, with: bytes) }
    }

    private func begin(at path: FilePath, keepsLink: Bool = true) throws(Failure) -> Replacement {
        do {
            return try Replacement.begin(at: path, keepsLink: keepsLink)
        } catch {
            throw failure(error)
        }
    }

    private func complete(
        _ replacement: consuming Replacement,
        with bytes: [UInt8],
        _ permissions: mode_t? = nil
    ) throws(Failure) {
        do throws(Replacement.Refusal) {
            try replacement.complete(with: bytes, permissions: permissions)
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ refusal: Replacement.Refusal) -> Failure {
        switch refusal {
        case .severalNames(let count):
            let reason = "it has \(count) names (hard links), of which one alone would be replaced; \(remedy)"
            return .inaccessible(name, reason)
        case .otherOwner:
            return .inaccessible(name, "its owner and group can't be given to the new file; \(remedy)")
        case .changed:
            return .inaccessible(name, "another program changed it meanwhile; run the command again")
        case .system(let error) where error.isOfFolder:
            return .inaccessible(name, "it is a folder; name a file in it")
        case .system(let error):
            let place = name.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
            if !place.isEmpty, !Folder.isFolder(FilePath(operand: place)) {
                return .inaccessible(name, "there is no folder \(place.quoted(limit: 1024))")
            }
            return .inaccessible(name, error.reason)
        }
    }
}

extension Console {
    /// Writes bytes to standard output, unless it is a terminal and they aren't text.
    func writeUnlessBinary(_ bytes: [UInt8]) throws(Failure) {
        if isTerminal, bytes.contains(where: { $0 < 0x20 && !$0.isWhiteSpace }) { throw .binaryToTerminal }
        output.write(bytes)
    }
}
