import KeyedArchiving
import PropertyLists

/// Standard input or a file of text, as long as it isn't known whether it is one document or one for each line, and then
/// its lines.
///
/// Input holds several documents if each of its first two lines alone is a document as text. A text in several lines
/// never has the first bytes of a document twice.
final class LinedInput {
    private let descriptor: Int32
    /// Whether the descriptor is closed at the end.
    private let isFile: Bool
    /// How many bytes a line may have.
    private let limit: Int
    private var buffer: [UInt8]
    /// The buffered bytes, of which those before `start` were handed out.
    private var bytes: [UInt8] = []
    private var start = 0
    private var isAtEnd = false
    private var lineCount = 0

    /// How much is read at once.
    private static let readSize = 1 << 16
    /// How much white space may come before the first line.
    private static let maximumBlankSize = 1 << 20

    init(_ descriptor: Int32, limit: Int) {
        self.descriptor = descriptor
        isFile = false
        self.limit = limit
        buffer = [UInt8](repeating: 0, count: Self.readSize)
    }

    /// Opens a file; nil if there is none that can be read twice.
    init?(fileAt path: FilePath, limit: Int) {
        guard (try? FileStatus(ofFileAt: path))?.isRegularFile == true,
            let descriptor = try? Descriptor.opened(toReadFileAt: path)
        else { return nil }
        self.descriptor = descriptor
        isFile = true
        self.limit = limit
        buffer = [UInt8](repeating: 0, count: Self.readSize)
    }

    deinit {
        if isFile { close(descriptor) }
    }

    /// The bytes that were read and not handed out.
    var rest: [UInt8] { Array(bytes[start...]) }

    // MARK: - What it is

    /// Whether the bytes of a whole file are many documents, one a line.
    static func areLines(_ bytes: [UInt8]) -> Bool {
        var start = 0
        for _ in 0..<2 {
            while start < bytes.count, bytes[start].isWhiteSpace { start += 1 }
            let end = bytes[start...].firstIndex(of: .lineFeed) ?? bytes.count
            guard bytes[start..<end].isDocumentText else { return false }
            start = end
        }
        return true
    }

    /// Whether each line is a document.
    ///
    /// - Parameter isAsked: Whether the user says so; then every input that can be text is read as lines.
    func holdsLines(isAsked: Bool) throws(SystemError) -> Bool {
        // Standard input is what the user says, unless it can't be text. An empty line is one, and nothing is no line.
        if isAsked, !isFile { return try holdsText() }
        guard let first = try filledLine(at: 0) else { return false }
        // A file of text may be anything.
        if isAsked {
            return bytes[first].isDocumentText || FileSignature.isJSON(Array(bytes[first].prefix(FileKind.headSize)))
        }
        guard bytes[first].isDocumentText, first.upperBound < bytes.count else { return false }
        // A program may wait for the answer to the first line.
        if !Descriptor.hasInput(descriptor), try filledLine(at: first.upperBound, mayWait: false) == nil {
            if opens(bytes[first]) { return true }
        }
        guard let second = try filledLine(at: first.upperBound) else { return false }
        return bytes[second].isDocumentText
    }

    /// Whether the first line is text, as far as it takes to know that; a file that is none begins with control characters
    /// soon.
    private func holdsText() throws(SystemError) -> Bool {
        while !bytes.contains(.lineFeed), bytes.count < Self.readSize, try readMore() {}
        return !bytes.prefix(Self.readSize).contains { $0 < 0x20 && !$0.isWhiteSpace }
    }

    /// Whether a line is a whole document.
    private func opens(_ line: ArraySlice<UInt8>) -> Bool {
        let text = line.withoutQuotes
        guard case .text(let code) = FileKind(text), let decoded = code.decoded(text) else { return false }
        let budget = DocumentBudget(inputSize: text.count, limits: .untrusted)
        return (try? Document(decoded, charging: budget)) != nil
    }

    /// The place of the first line from a position on that isn't blank, read as far as needed to determine its kind.
    ///
    /// - Parameter mayWait: Whether it is read on, if the line isn't complete.
    /// - Returns: Nil if there is none.
    private func filledLine(at position: Int, mayWait: Bool = true) throws(SystemError) -> Range<Int>? {
        var position = position
        while true {
            while position < bytes.count, bytes[position].isWhiteSpace { position += 1 }
            var end = position
            while true {
                if let lineEnd = bytes[end...].firstIndex(of: .lineFeed) { return position..<lineEnd }
                end = bytes.count
                if end - position >= Self.readSize, !bytes[position...].isDocumentText { return position..<end }
                guard mayWait, end - position <= limit, position < Self.maximumBlankSize, try readMore() else {
                    return position < end && (mayWait || isAtEnd) ? position..<end : nil
                }
                if end == position { break }
            }
        }
    }

    // MARK: - Lines

    /// A line, without its end.
    struct Line: Sendable {
        /// The number of the line, from 1 on.
        var number: Int
        var text: [UInt8]
        /// Why it isn't read to its end, if it isn't.
        var fault: ArchiveError?
    }

    /// The next line; of one that can't be a document only the first bytes, which show that.
    ///
    /// - Returns: Nil at the end.
    func nextLine() throws(SystemError) -> Line? {
        var searched = start
        var isForeign = false
        var isTooLong = false
        while true {
            if let end = bytes[searched...].firstIndex(of: .lineFeed) {
                return take(to: end, isTooLong: isTooLong)
            }
            searched = bytes.count
            let size = searched - start
            if !isForeign, !isTooLong {
                isTooLong = size > limit
                isForeign = size >= Self.readSize && size < 2 * Self.readSize && !bytes[start...].mayBeText
            }
            // What isn't wanted isn't kept.
            if isForeign || isTooLong {
                bytes.removeSubrange(min(start + Self.readSize, bytes.count)...)
                searched = bytes.count
            }
            guard try readMore() else {
                return start < bytes.count ? take(to: bytes.count, isTooLong: isTooLong) : nil
            }
            searched -= start
            bytes.removeSubrange(..<start)
            start = 0
        }
    }

    private func take(to end: Int, isTooLong: Bool) -> Line {
        lineCount += 1
        var text = Array(bytes[start..<end])
        if text.last == UInt8(ascii: "\r") { text.removeLast() }
        start = min(end + 1, bytes.count)
        let fault = isTooLong ? ArchiveError(.limitExceeded, "it has more than \(limit >> 20) MiB") : nil
        return Line(number: lineCount, text: text, fault: fault)
    }

    /// Reads the available bytes; false at the end.
    private func readMore() throws(SystemError) -> Bool {
        guard !isAtEnd else { return false }
        let count = try Descriptor.readSome(from: descriptor, into: &buffer)
        bytes.append(contentsOf: buffer[..<count])
        isAtEnd = count == 0
        return !isAtEnd
    }
}

extension UInt8 {
    fileprivate static var lineFeed: UInt8 { 0x0A }
}

extension ArraySlice<UInt8> {
    /// Whether the text is a document in hexadecimal digits or base64, as far as its beginning says.
    fileprivate var isDocumentText: Bool { TextCode(detecting: prefix(2 * FileKind.headSize).withoutQuotes) != nil }

    /// Whether a line may be a document: as text, or as JSON.
    fileprivate var mayBeText: Bool {
        let head = Array(prefix(FileKind.headSize))
        switch FileKind(head) {
        case .propertyList, .text: return true
        case .other: return FileSignature.isJSON(head)
        case .sequential, .blank, .unknownText, .unknown: return isDocumentText
        }
    }

    /// Text without the white space and the quotes around it.
    var withoutQuotes: [UInt8] {
        var text = drop(while: \.isWhiteSpace)
        while let last = text.last, last.isWhiteSpace { text.removeLast() }
        guard let first = text.first, first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") else {
            return Array(text)
        }
        text.removeFirst()
        if text.last == first { text.removeLast() }
        return Array(text)
    }
}
