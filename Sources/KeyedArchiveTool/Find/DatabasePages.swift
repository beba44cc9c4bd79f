/// The pages of an SQLite database, in which content that is too long for a page goes on in others.
///
/// The layout is that of SQLite's documentation, "Database File Format": a page of rows has the beginning of a long
/// row, and the number of the first page with the rest; such a page begins with the number of the next one.
struct DatabasePages {
    private let source: ByteSource
    private let pageSize: Int
    /// How many bytes of a page are used, without those that are reserved at its end.
    private let usableSize: Int
    /// The page looked at last, and where its rows begin, in order.
    private var last: (start: Int, bytes: [UInt8], rows: [Int])?

    private static let headerSize = 100

    /// Creates the pages of a file; nil if it is no database.
    init?(_ source: ByteSource) throws(SystemError) {
        let header = try source.read(at: 0, count: Self.headerSize)
        guard header.count == Self.headerSize, header.starts(with: "SQLite format 3\0".utf8) else { return nil }
        let size = header.bigEndian(2, at: 16)
        pageSize = size == 1 ? 1 << 16 : size
        usableSize = pageSize - Int(header[20])
        guard pageSize >= 512, usableSize >= 480 else { return nil }
        self.source = source
    }

    /// Reads the page of a position, unless it is the one looked at last.
    ///
    /// - Returns: How many bytes were read.
    mutating func read(pageAt position: Int) throws(SystemError) -> Int {
        let start = position - position % pageSize
        guard last?.start != start else { return 0 }
        let bytes = try source.read(at: start, count: pageSize)
        last = (start, bytes, Self.rows(in: bytes, headerAt: start == 0 ? Self.headerSize : 0))
        return bytes.count
    }

    /// Content from a position on, with that in the pages after it.
    ///
    /// - Returns: nil if the content at the position doesn't go on in another page.
    mutating func content(at position: Int, count: Int) throws(SystemError) -> [UInt8]? {
        _ = try read(pageAt: position)
        guard let (start, page, rows) = last, page.count == pageSize else { return nil }
        let place = position - start
        var content: [UInt8]
        var next: Int
        // How much of the row lies in other pages.
        var rest = Int.max
        switch page[start == 0 ? Self.headerSize : 0] {
        case 0x0D:
            guard let row = longRow(containing: place, in: page, rows) else { return nil }
            (content, next, rest) = (Array(page[place..<row.end]), page.bigEndian(4, at: row.end), row.rest)
        // Pages of indexes, and those above the pages of rows.
        case 0x02, 0x05, 0x0A: return nil
        default:
            guard place >= 4, place < usableSize else { return nil }
            (content, next) = (Array(page[place..<usableSize]), page.bigEndian(4, at: 0))
        }
        // A row has each page once.
        var pagesLeft = source.count / pageSize
        while next > 0, rest > 0, content.count < count, pagesLeft > 0 {
            pagesLeft -= 1
            let page = try source.read(at: (next - 1) * pageSize, count: usableSize)
            guard page.count == usableSize else { break }
            let part = page[4...].prefix(rest)
            content += part
            rest -= part.count
            next = page.bigEndian(4, at: 0)
        }
        return Array(content.prefix(count))
    }

    /// Where the rows of a page begin.
    private static func rows(in page: [UInt8], headerAt header: Int) -> [Int] {
        guard page.count >= header + 8, page[header] == 0x0D else { return [] }
        let count = min(page.bigEndian(2, at: header + 3), (page.count - header - 8) / 2)
        return (0..<count).map { page.bigEndian(2, at: header + 8 + 2 * $0) }.sorted()
    }

    /// The end in a page of the row that has a place, and how much of it lies in other pages; nil if nothing does.
    private func longRow(containing place: Int, in page: [UInt8], _ rows: [Int]) -> (end: Int, rest: Int)? {
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low + high) / 2
            if rows[middle] <= place { low = middle + 1 } else { high = middle }
        }
        guard low > 0, case let start = rows[low - 1], let (size, afterSize) = Self.integer(at: start, in: page),
            let (_, content) = Self.integer(at: afterSize, in: page), size > usableSize - 35
        else { return nil }
        let least = (usableSize - 12) * 32 / 255 - 23
        let fitting = least + (size - least) % (usableSize - 4)
        let stored = fitting <= usableSize - 35 ? fitting : least
        let end = content + stored
        guard place >= content, place < end, end + 4 <= usableSize else { return nil }
        return (end, size - stored)
    }

    /// An integer of 1 to 9 bytes with 7 bits in each, the highest first, and the place after it; nil for one that is
    /// cut off, or of more than 8 bytes, which no size has.
    private static func integer(at place: Int, in page: [UInt8]) -> (value: Int, end: Int)? {
        var value = 0
        for (position, byte) in page[min(place, page.count)...].prefix(9).enumerated() {
            value = value << 7 | Int(byte & 0x7F)
            if byte < 0x80 { return (value, place + position + 1) }
            // The ninth has 8 bits; only the number of a row is that long, and it isn't used.
            if position == 8 { return (0, place + 9) }
        }
        return nil
    }
}

extension [UInt8] {
    /// An unsigned integer of some bytes, the highest first.
    fileprivate func bigEndian(_ count: Int, at place: Int) -> Int {
        self[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }
}
