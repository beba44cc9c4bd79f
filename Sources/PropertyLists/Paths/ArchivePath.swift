/// A path through an archive, such as `root.children[3].owner`.
///
/// A path starts with a top-level key. A name is a field of an object, or a key of a dictionary; a number in brackets
/// is a position in an array or a set, counted from the end if it is negative; `!` opens the archive, or the property
/// list, held in a data value, and may stand first where a property list is data itself. A name with characters other
/// than letters, marks and digits of any script, `_`, `$` and `-` is quoted: `root."NS.objects"`. Spaces between such
/// characters need no quotes: `Window Settings.Größe`. In quotes, `\"` and `\\` stand for these two characters, and
/// `\u{A}` for the one with that number.
///
/// A dictionary may have integers for keys: `root.5` is the entry of the text `5`, or else of the integer 5;
/// `root."5"` is the text's only. Keys that are string objects are found by their text.
///
/// In a dictionary, `$class` and the other fields come before an entry with such a key, which is reached by its position:
/// `root."NS.objects"[0]`. (`KeyedArchiveDecoder` takes the entry first, since types know no positions.) Of entries
/// with one key the last counts, as it does for Foundation's unarchiver; of fields the first.
///
/// After `!` comes a top-level key of the archive in the data: `TextColor!root.NSRGB`. A name that isn't one is looked
/// for in the archive's root, so `TextColor!NSRGB` leads to the same place; a field that isn't there yet has to be
/// set by the longer path. Paths are printed with all their steps.
///
/// A pattern leads to any number of places:
///
/// - `[*]` to every element of an array or a set: `root.items[*].name`;
/// - `*` to every field of an object, every value of a dictionary, every top-level value: `root.*`;
/// - `**` to the place before it and to all that can be reached from it, each object once: `**.name`;
/// - `<NSColor>` keeps the objects of a class or of a subclass: `**<NSColor>`.
///
/// The path of an error leads with `KeyedArchive.value(at:)` to the place that the error is about.
///
/// ```swift
/// let path = try ArchivePath("root.items[2].name")
/// let located = try archive.value(at: path)
/// ```
public struct ArchivePath: Hashable, Sendable {
    /// One step of a path.
    ///
    /// Names are compared code unit by code unit, as archives compare keys: `é` as one character and as `e` with an
    /// accent are two names.
    public enum Step: Sendable {
        /// A top-level key, a field, or a key of a dictionary: a text, or else the integer with these digits.
        case key(String)
        /// A text as a name, and never an integer: a name in quotes that would need none.
        case text(String)
        /// A position in an array or a set, counted from 0; a negative one from the end, -1 being the last.
        case index(Int)
        /// The archive held in a data value: `!`.
        case nestedArchive
        /// Every element of an array or a set: `[*]`.
        case anyElement
        /// Every field of an object, value of a dictionary or top-level value: `*`.
        case anyKey
        /// The place itself and all that can be reached from it: `**`.
        case descendants
        /// Objects of a class or of a subclass of it, and nothing else: `<NSColor>`.
        case ofClass(String)
    }

    /// The steps, outermost first.
    public var steps: [Step]

    /// Creates a path from its steps.
    public init(_ steps: [Step] = []) {
        self.steps = steps
    }

    /// Whether the path may lead to any number of places.
    ///
    /// Only `KeyedArchive.matches(_:)` follows such a path.
    public var isPattern: Bool { steps.contains { $0.isPattern } }

    /// The key of the last step, if it is one.
    package var lastKey: String? {
        steps.last?.name
    }
}

extension ArchivePath {
    /// Reads a path from text.
    ///
    /// ```swift
    /// let path = try ArchivePath("root.items[2].name")
    /// ```
    ///
    /// - Throws: ``ArchiveError/Code/invalidPath`` with the position of the character that does not fit.
    public init(_ text: String) throws(ArchiveError) {
        var parser = PathParser(text)
        steps = try parser.parse()
    }
}

extension ArchivePath.Step: Hashable {
    /// Compares names code unit by code unit.
    public static func == (lhs: ArchivePath.Step, rhs: ArchivePath.Step) -> Bool {
        switch (lhs, rhs) {
        case (.key(let left), .key(let right)), (.text(let left), .text(let right)),
            (.ofClass(let left), .ofClass(let right)):
            left.isIdentical(to: right)
        case (.index(let left), .index(let right)): left == right
        case (.nestedArchive, .nestedArchive), (.anyElement, .anyElement), (.anyKey, .anyKey),
            (.descendants, .descendants):
            true
        default: false
        }
    }

    /// Hashes the code units of names.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .key(let name): Self.hash(name, 0, into: &hasher)
        case .index(let position):
            hasher.combine(1)
            hasher.combine(position)
        case .nestedArchive: hasher.combine(2)
        case .anyElement: hasher.combine(3)
        case .anyKey: hasher.combine(4)
        case .descendants: hasher.combine(5)
        case .ofClass(let name): Self.hash(name, 6, into: &hasher)
        case .text(let name): Self.hash(name, 7, into: &hasher)
        }
    }

    private static func hash(_ name: String, _ kind: Int, into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(PropertyListString(name))
    }
}

extension ArchivePath.Step {
    /// The name that the step is; nil if it is none.
    package var name: String? {
        switch self {
        case .key(let name), .text(let name): name
        case .index, .nestedArchive, .anyElement, .anyKey, .descendants, .ofClass: nil
        }
    }

    /// Whether the step may lead to any number of places.
    package var isPattern: Bool {
        switch self {
        case .key, .text, .index, .nestedArchive: false
        case .anyElement, .anyKey, .descendants, .ofClass: true
        }
    }
}
