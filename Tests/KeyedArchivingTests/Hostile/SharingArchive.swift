import KeyedArchiving
import PropertyLists
import TestSupport

/// Archives that refer many times to one object, so that what they hold is far more than their bytes.
enum SharingArchive: String, CaseIterable, Sendable {
    case arrays, wideObjects, fieldsOfOneArray, data, inlineTexts, classNames, keys, references

    /// The archive with something that is referred to `count` times.
    func bytes(_ count: Int) throws -> [UInt8] {
        var builder = SharingArchiveBuilder()
        switch self {
        case .arrays: builder.addArrays(count)
        case .wideObjects: builder.addWideObjects(count)
        case .fieldsOfOneArray: builder.addFieldsOfOneArray(count)
        case .data:
            builder.addHolders(count, ofClass: "NSMutableData", "NS.data") { table in
                table.addData(Array(repeating: 7, count: 10 * count))
            }
        case .inlineTexts:
            builder.addHolders(count, ofClass: "NSMutableString", "NS.string") { table in
                table.addString(String(repeating: "x", count: 10 * count))
            }
        case .classNames: builder.addClassNames(count)
        case .keys: builder.addKeys(count)
        case .references: builder.addReferences(count)
        }
        return try builder.bytes()
    }
}

/// Entries of `$objects`, from UID 1 on, where the root is.
private struct SharingArchiveBuilder: ~Copyable {
    typealias Entry = BinaryObjectTable.Entry

    var table = BinaryObjectTable()
    var objects: [Entry] = []

    mutating func bytes() throws -> [UInt8] {
        try table.archive(of: [table.addString("$null")] + objects)
    }

    private mutating func object(_ fields: [(key: String, value: Entry)], class classUID: UID) -> Entry {
        table.addDictionary(
            keys: fields.map { table.addString($0.key) } + [table.addString("$class")],
            values: fields.map(\.value) + [table.uid(classUID)]
        )
    }

    private mutating func references(_ uids: Range<Int>) -> Entry {
        table.addArray(uids.map { table.uid(UID(UInt64($0))) })
    }

    private mutating func addClass(_ names: String...) {
        let names = names.map { PropertyList.string(PropertyListString($0)) }
        objects.append(table.add(["$classname": names[0], "$classes": .array(PropertyListArray(names))]))
    }

    /// An array of array objects that share their elements, one string many times.
    mutating func addArrays(_ count: Int) {
        objects.append(object([("NS.objects", references(4..<4 + count))], class: 2))
        addClass("NSArray", "NSObject")
        objects.append(table.addString("x"))
        let shared = table.addArray(Array(repeating: table.uid(3), count: count))
        for _ in 0..<count { objects.append(object([("NS.objects", shared)], class: 2)) }
    }

    /// Entries that are all one object with many fields, which lead to them.
    mutating func addWideObjects(_ count: Int) {
        let fields = (0..<count).map { (key: "key \($0)", value: table.uid(UID(UInt64($0 + 3)))) }
        let wide = object(fields, class: 2)
        objects.append(wide)
        addClass("Wide", "NSObject")
        objects += Array(repeating: wide, count: count)
    }

    /// An object whose fields are all one array, of references to unreachable places.
    mutating func addFieldsOfOneArray(_ count: Int) {
        let shared = references(3..<3 + count)
        objects.append(object((0..<count).map { ("key \($0)", shared) }, class: 2))
        addClass("Wide", "NSObject")
        objects += Array(repeating: table.addString("x"), count: count)
    }

    /// Objects that share what they hold.
    mutating func addHolders(
        _ count: Int,
        ofClass name: String,
        _ key: String,
        _ content: (inout BinaryObjectTable) -> Entry
    ) {
        objects.append(object([("NS.objects", references(4..<4 + count))], class: 2))
        addClass("NSArray", "NSObject")
        addClass(name, "NSObject")
        let shared = content(&table)
        for _ in 0..<count { objects.append(object([(key, shared)], class: 3)) }
    }

    /// A class that names one long superclass many times.
    mutating func addClassNames(_ count: Int) {
        let name = table.addString(String(repeating: "N", count: 4 * count))
        objects.append(object([], class: 2))
        objects.append(
            table.addDictionary(
                keys: [table.addString("$classname"), table.addString("$classes")],
                values: [table.addString("Thing"), table.addArray(Array(repeating: name, count: count))]
            ))
    }

    /// An object with one long key many times.
    mutating func addKeys(_ count: Int) {
        let key = table.addString(String(repeating: "k", count: 10 * count))
        let keys = Array(repeating: key, count: count) + [table.addString("$class")]
        objects.append(
            table.addDictionary(
                keys: keys, values: Array(repeating: table.addInteger(1), count: count) + [table.uid(2)]))
        addClass("Thing", "NSObject")
    }

    /// An array with many references to one long string and one large data value, each an object.
    mutating func addReferences(_ count: Int) {
        let list = (0..<count).map { table.uid(UID($0.isMultiple(of: 2) ? 3 : 4)) }
        objects.append(object([("NS.objects", table.addArray(list))], class: 2))
        addClass("NSArray", "NSObject")
        objects.append(table.addString(String(repeating: "x", count: 10 * count)))
        objects.append(table.addData(Array(repeating: 7, count: 10 * count)))
    }
}
