import Foundation
import KeyedArchiveTool

// JSON from which the tool makes archives: references in a row and deep, and the JSON of other families, changed too.

extension Family {
    static let jsonFamilies: [Family] = [
        json("references in a row") { size in
            let count = max(2, size / 40)
            let links = (1..<count).map { #"{"$id":\#($0),"$class":"C","next":{"$ref":\#($0 + 1)}}"# }
            return archive(links + [#"{"$id":\#(count),"$class":"C"}"#])
        },
        json("references in a row, backwards") { size in
            let count = max(2, size / 40)
            let links = (2...count).map { #"{"$id":\#($0),"$class":"C","next":{"$ref":\#($0 - 1)}}"# }
            return archive([#"{"$id":1,"$class":"C"}"#] + links)
        },
        json("references around") { size in
            let count = max(2, size / 40)
            return archive(
                (0..<count).map { #"{"$id":\#($0 + 1),"$class":"C","next":{"$ref":\#(($0 + 1) % count + 1)}}"# })
        },
        json("references to one deep object") { size in
            let depth = max(2, min(100, size / 100))
            let deep =
                String(repeating: #"{"$class":"C","inner":"#, count: depth) + "1" + String(repeating: "}", count: depth)
            let first = #"{"$id":1,"$class":"C","inner":\#(deep)}"#
            return archive([first] + Array(repeating: #"{"$ref":1}"#, count: size / 24))
        },
        json("objects one in the other") { size in
            let depth = size / 24
            return archive([
                String(repeating: #"{"$class":"C","inner":"#, count: depth) + "1" + String(repeating: "}", count: depth)
            ])
        },
        json("arrays one in the other") { size in
            archive([String(repeating: "[", count: size / 2) + String(repeating: "]", count: size / 2)])
        },
        json("plain arrays one in the other") { size in
            String(repeating: "[", count: size / 2) + String(repeating: "]", count: size / 2)
        },
        json("plain objects one in the other") { size in
            String(repeating: #"{"a":"#, count: size / 6) + "1" + String(repeating: "}", count: size / 6)
        },
        json("one key many times") { size in
            #"{"$graph":1.0,"root":{"$class":"C""# + String(repeating: #","k":1"#, count: size / 6) + "}}"
        },
        json("numbers of many digits") { size in
            "[" + Array(repeating: String(repeating: "9", count: 400), count: size / 400).joined(separator: ",") + "]"
        },
        json("one number of many digits") { size in "[0.\(String(repeating: "3", count: size))]" },
        json("escapes") { size in #"["\#(String(repeating: #"\uD83D\uDE00"#, count: size / 12))"]"# },
        converted("deep/array"), converted("shared contents/set"), converted("members/dictionary/texts"),
        converted("classes/manyClasses"), converted("sequential/deep/NSArray"),
        converted("sequential/bytes of many groups"),
        converted("members/array/texts", edited: true), converted("members/dictionary/texts", edited: true),
    ]

    private static func json(_ name: String, _ make: @escaping @Sendable (Int) -> String) -> Family {
        Family(name: "json/\(name)") { Array(make($0).utf8) }
    }

    /// The JSON of an archive whose root is an array.
    private static func archive(_ elements: [String]) -> String {
        #"{"$graph":1.0,"root":[\#(elements.joined(separator: ","))]}"#
    }

    /// The JSON that the tool makes of a family.
    ///
    /// - Parameter edited: Whether every text of the archive is another one then.
    private static func converted(_ name: String, edited: Bool = false) -> Family {
        Family(name: "json/of \(name)\(edited ? ", edited" : "")") { size in
            guard let family = Family.all.first(where: { $0.name == name }) else { return [] }
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("curves-json-\(UUID().uuidString)")
            defer { for suffix in ["", ".json"] { try? FileManager.default.removeItem(atPath: file.path + suffix) } }
            try Data(family.make(size / 8)).write(to: file)
            let console = Console()
            let words = ["convert", file.path, file.path + ".json", "--format", "json", "--limits", "none"]
            _ = console.finish(Tool.run(words, on: console))
            let json = try String(contentsOfFile: file.path + ".json", encoding: .utf8)
            return Array((edited ? json.replacingOccurrences(of: "\"text", with: "\"other") : json).utf8)
        }
    }
}
