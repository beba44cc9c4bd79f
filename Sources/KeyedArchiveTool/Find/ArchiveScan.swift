import KeyedArchiving
import PropertyLists
import SequentialArchives

/// Finds where property lists and sequential archives may be in bytes of any kind: behind prefixes, in text as
/// hexadecimal digits or base64, in the pages of databases and memory.
///
/// The bytes are gone through once, a window at a time. A binary list ends with a trailer that says how long it is, so
/// only the position of its beginning is recorded. Everything else is read from its beginning on, charged to the
/// budget.
struct ArchiveScan {
    /// Where something may be, and the code in which it is written as text.
    struct Place {
        var range: Range<Int>
        var code: TextCode?
        /// Whether the bytes go on in other pages of a database; the range then says no more than how many they are.
        var isInPages = false
    }

    private enum Beginning: Sendable {
        case binaryList, sequential, xml, xmlType, xmlList, xmlEnd
        case text(TextCode)
    }

    private let source: ByteSource
    private let budget: DocumentBudget
    /// The pages of the source, if that is a database.
    private var pages: DatabasePages?
    /// The positions of binary lists whose ends weren't found, in order.
    private var open: [Int] = []
    /// Where an XML document begins that may be a list, and where the list does.
    private var xmlStart: Int?
    private var xmlListStart: Int?
    /// The end of the last text, in which nothing else is looked for.
    private var textEnd = 0

    /// The number of bytes searched at a time.
    private static let windowSize = 1 << 20
    /// How many binary lists may be open; most are none, and of more the oldest are forgotten.
    private static let maximumOpenCount = 1 << 13
    /// How far from the beginning of an XML document its list begins at most.
    private static let maximumXMLHeadSize = 4096

    private static let search: BeginningSearch<Beginning> = {
        var search = BeginningSearch<Beginning>()
        search.add("bplist0".utf8, .binaryList)
        // The first byte of these is a version.
        for name in ["streamtyped", "typedstream"] { search.add([11] + Array(name.utf8), .sequential) }
        search.add("<?xml version".utf8, .xml)
        search.add("<!DOCTYPE plist".utf8, .xmlType)
        for tag in ["<plist ", "<plist>"] { search.add(tag.utf8, .xmlList) }
        search.add("</plist>".utf8, .xmlEnd)
        for text in ["bplist00", "<?xml version", "<!DOCTYPE", "<plist ", "<plist>", "\u{4}\u{B}streamtyped"]
            + ["\u{4}\u{B}typedstream"]
        {
            search.add(JSONText.base64Text(Array(text.utf8)).utf8, .text(.base64))
            let digits = text.utf8.map(\.hexadecimal).joined()
            search.add(digits.lowercased().utf8, .text(.hexadecimal))
            if digits.prefix(7).contains(where: \.isLetter) {
                search.add(digits.uppercased().utf8, .text(.hexadecimal))
            }
        }
        return search
    }()

    init(_ source: ByteSource, charging budget: DocumentBudget) {
        self.source = source
        self.budget = budget
        // The error of a source that can't be read is thrown by the search.
        pages = try? DatabasePages(source)
    }

    /// The archive or list that begins at a position; nil if none does, or if it is incomplete.
    mutating func place(at position: Int) throws(ScanFailure) -> Place? {
        var found: Place?
        try run(from: position, onlyThere: true) { place throws(ScanFailure) in
            if place.range.lowerBound == position { found = place }
            return found == nil
        }
        return found
    }

    /// Goes through the bytes.
    ///
    /// - Parameter body: Called with each place, mostly in the order of their ends.
    mutating func run(_ body: (Place) throws(ScanFailure) -> Void) throws(ScanFailure) {
        try run(from: 0, onlyThere: false) { place throws(ScanFailure) in
            try body(place)
            return true
        }
    }

    /// Goes through the bytes, from a position on.
    ///
    /// - Parameters:
    ///   - isOnlyThere: Whether the search ends once it is known that nothing begins at that position.
    ///   - body: Called with each place; false ends the search.
    private mutating func run(
        from start: Int,
        onlyThere isOnlyThere: Bool,
        _ body: (Place) throws(ScanFailure) -> Bool
    ) throws(ScanFailure) {
        var position = start
        while position < source.count {
            // Neither a beginning nor a trailer is missed that lies in two windows.
            let window = try read(at: position, count: Self.windowSize + BinaryTrailer.size - 1)
            guard !window.isEmpty else { return }
            var isDone = false
            try Self.search.forEach(in: window) { place, beginning throws(ScanFailure) in
                guard !isDone, place < Self.windowSize else { return }
                if let found = try found(beginning, at: position + place) { isDone = try !body(found) }
            }
            if !isDone, !open.isEmpty {
                try forEachList(in: window, at: position) { range throws(ScanFailure) in
                    if !isDone { isDone = try !body(Place(range: range)) }
                }
            }
            if isDone || isOnlyThere && !isOpen(at: start) { return }
            position += Self.windowSize
        }
    }

    /// Whether something that begins at a position may still end.
    private func isOpen(at position: Int) -> Bool {
        open.contains(position) || xmlStart == position || xmlListStart == position
    }

    // MARK: - Beginnings

    /// Notes a beginning found at a position; returns an archive or list that is complete with it.
    private mutating func found(_ beginning: Beginning, at position: Int) throws(ScanFailure) -> Place? {
        guard position >= textEnd else { return nil }
        switch beginning {
        case .binaryList:
            if let list = try listInPages(at: position) { return list }
            if open.count >= Self.maximumOpenCount { open.removeFirst(open.count / 2) }
            open.append(position)
        case .sequential: return position > 0 ? try sequentialArchive(at: position - 1) : nil
        case .xml: (xmlStart, xmlListStart) = (position, nil)
        case .xmlType:
            // It comes after the declaration, if there is one.
            if let xmlStart, position - xmlStart < Self.maximumXMLHeadSize, xmlListStart == nil { return nil }
            (xmlStart, xmlListStart) = (position, nil)
        case .xmlList:
            xmlListStart = xmlStart.flatMap { position - $0 < Self.maximumXMLHeadSize ? $0 : nil } ?? position
            xmlStart = nil
        case .xmlEnd:
            guard let start = xmlListStart else { return nil }
            xmlListStart = nil
            return Place(range: start..<position + "</plist>".utf8.count)
        case .text(let code): return try text(in: code, at: position)
        }
        return nil
    }

    private mutating func sequentialArchive(at position: Int) throws(ScanFailure) -> Place? {
        var size = 1 << 12
        while true {
            let (bytes, isInPages) = try content(at: position, count: min(size, budget.limits.fileSize))
            try charge(bytes.count)
            guard let extent = SequentialArchive.extent(in: bytes, limits: budget.remaining) else { return nil }
            guard extent.isCutShort, bytes.count == size else {
                return extent.end > 0 ? Place(range: position..<position + extent.end, isInPages: isInPages) : nil
            }
            size *= 8
        }
    }

    private mutating func text(in code: TextCode, at position: Int) throws(ScanFailure) -> Place? {
        var size = 1 << 12
        while true {
            let (bytes, isInPages) = try content(at: position, count: min(size, budget.limits.fileSize))
            try charge(bytes.count)
            let length = code.length(ofTextIn: bytes)
            if !length.isWhole, bytes.count == size {
                size *= 8
                continue
            }
            guard TextCode(detecting: Array(bytes[..<length.count])) != nil else { return nil }
            textEnd = position + length.count
            return Place(range: position..<textEnd, code: code, isInPages: isInPages)
        }
    }

    // MARK: - Binary lists

    /// A list at a position in a database, if it is in a row that goes on in other pages.
    private mutating func listInPages(at position: Int) throws(ScanFailure) -> Place? {
        guard pages != nil else { return nil }
        var size = 1 << 12
        while true {
            let (bytes, isInPages) = try content(at: position, count: min(size, budget.limits.fileSize))
            guard isInPages else { return nil }
            try charge(bytes.count)
            if let list = BinaryPropertyListReader.lists(in: bytes).first(where: { $0.lowerBound == 0 }) {
                return Place(range: position..<position + list.count, isInPages: true)
            }
            guard bytes.count == size else { return nil }
            size *= 8
        }
    }

    /// Calls a function with each list whose trailer begins in a window.
    private mutating func forEachList(
        in window: [UInt8],
        at start: Int,
        _ body: (Range<Int>) throws(ScanFailure) -> Void
    ) throws(ScanFailure) {
        open.removeAll { start - $0 > budget.limits.fileSize }
        var place = 0
        while let trailer = Self.nextTrailer(in: window, from: place) {
            place = trailer + 1
            guard let size = BinaryTrailer.listSize(in: window, trailerAt: trailer),
                let number = openNumber(of: start + trailer - size)
            else { continue }
            try body(open.remove(at: number)..<start + trailer + BinaryTrailer.size)
        }
    }

    /// Where a trailer may be, as its sizes of offsets and of references say.
    private static func nextTrailer(in window: [UInt8], from place: Int) -> Int? {
        window.withUnsafeBufferPointer { window in
            var place = place
            let end = min(windowSize, window.count - BinaryTrailer.size + 1)
            while place < end {
                if window[place + 6] &- 1 < 8, window[place + 7] &- 1 < 8 { return place }
                place += 1
            }
            return nil
        }
    }

    /// The index of the open list that begins at a position.
    private func openNumber(of position: Int) -> Int? {
        var (low, high) = (0, open.count)
        while low < high {
            let middle = (low + high) / 2
            if open[middle] < position { low = middle + 1 } else { high = middle }
        }
        return low < open.count && open[low] == position ? low : nil
    }

    // MARK: - Reading

    private func read(at position: Int, count: Int) throws(ScanFailure) -> [UInt8] {
        do throws(SystemError) {
            return try source.read(at: position, count: count)
        } catch {
            throw .system(error)
        }
    }

    /// Bytes from a position on; in a database, with those of its row that are in other pages.
    private mutating func content(
        at position: Int,
        count: Int
    ) throws(ScanFailure) -> (bytes: [UInt8], isInPages: Bool) {
        guard pages != nil else { return (try read(at: position, count: count), false) }
        let readCount: Int
        let bytes: [UInt8]?
        do throws(SystemError) {
            readCount = try pages?.read(pageAt: position) ?? 0
            bytes = try pages?.content(at: position, count: count)
        } catch {
            throw .system(error)
        }
        try charge(readCount)
        if let bytes { return (bytes, true) }
        return (try read(at: position, count: count), false)
    }

    private func charge(_ count: Int) throws(ScanFailure) {
        do throws(ArchiveError) {
            try budget.step(count)
        } catch {
            throw .limit(error)
        }
    }

    /// The bytes of a place, decoded if they are text, without the bytes after them.
    func bytes(of place: Place) throws(ScanFailure) -> [UInt8]? {
        try charge(place.range.count)
        var copy = self
        let stored =
            place.isInPages
            ? try copy.content(at: place.range.lowerBound, count: place.range.count).bytes
            : try read(at: place.range.lowerBound, count: place.range.count)
        guard let code = place.code else { return stored }
        guard let decoded = code.decoded(stored) else { return nil }
        switch FileKind(decoded) {
        case .sequential:
            let extent = SequentialArchive.extent(in: decoded, limits: budget.remaining)
            return extent.map { Array(decoded[..<$0.end]) }
        case .propertyList(.xml):
            guard let end = decoded.firstRange(of: Array("</plist>".utf8)) else { return decoded }
            return Array(decoded[..<end.upperBound])
        case .propertyList(.binary):
            let list = BinaryPropertyListReader.lists(in: decoded).first { $0.lowerBound == 0 }
            return list.map { Array(decoded[$0]) } ?? decoded
        default: return decoded
        }
    }
}

/// Why a search for archives ends early.
enum ScanFailure: Error {
    case system(SystemError)
    case limit(ArchiveError)

    /// The failure in a file.
    func inFile(_ name: String) -> Failure {
        switch self {
        case .system(let error): .inaccessible(name, error.reason)
        case .limit(let error): Failure(error, in: name)
        }
    }
}
