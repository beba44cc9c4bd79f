import KeyedArchiving
import PropertyLists

/// One place of the resolved graph: its label and its content.
struct GraphItem {
    var label: GraphLabel
    var content: Content
    var repeatLabel: RepeatLabel = .none
    /// The value that the content was read from, if it is one of the archive or the list that is being shown.
    var value: PropertyList?

    /// The content of a place.
    enum Content {
        case null
        /// A string, a number, a boolean, data or a date.
        case scalar(PropertyList)
        indirect case object(GraphObject)
        case classRecord(ArchivedClass)
        /// An array or another container of values in a field, without an object around it.
        case container(PropertyList)
        /// An archive: the one that was asked for, or one held in data.
        indirect case archive(ArchiveFacts, holder: DataHolder?)
        /// A property list that isn't an archive: the one that was asked for, or one held in data.
        indirect case list(PropertyListFormat, holder: DataHolder?)
        /// A part of the archive that cannot be read.
        case problem(ArchiveError)
    }

    /// The data that holds an archive or another property list.
    struct DataHolder {
        /// The document in the data.
        let document: Document
        var size: Int
        /// The object around the data, unless it is a plain value.
        var object: GraphObject?
    }

    /// How the item is tied to others.
    enum RepeatLabel: Equatable {
        case none
        /// The first place of an object that other places refer to, too.
        case first(UID)
        /// A further place of a one-line value, which is shown again.
        case repeated(UID)
        /// A further place of an object whose content is printed elsewhere.
        case again(UID)
        /// A place inside of the very object that it refers to.
        case cycle(UID)
        /// An object too deep for its content to be printed here; it follows at the end.
        case later(UID)
        /// An object or a container whose content is left out, because the user limited the depth.
        case cut(UID?)
    }
}

extension GraphItem {
    /// The item with the numbers that its archive counts from 0: those of a sequential archive are entries from 1 on.
    func numbered(from first: UInt64) -> GraphItem {
        guard first > 0 else { return self }
        func number(_ uid: UID) -> UID { UID(uid.rawValue >= first ? uid.rawValue - first : uid.rawValue) }
        var item = self
        switch repeatLabel {
        case .none: break
        case .first(let uid): item.repeatLabel = .first(number(uid))
        case .repeated(let uid): item.repeatLabel = .repeated(number(uid))
        case .again(let uid): item.repeatLabel = .again(number(uid))
        case .cycle(let uid): item.repeatLabel = .cycle(number(uid))
        case .later(let uid): item.repeatLabel = .later(number(uid))
        case .cut(let uid): item.repeatLabel = .cut(uid.map(number))
        }
        if case .continued(let uid) = label { item.label = .continued(number(uid)) }
        if case .object(var object) = content {
            object.uid = number(object.uid)
            item.content = .object(object)
        }
        return item
    }
}

/// The label by which a value is reached from its holder.
enum GraphLabel {
    /// The value that was asked for.
    case root
    /// A key of the top level.
    case topLevel(PropertyListString)
    /// A key other than the four that each archive has.
    case extra(PropertyListString)
    /// A field of an object.
    case field(PropertyListString)
    /// A position in a list.
    case element(Int)
    /// An element of a counted set, with its count.
    case counted(Int, count: PropertyList)
    /// The value of a dictionary's key, which is a string.
    case entry(PropertyListString)
    /// The value of a dictionary's key, which is another plain value.
    case scalarKey(PropertyList)
    /// The attributes of a part of an attributed string: the part, and their position in the list of attributes.
    case run(PropertyListString, attributes: Int)
    /// A dictionary's key that is an object, by its position.
    case keyAt(Int)
    /// The value of such a key.
    case valueAt(Int)
    /// The content of an object that was too deep for its place.
    case continued(UID)

    /// Whether the value is printed apart from its holder, so that its number identifies it.
    var isOnItsOwn: Bool {
        switch self {
        case .root, .continued: true
        default: false
        }
    }
}

/// An object of the graph.
struct GraphObject {
    var uid: UID
    var classUID: UID
    var archivedClass: ArchivedClass
    /// Why the class isn't known, if it isn't; ``archivedClass`` says no more then than that it is unknown.
    var classProblem: ArchiveError?
    /// The value that the object represents; nil if its class is not well known, or if raw fields were requested.
    var content: FoundationValue.Content?
    /// The color that the object is, if it is one and people read the output.
    var color: ColorSummary?
    /// A summary of the object, shown beside its fields.
    var summary: String?
    /// The contents of the object, in order.
    var children = GraphChildren()
    /// The paths to the entries of a dictionary, if paths are wanted.
    var entryPaths: EntryPaths?
}

/// The contents of an object or a container: the elements of a list, then everything that has a name.
///
/// Elements are kept as they were read, without a label for each, since lists are long.
struct GraphChildren {
    typealias Child = (label: GraphLabel, value: PropertyList)

    private var elements: [PropertyList]
    private var others: [Child]

    init(elements: [PropertyList] = [], others: [Child] = []) {
        self.elements = elements
        self.others = others
    }

    var count: Int { elements.count + others.count }

    var isEmpty: Bool { elements.isEmpty && others.isEmpty }

    /// The child at a position below ``count``.
    subscript(position: Int) -> Child {
        position < elements.count ? (.element(position), elements[position]) : others[position - elements.count]
    }

    mutating func append(contentsOf children: some Sequence<Child>) {
        others.append(contentsOf: children)
    }
}

extension PropertyList {
    /// The values in a container, with their places.
    var graphChildren: GraphChildren {
        switch self {
        case .array(let array), .orderedSet(let array), .set(let array): GraphChildren(elements: array.elements)
        case .dictionary(let dictionary):
            GraphChildren(
                others: dictionary.map { entry in
                    if case .string(let name) = entry.key { return (.entry(name), entry.value) }
                    return (.scalarKey(entry.key), entry.value)
                }
            )
        default: GraphChildren()
        }
    }
}
