import KeyedArchiving
import PropertyLists

/// Prints a graph as XML for programs; ``help`` describes the form.
struct XMLFormat: GraphFormat {
    static var isForPeople: Bool { false }

    static let help = """
        The XML form is <archives> with an <archive> for each file; a <list> for a property list that isn't an archive.
          values           <object class="Person">, <string>, <integer>, <real>, <true/>, <false/>, <data> (base64), <date>
                           (seconds since 2001, or as --dates says), <nil/>, <class>, <problem>
          places           key="…" for fields, entry="…" for dictionaries, index="…" for lists; where a dictionary's key is
                           not a string, <entry> holds key and value
          Foundation       an object that stands for a plain value has it first, without a place: <string>, <data>,
                           <date>, <decimal>, <url>, <uuid>, <geometry>, <indexes>
          sharing          id="3", and elsewhere <reference id="3"/>; <cut/> stands below --max-depth
          characters       those that XML cannot hold are escaped as in JSON, in elements with escaped="yes"; of these,
                           the text and all attributes are

        """

    /// The texts before the first archive and after the last one.
    static let prologue = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<archives>\n"
    static let epilogue = "</archives>\n"

    private let output: TextOutput
    private let file: String
    private let dates: DateForm
    private var indentation = 1

    init(_ output: TextOutput, file: String, dates: DateForm) {
        self.output = output
        self.file = file
        self.dates = dates
    }

    mutating func begin(_ item: GraphItem) {
        beginEntry(item.label)
        var element = XMLElement(item, dates)
        switch item.content {
        case .archive(_, holder: nil), .list(_, holder: nil): element.set("file", PropertyListString(file))
        default: break
        }
        line(element.startTag)
        indentation += 1
        if let value = element.value { line(value) }
    }

    mutating func end(_ item: GraphItem) {
        indentation -= 1
        line(XMLElement(item, dates).endTag)
        endEntry(item.label)
    }

    mutating func leaf(_ item: GraphItem) {
        beginEntry(item.label)
        line(XMLElement(item, dates).whole)
        endEntry(item.label)
    }

    /// A key that isn't a string is in a separate element, before its value.
    private mutating func beginEntry(_ label: GraphLabel) {
        switch label {
        case .scalarKey(let key):
            line("<entry>")
            indentation += 1
            line(XMLElement(scalar: key, dates).whole)
        case .keyAt:
            line("<entry>")
            indentation += 1
        default: break
        }
    }

    private mutating func endEntry(_ label: GraphLabel) {
        switch label {
        case .scalarKey, .valueAt:
            indentation -= 1
            line("</entry>")
        default: break
        }
    }

    private func line(_ text: String) {
        output.write(spaces: indentation)
        output.write(text)
        output.write("\n")
    }
}
