internal import PropertyLists

/// A class record of an archive: the name an object was stored under, its superclasses and its stand-ins.
///
/// ```swift
/// let person = ArchivedClass(name: "Person", hierarchy: ["Person", "NSObject"])
/// ```
public struct ArchivedClass: Hashable, Sendable {
    /// The coded class name (`$classname`).
    public var name: String

    /// The class and its superclasses, most derived first (`$classes`); empty if the archive does not say.
    ///
    /// Apple's archiver leaves the chain out where the program replaced the name.
    public var hierarchy: [String]

    /// Names of classes to use where the class is unknown, best first (`$classhints`); usually empty.
    public var fallbacks: [String]

    /// Creates a class record.
    public init(name: String, hierarchy: [String] = [], fallbacks: [String] = []) {
        self.name = name
        self.hierarchy = hierarchy
        self.fallbacks = fallbacks
    }
}

// What makes a class record: the one place where records are judged, for decoding and for looking.

extension ArchivedClass {
    /// Whether an entry with some fields is a class record: it has `$classname`, and no `$class`, as an object has.
    static func isRecord(_ hasField: (String) -> Bool) -> Bool {
        !hasField(ClassFields.instanceClass) && hasField(ClassFields.name)
    }

    /// The content of a field of a class record.
    enum Field {
        case missing
        case text(PropertyListString)
        /// A list, of which only text counts.
        case names([String])
        case other

        init(_ value: PropertyList?) {
            switch value {
            case nil: self = .missing
            case .string(let text): self = .text(text)
            case .array(let elements):
                self = .names(elements.compactMap { if case .string(let name) = $0 { name.string } else { nil } })
            default: self = .other
            }
        }

        fileprivate var names: [String] { if case .names(let names) = self { names } else { [] } }
    }

    /// The class record with the given fields.
    ///
    /// A record needs a name. Elements of its lists that aren't text are skipped, and so are values that aren't lists:
    /// the lists are information, never a ground for trust.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidClassRecord`` if there is no name, or one that isn't text.
    init(name: Field, hierarchy: Field, fallbacks: Field) throws(ArchiveError) {
        switch name {
        case .missing: throw ArchiveError.damaged(.invalidClassRecord, "a class record has no $classname")
        case .text(let text):
            guard let name = text.string else {
                throw ArchiveError.damaged(.invalidClassRecord, "$classname holds an unpaired surrogate")
            }
            self.init(name: name, hierarchy: hierarchy.names, fallbacks: fallbacks.names)
        case .names, .other: throw ArchiveError.damaged(.invalidClassRecord, "$classname is not a string")
        }
    }
}
