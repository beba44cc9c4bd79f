import Foundation
import KeyedArchiving
import PropertyLists

/// Inputs of one hostile shape, in any size.
struct Family: Sendable {
    /// What the inputs are, in words with slashes between: the shape, then what varies.
    let name: String

    /// The types whose objects the inputs hold, if they are of particular ones; each is asked for by name.
    ///
    /// Safe: they are types of the library, whose conformances hold in every isolation.
    nonisolated(unsafe) var types: [any Codingable.Type] = []

    /// How many times the input that is by which printing is measured: a byte of a sequential archive can be a field.
    var printedFactor = 1

    /// Makes the input of about a number of bytes.
    let make: @Sendable (Int) throws -> [UInt8]

    static let all: [Family] =
        shareFamilies + chainFamilies + memberFamilies + numberedFamilies + keyFamilies + classFamilies + listFamilies
        + aliasFamilies + sequentialFamilies + nestedFamilies + countFamilies + nameFamilies + jsonFamilies

    /// Writes the inputs of the chosen families as files.
    static func write(_ options: Options, to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for family in all where options.takes(family: family.name) {
            let name = String(family.name.map { $0.isLetter || $0.isNumber ? $0 : "-" })
            for doubling in 0..<3 {
                let bytes = try family.make(options.size << doubling)
                try Data(bytes).write(to: folder.appendingPathComponent("\(name)-\(doubling + 1).plist"))
            }
        }
    }
}

/// An archive in the making: its objects, from 1 on, and the rest of its outer dictionary.
struct Sketch {
    /// The objects, of which the first has the UID 1.
    private(set) var objects: [PropertyList] = []
    var top: [PropertyListDictionary.Element] = []
    /// The name of the archiver; that of a subclass where it is to have written the archive.
    var archiver: PropertyList = "NSKeyedArchiver"
    /// Entries of the outer dictionary other than those that every archive has.
    var outer: [PropertyListDictionary.Element] = []
    private var classes: [String: PropertyList] = [:]

    /// How many objects there are.
    var count: Int { objects.count }

    /// The UID that the next object will have.
    var next: PropertyList { .uid(UID(UInt64(objects.count + 1))) }

    /// Adds an object and returns the reference to it.
    @discardableResult
    mutating func add(_ object: PropertyList) -> PropertyList {
        objects.append(object)
        return .uid(UID(UInt64(objects.count)))
    }

    /// The reference to the record of a class, which is added on first use.
    mutating func classReference(_ name: String, _ ancestors: [String] = ["NSObject"]) -> PropertyList {
        if let known = classes[name] { return known }
        let names = ([name] + ancestors).map { PropertyList.string(PropertyListString($0)) }
        let reference = add(["$classname": names[0], "$classes": .array(PropertyListArray(names))])
        classes[name] = reference
        return reference
    }

    /// Adds an object of a class.
    @discardableResult
    mutating func add(_ fields: [(String, PropertyList)], _ name: String, _ ancestors: [String] = ["NSObject"])
        -> PropertyList
    {
        let record = classReference(name, ancestors)
        return add(Self.dictionary(fields + [("$class", record)]))
    }

    /// Adds an `NSArray` and makes it the root.
    mutating func finish(rootArray elements: [PropertyList]) {
        finish(root: add([("NS.objects", .array(PropertyListArray(elements)))], "NSArray"))
    }

    mutating func finish(root: PropertyList) {
        top.append((key: "root", value: root))
    }

    /// Changes an object that was added.
    mutating func setField(_ key: String, of reference: PropertyList, to value: PropertyList) {
        guard case .uid(let uid) = reference, case .dictionary(let fields) = objects[Int(uid.rawValue) - 1] else {
            return
        }
        let rest = fields.filter { $0.key != .string(PropertyListString(key)) }
        objects[Int(uid.rawValue) - 1] = .dictionary(
            PropertyListDictionary([(key: .string(PropertyListString(key)), value: value)] + rest))
    }

    /// The archive as a property list.
    var tree: PropertyList {
        let rest: [PropertyListDictionary.Element] = [
            (key: "$version", value: 100_000), (key: "$archiver", value: archiver),
            (key: "$top", value: .dictionary(PropertyListDictionary(top))),
            (key: "$objects", value: .array(PropertyListArray(["$null"] + objects))),
        ]
        return .dictionary(PropertyListDictionary(outer + rest))
    }

    func bytes(_ format: PropertyListFormat = .binary) throws -> [UInt8] {
        switch format {
        case .binary: try BinaryPropertyListWriter().write(tree)
        case .xml: try XMLPropertyListWriter(limits: .unlimited).write(tree)
        case .openStep: throw CancellationError()
        }
    }

    static func dictionary(_ entries: [(String, PropertyList)]) -> PropertyList {
        .dictionary(
            PropertyListDictionary(entries.map { (key: .string(PropertyListString($0.0)), value: $0.1) }))
    }
}

extension PropertyList {
    init(text: String) {
        self = .string(PropertyListString(text))
    }
}
