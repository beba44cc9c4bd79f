import Fuzzing
import KeyedArchiving
import PropertyLists

// Many objects share one long value: for each type that the library encodes, each field of each object that one of its
// values takes, and each kind of content.

extension Family {
    static let shareFamilies: [Family] = Specimen.all.flatMap { specimen in
        specimen.places.flatMap { place in
            Content.allCases.compactMap { content -> Family? in
                guard content.lengthened(place.value, to: 8) != nil else { return nil }
                return Family(name: "share/\(specimen.name)/\(place.name)/\(content)", types: [specimen.type]) { size in
                    try specimen.copies(sharing: place, content, size)
                }
            }
        }
    }

    /// Objects of each type that refer to the next one where they refer to another object.
    static let chainFamilies: [Family] = Specimen.all.flatMap { specimen in
        let places = specimen.places.filter { $0.object == 0 && $0.isReference }
        let chains = places.map { place in
            Family(name: "chain/\(specimen.name)/\(place.name)", types: [specimen.type]) { size in
                try specimen.chain(through: [place], size)
            }
        }
        guard places.count > 1 else { return chains }
        // Every reference leads to the next one, so that there are as many ways as powers of their number.
        let fan = Family(name: "fan/\(specimen.name)", types: [specimen.type]) { size in
            try specimen.chain(through: places, size)
        }
        return chains + [fan]
    }
}

/// The archive of one value, to be multiplied.
struct Specimen: Sendable {
    /// A field, or the object itself where it is a plain value, that a long value can take the place of.
    struct Place: Sendable {
        var object: Int
        /// Which of the entries; nil for the object itself.
        var entry: Int?
        var name: String
        /// What is there, or what the reference leads to.
        var value: PropertyList
        var isReference: Bool
    }

    let name: String
    /// Safe: they are types of the library, whose conformances hold in every isolation.
    nonisolated(unsafe) let type: any Codingable.Type
    /// The objects of the archive; the first is the value itself.
    let objects: [PropertyList]

    static let all: [Specimen] = {
        var known: [String: Int] = [:]
        return OneOfEach.all.compactMap { value in
            let type: any Codingable.Type = Swift.type(of: value)
            let number = known["\(type)", default: 0]
            known["\(type)"] = number + 1
            guard let bytes = try? KeyedArchiver.archivedBytes(withRootObject: value),
                let table = try? ArchiveTable(bytes), case .uid(UID(1))? = table.top.first?.value
            else { return nil }
            let objects = Array(table.objects.dropFirst())
            return Specimen(name: number == 0 ? "\(type)" : "\(type)-\(number + 1)", type: type, objects: objects)
        }
    }()

    var places: [Place] {
        var places: [Place] = []
        for (number, object) in objects.enumerated() {
            guard case .dictionary(let fields) = object else {
                if number == 0 {
                    places.append(Place(object: 0, entry: nil, name: "value", value: object, isReference: false))
                }
                continue
            }
            // Class records aren't varied here.
            guard fields["$classname"] == nil else { continue }
            for (entry, field) in fields.enumerated() where field.key != "$class" {
                let key = field.key.description
                switch field.value {
                case .uid(let uid) where uid != .null:
                    let target = objects[Int(uid.rawValue) - 1]
                    places.append(
                        Place(object: number, entry: entry, name: "\(number).\(key)", value: target, isReference: true))
                default:
                    places.append(
                        Place(
                            object: number, entry: entry, name: "\(number).\(key)", value: field.value,
                            isReference: false))
                }
            }
        }
        return places
    }

    private func shifted(_ value: PropertyList, by shift: Int) -> PropertyList {
        value.mappingReferences { $0 == .null ? $0 : UID($0.rawValue + UInt64(shift)) }
    }

    /// About how many bytes one copy of the objects takes, without strings, which are stored once.
    private var size: Int {
        objects.reduce(0) { sum, object in
            guard case .dictionary(let fields) = object else { return sum + 3 }
            return sum + 3 + 6 * fields.count
        }
    }

    /// Copies of the objects in an array, with one long value in a place of each.
    func copies(sharing place: Place, _ content: Content, _ size: Int) throws -> [UInt8] {
        guard let long = content.lengthened(place.value, to: size / 2) else { return [] }
        var sketch = Sketch()
        let shared = sketch.add(long)
        var roots: [PropertyList] = []
        for _ in 0..<max(2, size / 2 / self.size) {
            let shift = sketch.count
            roots.append(place.entry == nil ? shared : sketch.next)
            for (number, object) in objects.enumerated() {
                var object = shifted(object, by: shift)
                if number == place.object, let entry = place.entry, var fields = object.entries {
                    // Inline values of one text or the same data are one object of the property list anyway.
                    fields[entry].value = place.isReference ? shared : shifted(long, by: shift)
                    object = PropertyList(fields)
                }
                sketch.add(object)
            }
        }
        sketch.finish(rootArray: roots)
        // Lists of references inside objects are shared too.
        return try SharingWriter.bytes(of: sketch.tree)
    }

    /// Copies of the objects, each with a reference to the next in some places.
    func chain(through places: [Place], _ size: Int) throws -> [UInt8] {
        var sketch = Sketch()
        for _ in 0..<max(2, size / self.size) {
            let shift = sketch.count
            for (number, object) in objects.enumerated() {
                var object = shifted(object, by: shift)
                if number == 0, var fields = object.entries {
                    for place in places {
                        if let entry = place.entry {
                            fields[entry].value = .uid(UID(UInt64(shift + objects.count + 1)))
                        }
                    }
                    object = PropertyList(fields)
                }
                sketch.add(object)
            }
        }
        sketch.add("end")
        sketch.finish(root: .uid(UID(1)))
        return try sketch.bytes()
    }
}
