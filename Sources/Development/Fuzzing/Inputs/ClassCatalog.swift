package import PropertyLists

/// The classes that occur in archives, each with the keys under which its objects store values.
///
/// It is learnt from archives, so that it knows every class that the library encodes.
package struct ClassCatalog: Sendable {
    /// One class.
    package struct Known: Sendable {
        package var name: PropertyList
        package var record: PropertyList
        package var keys: [PropertyList]
    }

    package private(set) var classes: [Known] = []

    /// The keys of all classes.
    package private(set) var keys: [PropertyList] = ["$class", "$classname", "$classes", "root", "$0"]

    package init(_ tables: [ArchiveTable]) {
        var positions: [PropertyList: Int] = [:]
        for table in tables {
            for object in table.objects {
                guard let entries = object.entries,
                    case .uid(let uid)? = entries.first(where: { $0.key.text == "$class" })?.value,
                    let index = Int(exactly: uid.rawValue), index < table.objects.count,
                    let name = table.objects[index].entries?.first(where: { $0.key.text == "$classname" })?.value
                else { continue }
                if positions[name] == nil {
                    positions[name] = classes.count
                    classes.append(Known(name: name, record: table.objects[index], keys: []))
                }
                guard let position = positions[name] else { continue }
                for (key, _) in entries where key.text != "$class" {
                    if !classes[position].keys.contains(key) { classes[position].keys.append(key) }
                    if !keys.contains(key) { keys.append(key) }
                }
            }
        }
    }
}
