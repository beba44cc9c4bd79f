import KeyedArchiving
import PropertyLists

/// The shortest list of Swift types that decodes the objects of some classes.
struct AllowedTypes {
    /// A type on the list; one of the program's own may have the name of the library's.
    private struct ListedType: Hashable, Comparable {
        var name: String
        var isOfLibrary: Bool

        static func < (first: Self, second: Self) -> Bool {
            first.name == second.name ? first.isOfLibrary && !second.isOfLibrary : first.name < second.name
        }
    }

    /// The classes that each type is for.
    private var classNames: [ListedType: Set<String>] = [:]
    /// Classes with names that no type can have.
    private var unnamed: Set<String> = []

    /// Adds the types of the objects of an archive.
    ///
    /// Types of the library other than collections decode their contents without a list, and so are strings and numbers
    /// decoded.
    mutating func add(_ archive: KeyedArchive) throws(ArchiveError) {
        // Whether what objects hold is looked at, by their class records.
        var areOpen: [UID: Bool] = [:]
        try archive.visitObjects { classUID throws(ArchiveError) in
            if let isOpen = areOpen[classUID] { return isOpen }
            let archivedClass = try ObjectForms.readable { () throws(ArchiveError) in
                try archive.archivedClass(at: classUID)
            }
            let isOpen = archivedClass.map { add($0) } ?? true
            areOpen[classUID] = isOpen
            return isOpen
        }
    }

    /// Adds the types of another list.
    mutating func add(_ other: AllowedTypes) {
        classNames.merge(other.classNames) { $0.union($1) }
        unnamed.formUnion(other.unnamed)
    }

    /// Adds the type of a class.
    ///
    /// - Returns: Whether the contents of its objects are decoded as the types of the list.
    private mutating func add(_ archivedClass: ArchivedClass) -> Bool {
        let name = archivedClass.name
        if let type = Self.libraryType(for: archivedClass) {
            // Strings and numbers are always allowed.
            if !Self.values.contains(type) {
                classNames[ListedType(name: type, isOfLibrary: true), default: []].insert(name)
            }
            return Self.collections[name] != nil
        }
        if let type = Self.typeName(of: archivedClass.readableName) {
            classNames[ListedType(name: type, isOfLibrary: false), default: []].insert(name)
        } else {
            unnamed.insert(name)
        }
        return true
    }

    /// The library's type for a class; nil if there is none.
    ///
    /// Subclasses of units, which are many, are decoded by one type.
    private static func libraryType(for archivedClass: ArchivedClass) -> String? {
        let name = archivedClass.name
        return plainTypes[name] ?? collections[name] ?? LibraryType(ofClass: name)?.codingable
            ?? (archivedClass.hierarchy.contains("NSUnit") ? LibraryType(ofClass: "NSUnit")?.codingable : nil)
    }

    /// The list as Swift source.
    var source: String {
        var text = "let types: [any Codingable.Type] = [\n"
        for (type, names) in classNames.sorted(by: { $0.key < $1.key }) {
            let names = names.sorted().map { $0.escaped(limit: displayLimit) + $0.nameInSource }.joined(separator: ", ")
            text += "    \(type.name).self,  // \(names)\(type.isOfLibrary ? "" : "; a type of your own")\n"
        }
        for name in unnamed.sorted() {
            text += "    // \(name.quoted())\(name.nameInSource): a type of your own with this codedClassName\n"
        }
        return text + "]\n"
    }

    /// The name of a type for a class; nil if the class isn't named as types are.
    private static func typeName(of className: String) -> String? {
        // The module is another one in the program that reads.
        let name = className.split(separator: ".", omittingEmptySubsequences: false).last.map(String.init) ?? className
        guard let first = name.utf8.first, !(0x30...0x39).contains(first), SwiftNames.canNameType(name),
            name.utf8.count <= displayLimit,
            name.utf8.allSatisfy({
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x5F
            })
        else { return nil }
        return name
    }

    /// The types that need not be on a list.
    private static let values: Set = ["String", "MutableArchivedString", "ArchivedNumber"]

    /// The types of the classes whose objects are shown as plain values.
    private static let plainTypes = [
        "NSString": "String", "NSLocalizableString": "String", "NSMutableString": "MutableArchivedString",
        "NSNumber": "ArchivedNumber", "NSData": "Data", "NSMutableData": "MutableArchivedData",
        "NSNull": "ArchivedNull",
    ]

    /// The collection types, which decode their contents as the types of the list.
    private static let collections = [
        "NSArray": "ArchivedArray", "NSMutableArray": "ArchivedArray", "NSDictionary": "ArchivedDictionary",
        "NSMutableDictionary": "ArchivedDictionary", "NSSet": "ArchivedSet", "NSMutableSet": "ArchivedSet",
        "NSOrderedSet": "ArchivedOrderedSet", "NSMutableOrderedSet": "ArchivedOrderedSet",
        "NSCountedSet": "ArchivedCountedSet",
    ]
}
