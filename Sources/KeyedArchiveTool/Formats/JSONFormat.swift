import KeyedArchiving
import PropertyLists

/// Prints a graph as JSON for programs; ``help`` describes the form.
struct JSONFormat: GraphFormat {
    static var isForPeople: Bool { false }

    static let help = """
        The JSON form is an object for each file: {"$file":…,"$archiver":…,"$version":…,"$top":{…}}. Those of several files
        are in one array; with --lines, each is on a line of its own.
          object           {"$class":"Person","name":…}: its class, then its fields in file order
          shared object    has an "$id"; everywhere else has {"$ref":id}, also inside the object itself (a cycle)
          array, set       {"$class":"NSArray","$elements":[…]}; in counted sets {"$count":…,"$element":…}
          dictionary       {"$class":"NSDictionary","$entries":{…}}, or [[key,value],…] if a key is not a string
          other classes    "$string", "$data" (base64), "$date" (seconds since 2001), "$decimal", "$url", "$uuid",
                           "$geometry", "$ranges" ([first index, number of indexes]), "$indexes"
          property list    that isn't an archive: {"$propertyList":"binary"|"xml"|"openStep"} and $entries, $elements or $value
          nil              null
          other values     {"$data":base64}, {"$real":"nan"|"inf"|"-inf"}, {"$classRecord":name}
          long shared text {"$id":…,"$value":…}, then {"$ref":id}
          {"$ref":id}      also stands for an object nested very deep, which follows under "$continued"
          {"$cut":id}      an object below --max-depth
          {"$problem":…}   a part that cannot be read
        Ids are UIDs; those of an archive held in data are its own.

        """

    private var json: JSONWriter
    /// The name that the archive of the file gets as its `$file`.
    private let file: String?
    private let layout: Layout
    /// The file itself, which comes after everything else.
    private let original: [UInt8]?

    /// How the documents of files follow one another.
    enum Layout {
        /// There is one file.
        case single
        /// Each is a line.
        case lines
        /// All are in one array.
        case array
    }

    init(_ output: TextOutput, file: String?, layout: Layout = .single, original: [UInt8]? = nil) {
        self.original = original
        json = JSONWriter(output, isCompact: layout == .lines)
        self.file = file
        self.layout = layout
    }

    mutating func begin(_ item: GraphItem) {
        place(item.label)
        if case .container(.array) = item.content { return json.open(.array) }
        json.open(.object)
        for (name, value) in JSONItem(item, file: file).members { json.member(name, value) }
    }

    mutating func end(_ item: GraphItem) {
        json.closeSection()
        if case .root = item.label, let original { json.member(Conversion.originalKey, JSONText.base64(original)) }
        json.close()
        finish(item.label)
    }

    mutating func leaf(_ item: GraphItem) {
        place(item.label)
        json.text(JSONItem(item, file: file).text)
        finish(item.label)
    }

    /// Writes what is before a value: the opening of its part of the object, and its key.
    private mutating func place(_ label: GraphLabel) {
        switch label {
        case .root: break
        case .topLevel(let name): json.key(name, in: "$top")
        case .extra(let name): json.key(name, in: "$extra")
        case .field(let name): json.key(name, in: nil)
        case .entry(let name): json.key(name, in: "$entries")
        case .element, .run: json.element(in: "$elements")
        case .counted(_, let count):
            json.element(in: "$elements")
            json.text("{\"$count\": \(JSONText.scalar(count)), \"$element\": ")
        case .scalarKey(let key):
            json.element(in: "$entries")
            json.text("[\(JSONText.scalar(key)), ")
        case .keyAt:
            json.element(in: "$entries")
            json.text("[")
        case .valueAt: json.text(", ")
        case .continued: json.element(in: "$continued")
        }
    }

    /// Writes what is after a value.
    private mutating func finish(_ label: GraphLabel) {
        switch label {
        case .counted: json.text("}")
        case .scalarKey, .valueAt: json.text("]")
        default: break
        }
        // What comes between the elements of an array is between files.
        if json.isAtTop, layout != .array { json.text("\n") }
    }
}
