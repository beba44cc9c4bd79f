import Foundation
import TestSupport
import Testing

/// That JSON has one form of a value, whichever command prints it.
@Suite struct ValueJSONTests {
    /// Values in a field, and what JSON says of each.
    private static let values: [(json: String, shown: String)] = [
        (#"{"$point":"{1, 2}"}"#, #"{"$point": "{1, 2}"}"#),
        (#"{"$range":[5,6]}"#, #"{"$range": [5, 6]}"#),
        (#"{"$decimal":"-12.5"}"#, #"{"$decimal": "-12.5"}"#),
        (#"{"$date":"2026-09-01T12:00:00Z"}"#, #"{"$date": "2026-09-01T12:00:00Z"}"#),
        (#"{"$uuid":"71DC068E-3420-45FF-919E-3A267D55EC22"}"#, #"{"$uuid": "71DC068E-3420-45FF-919E-3A267D55EC22"}"#),
        (#"{"$ranges":[[0,50],[100,50]]}"#, #"{"$ranges": [[0, 50], [100, 50]]}"#),
        (#"{"$data":"AQID"}"#, #"{"$data": "AQID"}"#),
        (#"{"$value":5}"#, #"{"$value": 5}"#), ("5", "5"), (#""text""#, #""text""#),
        (#"{"$inline":"text"}"#, #"{"$inline": "text"}"#), ("[]", "[]"), ("{}", "{}"), ("null", "null"),
        (
            #"{"$class":"NSColor","NSColorSpace":1,"NSRGB":{"$ascii":"1 0 0\u0000"}}"#,
            #"{"$class": "NSColor", "NSRGB": {"$ascii": "1 0 0\u0000"}, "NSColorSpace": 1, "#
                + #""$derived": "calibrated RGB 1 0 0"}"#
        ),
        (#"[1]"#, #"{"$cut": 2, "$class": "NSArray"}"#),
        (#"{"$class":"Dog","age":3,"owner":"Ada"}"#, #"{"$cut": 2, "$class": "Dog", "age": 3}"#),
        (#"{"$url":"a.html","$base":{"$url":"https://x.y"}}"#, #"{"$cut": 2, "$class": "NSURL", "$url": "a.html"}"#),
        (
            #"{"$class":"NSAttributedString","$runs":[{"$text":"Hi","$attributes":{"b":1}}]}"#,
            #"{"$cut": 2, "$class": "NSAttributedString", "$string": "Hi"}"#
        ),
    ]

    private static func archive(_ json: String) throws -> [UInt8] {
        let text = #"{"$graph":1.0,"root":{"$class":"P","field":\#(json)}}"#
        return try ToolRun("convert", "-", "-", input: Array(text.utf8)).outputBytes
    }

    @Test(.rows) func `get says a value alike, alone and among what a pattern leads to`() {
        forEachRow(Self.values) { (json: String, shown: String) throws in
            let input = try Self.archive(json)
            try expectRows {
                (
                    try ToolRun("get", "-", "root.field", "--json", "--max-depth", "0", input: input).words
                        .replacing("{ ", with: "{").replacing(" }", with: "}"), shown
                )
                (
                    try ToolRun("get", "-", "root.*", "--json", input: input).words,
                    #"[ {"$path": "root.field", "$value": \#(shown)} ]"#
                )
            }
        }
    }

    @Test func `find says what it finds as a dump does`() throws {
        let input = try Self.archive(#"[{"$point":"{7, 8}"},{"$date":"2026-09-01T12:00:00Z"},{"$decimal":"2.5"},7]"#)
        func find(_ arguments: String...) throws -> String {
            try ToolRun(["find"] + arguments + ["-", "--json"], input: input).output
        }
        try expectRows {
            expecting(try find("--date", "2026"), contains: #""$value": {"$date": "2026-09-01T12:00:00Z"}}"#)
            expecting(try find("--number", "2.5"), contains: #""$value": {"$decimal": "2.5"}}"#)
            expecting(try find("--number", "7"), contains: #""$value": {"$value": 7}}"#)
            expecting(try find("--class", "NSValue"), contains: #""$value": {"$point": "{7, 8}"}}"#)
            expecting(try find("--class", "NSArray"), contains: #""$value": {"$cut": 2, "$class": "NSArray"}}"#)
        }
    }

    @Test(.rows) func `diff says values as a dump does, however plain ones are stored`() {
        let changes: [(old: String, new: String, shown: String)] = [
            (#"{"$point":"{1, 2}"}"#, #"{"$point":"{1, 3}"}"#, #"{"$point": "{1, 2}"}"#),
            (#"{"$decimal":"1.5"}"#, #"{"$decimal":"2.5"}"#, #"{"$decimal": "1.5"}"#),
            (#"{"$ranges":[[1,2]]}"#, #"{"$ranges":[[1,3]]}"#, #"{"$ranges": [[1, 2]]}"#),
            ("[1]", "5", #"{"$cut": 2, "$class": "NSArray"}"#), (#""a""#, #""b""#, #""a""#), ("5", "6", "5"),
            (#"{"$value":5}"#, #"{"$value":6}"#, "5"),
        ]
        forEachRow(changes) { (old: String, new: String, shown: String) throws in
            let scratch = try Scratch()
            let files = try [Self.archive(old), Self.archive(new)].enumerated().map {
                try scratch.file("\($0.offset)", $0.element).path
            }
            let output = try ToolRun(["diff", "--json"] + files).output
            expectRows { expecting(output, contains: #""path": "root.field", "old": \#(shown), "new": "#) }
        }
    }

    @Test func `containers of a property list are cut by their kind`() throws {
        let input = Array("{ list = (a, b); empty = (); map = { inner = { x = y; }; }; }".utf8)
        func get(_ path: String, _ options: String...) throws -> String {
            try ToolRun(["get", "-", path, "--json"] + options, input: input).words
        }
        try expectRows {
            (
                try get("*"),
                #"[ {"$path": "list", "$value": {"$cut": "array"}}, {"$path": "empty", "$value": []}, "#
                    + #"{"$path": "map", "$value": {"$cut": "dictionary"}} ]"#
            )
            (try get("map", "--max-depth", "1"), #"{"inner": {"$cut": "dictionary"}}"#)
            (try get("map"), #"{"inner": {"x": "y"}}"#)
        }
    }
}

extension ToolRun {
    /// The output in one line.
    fileprivate var words: String { output.split { $0.isWhitespace }.joined(separator: " ") }
}
