internal import PropertyLists

/// A string that is stored once and referred to by its number: a type string, a name, the body of a C string.
struct SharedString: BitwiseCopyable, Sendable {
    /// The first codes of the types that it stands for, if a group of these may begin without further ado; otherwise 0.
    var codes: UInt64 = 0
    /// The start of its bytes in the file.
    var start: UInt32
    var count: UInt32
    /// The nodes of the types that it stands for; none as long as it wasn't used as a type string.
    var firstNode: UInt32 = 0
    var nodeCount: UInt32 = 0
    /// The position of the codes for these types in a ``ScanProgram``; 0 as long as there are none.
    var program: UInt32 = 0
    /// How many values there are for a group of these types that take no byte.
    var emptyCount: UInt32 = 0

    var range: Range<Int> { Int(start)..<Int(start) &+ Int(count) }
    var nodes: Range<Int> { Int(firstNode)..<Int(firstNode) &+ Int(nodeCount) }
    var isType: Bool { program != 0 }

    init(start: Int, count: Int) {
        self.start = UInt32(truncatingIfNeeded: start)
        self.count = UInt32(truncatingIfNeeded: count)
    }
}

/// An item with a number: an object, a class or a C string.
struct NumberedItem: BitwiseCopyable, Sendable {
    /// The class of an object, the superclass of a class, or `none`.
    private(set) var classNumber: UInt32
    /// The start of an object's groups in the file; for other items, the number of the shared string.
    private let beginning: UInt32
    /// The end of an object, after its last byte, or 0 while it is open; for a class, its version.
    private var ending: UInt32
    /// The number after those of everything inside an object, 0 while it is open; otherwise which of the others it is.
    private var mark: UInt32

    static let none = UInt32.max
    /// The greatest number of items, so that no number is that of a class or a C string.
    static let maximumCount = Int(cStringMark)
    private static let classMark = UInt32.max
    private static let cStringMark = UInt32.max - 1

    enum Kind: Sendable {
        case object
        case `class`
        case cString

        /// The kind as an error names it.
        var words: String {
            switch self {
            case .object: "an object"
            case .class: "a class"
            case .cString: "a C string"
            }
        }
    }

    private init(_ classNumber: UInt32, _ beginning: UInt32, _ ending: UInt32, _ mark: UInt32) {
        (self.classNumber, self.beginning, self.ending, self.mark) = (classNumber, beginning, ending, mark)
    }

    /// An object whose groups begin at a byte.
    @inline(__always)
    static func object(class number: Int, at position: Int) -> Self {
        Self(UInt32(truncatingIfNeeded: number), UInt32(truncatingIfNeeded: position), 0, 0)
    }

    /// An object that ends with a byte and has nothing in it that has a number.
    @inline(__always)
    static func string(class classNumber: Int, at position: Int, end: Int, number: UInt32) -> Self {
        Self(
            UInt32(truncatingIfNeeded: classNumber), UInt32(truncatingIfNeeded: position),
            UInt32(truncatingIfNeeded: end &+ 1), number &+ 1)
    }

    /// An object whose class is still being read.
    static let classlessObject = Self(none, 0, 0, 0)

    /// A class with the number of the string that is its name.
    static func `class`(name: Int, version: Int32) -> Self {
        Self(none, UInt32(truncatingIfNeeded: name), UInt32(bitPattern: version), classMark)
    }

    /// A C string with the number of the string that holds its characters.
    static func cString(_ string: Int) -> Self { Self(none, UInt32(truncatingIfNeeded: string), 0, cStringMark) }

    var kind: Kind { isClass ? .class : isCString ? .cString : .object }
    @inline(__always) var isClass: Bool { mark == Self.classMark }
    @inline(__always) var isCString: Bool { mark == Self.cStringMark }

    /// The range of an object's groups, without the byte that ends it.
    var groups: Range<Int> { Int(beginning)..<max(Int(beginning), Int(ending) - 1) }
    /// The end of an object, after its last byte.
    var end: Int { Int(ending) }
    /// The number after those of everything inside an object.
    var nextNumber: Int { Int(mark) }
    /// The number of the shared string of a class or of a C string.
    var string: Int { Int(beginning) }
    /// The version of a class.
    var version: Int32 { Int32(bitPattern: ending) }
    /// The superclass of a class.
    var superclass: Int? { classNumber == Self.none ? nil : Int(classNumber) }

    /// Ends an object.
    @inline(__always)
    mutating func end(at position: Int, nextNumber: Int) {
        ending = UInt32(truncatingIfNeeded: position)
        mark = UInt32(truncatingIfNeeded: nextNumber)
    }

    /// Sets the superclass of a class.
    mutating func setSuperclass(_ number: Int) { classNumber = UInt32(truncatingIfNeeded: number) }
}

/// The tables of a file that scanning makes.
struct SequentialTables: ~Copyable, Sendable {
    var strings = GrowingTable<SharedString>()
    var items = GrowingTable<NumberedItem>()
    /// The types of the strings that were used as type strings.
    var parser = TypeCodeParser()
}
