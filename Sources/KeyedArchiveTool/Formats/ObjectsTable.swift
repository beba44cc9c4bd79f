import KeyedArchiving
import PropertyLists

/// Prints the parts of an archive as a table for people, one line for each object and for each other key.
struct ObjectsTable {
    private let objects: PropertyListArray
    private let output: TextOutput
    private let palette: Palette
    /// The archive that knows the byte offsets of objects, if these are shown.
    private let archive: KeyedArchive?
    /// The names of classes by the UIDs of their records, which many objects share.
    private var classNames: [UID: String] = [:]

    /// How many members of a collection a line shows.
    private static let memberLimit = 32

    /// Creates a table.
    ///
    /// - Parameter archive: The binary archive of which each line has the byte at which the object begins.
    init(_ objects: PropertyListArray, offsetsOf archive: KeyedArchive? = nil, _ console: Console) {
        self.objects = objects
        self.archive = archive
        output = console.output
        palette = console.palette
    }

    mutating func print(_ archive: PropertyListDictionary) {
        for entry in archive {
            if case .string(let key) = entry.key, key.isIdentical(to: "$objects") {
                printObjects()
            } else {
                output.write("\(name(of: entry.key).padded(to: 10)) \(text(of: entry.value))\n")
            }
        }
    }

    private mutating func printObjects() {
        let width = String(objects.count).count + 1
        let last = archive?.byteOffset(of: UID(UInt64(max(0, objects.count - 1)))) ?? 0
        let offsetWidth = max(4, String(last, radix: 16).count)
        for (index, object) in objects.enumerated() {
            guard output.takesMore else { return }
            let uid = String(repeating: " ", count: max(0, width - String(index).count - 1)) + "#\(index)"
            var offset = ""
            if let byte = archive?.byteOffset(of: UID(UInt64(index))) {
                let digits = String(byte, radix: 16, uppercase: true)
                offset = String(repeating: "0", count: max(0, offsetWidth - digits.count)) + digits + " "
            }
            output.write("\(palette.paint(uid, .note)) \(palette.paint(offset, .note))\(entry(object))\n")
        }
    }

    private mutating func entry(_ object: PropertyList) -> String {
        guard case .dictionary(let fields) = object else { return text(of: object) }
        if let name = fields["$classname"] { return "class \(className(name)) \(members(of: fields))" }
        guard case .uid(let uid)? = fields["$class"] else { return text(of: object) }
        return "\(className(ofRecordAt: uid)) \(members(of: fields))"
    }

    private mutating func className(ofRecordAt uid: UID) -> String {
        if let known = classNames[uid] { return known }
        guard let index = Int(exactly: uid.rawValue), objects.indices.contains(index) else { return "?" }
        var text = "?"
        if case .dictionary(let record) = objects[index], let name = record["$classname"] { text = className(name) }
        classNames[uid] = text
        return text
    }

    private func className(_ name: PropertyList) -> String {
        guard case .string(let name) = name else { return "?" }
        return palette.paint(name.asName, .className) + (name.string?.nameInSource ?? "")
    }

    private func members(of dictionary: PropertyListDictionary) -> String {
        let members = dictionary.prefix(Self.memberLimit).map {
            "\(palette.paint(name(of: $0.key), .name)): \(text(of: $0.value))"
        }
        return "{\(joined(members, of: dictionary.count))}"
    }

    private func name(of key: PropertyList) -> String {
        if case .string(let name) = key { name.asName } else { text(of: key) }
    }

    /// A value in one line; reading has bounded how deep it nests.
    private func text(of value: PropertyList) -> String {
        switch value {
        case .array(let array), .orderedSet(let array), .set(let array):
            "[\(joined(array.prefix(Self.memberLimit).map(text), of: array.count))]"
        case .dictionary(let dictionary): members(of: dictionary)
        default: ScalarFormatter(palette: palette).text(of: value)
        }
    }

    private func joined(_ members: [String], of count: Int) -> String {
        members.joined(separator: ", ") + (count > members.count ? ", … \(count - members.count) more" : "")
    }
}
