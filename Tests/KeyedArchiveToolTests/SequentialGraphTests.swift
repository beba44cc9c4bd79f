import Foundation
import KeyedArchiving
import PropertyLists
import SequentialArchives
import TestSupport
import Testing

/// Sequential archives in the graph form of JSON, and as keyed archives.
@Suite struct SequentialGraphTests {
    private static let head = #"{"$graph":1.0,"$typedstream":{"byteOrder":"little","systemVersion":1000},"#

    /// JSON after the head, and the groups and classes of the archive that it is, as the envelope has them.
    private static let built: [(json: String, groups: String, classes: String)] = [
        (#""root":"Ada""#, #"[{"@":{"$class":"NSString","$groups":[{"+":"Ada"}]}}]"#, "NSString 1, NSObject 0"),
        (
            #""root":[1,2.5,{"$float":0.5},true,{"$value":5,"$type":"q"},3000000000]"#,
            #"""
            [{"@":{"$class":"NSArray","$groups":[{"i":6},{"@":{"$class":"NSNumber","$groups":[{"*":"i"},{"i":1}]}},
            {"@":{"$class":"NSNumber","$groups":[{"*":"d"},{"d":2.5}]}},
            {"@":{"$class":"NSNumber","$groups":[{"*":"f"},{"f":0.5}]}},
            {"@":{"$class":"NSNumber","$groups":[{"*":"c"},{"c":1}]}},
            {"@":{"$class":"NSNumber","$groups":[{"*":{"$id":14,"$value":"q"}},{"q":5}]}},
            {"@":{"$class":"NSNumber","$groups":[{"*":{"$ref":14}},{"q":3000000000}]}}]}}]
            """#, "NSArray 0, NSObject 0, NSNumber 0, NSValue 0"
        ),
        (#""root":[null]"#, #"[{"@":{"$class":"NSArray","$groups":[{"i":1},{"@":{"$class":"NSNull"}}]}}]"#, ""),
        (#""root":null"#, #"[{"@":null}]"#, ""),
        (
            #""root":{"k":0,"l":0}"#,
            #"""
            [{"@":{"$class":"NSDictionary","$groups":[{"i":2},{"@":{"$class":"NSString","$groups":[{"+":"k"}]}},
            {"@":{"$id":5,"$class":"NSNumber","$groups":[{"*":"i"},{"i":0}]}},
            {"@":{"$class":"NSString","$groups":[{"+":"l"}]}},{"@":{"$ref":5}}]}}]
            """#, ""
        ),
        (
            #""root":{"$class":"NSMutableString","$string":"x"}"#,
            #"[{"@":{"$class":"NSMutableString","$groups":[{"+":"x"}]}}]"#,
            "NSMutableString 1, NSString 1, NSObject 0"
        ),
        (#""$groups":[{"i":1},{"@i":[null,752]}]"#, #"[{"i":1},{"@i":[null,752]}]"#, ""),
        (
            #"""
            "root":{"$class":"M","$groups":[{"@i":["Open",5]},{":":"open:"},{"#":{"$classRecord":"NSView"}}]},
            "$classes":{"M":{"version":671,"superclasses":["NSObject"]}}
            """#,
            #"""
            [{"@":{"$class":"M","$groups":[{"@i":[{"$class":"NSString","$groups":[{"+":"Open"}]},5]},{":":"open:"},
            {"#":{"$classRecord":"NSView"}}]}}]
            """#, "M 671, NSObject 0, NSString 1, NSView 0"
        ),
        (
            #""root":{"$url":"p.html","$base":{"$url":"https://e.com/"}}"#,
            #"""
            [{"@":{"$class":"NSURL","$groups":[{"c":1},
            {"@":{"$class":"NSURL","$groups":[{"c":0},
            {"@":{"$class":"NSString","$groups":[{"+":"https://e.com/"}]}}]}},
            {"@":{"$class":"NSString","$groups":[{"+":"p.html"}]}}]}}]
            """#, ""
        ),
        (
            #"""
            "root":{"$class":"NSAttributedString","$runs":[{"$text":"Hi ","$attributes":{"$id":1}},
            {"$text":"!","$attributes":{"$ref":1}}]}
            """#,
            #"""
            [{"@":{"$class":"NSAttributedString","$groups":[{"@":{"$class":"NSString","$groups":[{"+":"Hi !"}]}},
            {"iI":[1,3]},{"@":{"$class":"NSDictionary","$groups":[{"i":0}]}},{"iI":[1,1]}]}}]
            """#, ""
        ),
        (
            #""root":"OK","$classes":{"NSString":{"version":0,"superclasses":["NSObject"]}}"#,
            #"[{"@":{"$class":"NSString","$groups":[{"i":2},{"[2c]":"OK"}]}}]"#, "NSString 0, NSObject 0"
        ),
        // What FORMS says in words.
        (
            #""root":{"$class":"NSMutableAttributedString","$string":"é"}"#,
            #"""
            [{"@":{"$class":"NSMutableAttributedString","$groups":[
            {"@":{"$class":"NSMutableString","$groups":[{"+":"é"}]}},{"iI":[1,1]},
            {"@":{"$class":"NSDictionary","$groups":[{"i":0}]}}]}}]
            """#, ""
        ),
        (
            #""root":{"$class":"MyDict","$entries":{"a":null},"$groups":[{"i":3}]},"#
                + #""$classes":{"MyDict":["NSMutableDictionary","NSDictionary","NSObject"]}"#,
            #"""
            [{"@":{"$class":"MyDict","$groups":[{"i":1},{"@":{"$class":"NSString","$groups":[{"+":"a"}]}},
            {"@":{"$class":"NSNull"}},{"i":3}]}}]
            """#, "MyDict 0, NSMutableDictionary 0, NSDictionary 0, NSObject 0, NSString 1, NSNull 0"
        ),
        (
            #""root":{"$entries":[[1,{"$date":0.5}]]}"#,
            #"""
            [{"@":{"$class":"NSDictionary","$groups":[{"i":1},
            {"@":{"$class":"NSNumber","$groups":[{"*":"i"},{"i":1}]}},
            {"@":{"$class":"NSDate","$groups":[{"d":0.5}]}}]}}]
            """#, ""
        ),
        (
            #""root":{"$decimal":"-12.5"}"#,
            #"""
            [{"@":{"$class":"NSDecimalNumberPlaceholder","$groups":[{"i":-1},{"S":1},{"C":1},{"C":1},{"I":8},
            {"[8S]":[125,0,0,0,0,0,0,0]}]}}]
            """#, "NSDecimalNumberPlaceholder 0, NSDecimalNumber 0, NSNumber 0, NSValue 0, NSObject 0"
        ),
        (
            #""root":{"$class":"NSSet","$elements":[{"$data":"AQID"}]}"#,
            #"""
            [{"@":{"$class":"NSSet","$groups":[{"I":1},{"@":{"$class":"NSData","$groups":[{"i":3},
            {"[3c]":"\u0001\u0002\u0003"}]}}]}}]
            """#, ""
        ),
        (
            #""root":{"$class":"A","$groups":[{"@@":[{"$ref":"x"},{"$id":"x","$value":"long"}]},{"*":"c"},{"*":"c"},"#
                + #"{"*":{"$id":2,"$value":"c"}}]}"#,
            #"""
            [{"@":{"$class":"A","$groups":[{"@@":[{"$id":3,"$class":"NSString","$groups":[{"+":"long"}]},{"$ref":3}]},
            {"*":{"$id":5,"$value":"c"}},{"*":{"$ref":5}},{"*":"c"}]}}]
            """#, ""
        ),
        (
            #""root":{"$class":"NSColor","$groups":[{"c":1},{"ffff":[1,0,0,1]}],"$derived":"calibrated RGB 1 0 0"}"#,
            #"[{"@":{"$class":"NSColor","$groups":[{"c":1},{"ffff":[1.0,0.0,0.0,1.0]}]}}]"#, ""
        ),
    ]

    private func convert(_ json: String, _ arguments: String...) throws -> ToolRun {
        try ToolRun(["convert", "-", "-"] + arguments, input: Array(json.utf8))
    }

    @Test(.rows)
    func `what is written becomes these groups`() {
        forEachRow(Self.built) { (json: String, groups: String, classes: String) throws in
            let run = try convert("\(Self.head)\(json)}")
            #expect(run.errors == "", "\(json)")
            guard run.status == 0 else { return }
            let envelope = try ToolRun("objects", "-", "--json", input: run.outputBytes).outputBytes
            let object = try JSONSerialization.jsonObject(with: Data(envelope)) as? [String: Any]
            let expected = try JSONSerialization.jsonObject(with: Data(groups.utf8)) as? NSArray
            #expect(object?["$groups"] as? NSArray == expected, "\(json): \(String(decoding: envelope, as: UTF8.self))")
            let archive = try SequentialArchive(run.outputBytes)
            let versions = archive.classes.map { "\($0.name) \($0.version)" }.joined(separator: ", ")
            if !classes.isEmpty { #expect(versions == classes, "\(json)") }
            // What is shown of it is built as the same bytes.
            let shown = try ToolRun("dump", "-", "--json", input: run.outputBytes)
            #expect(
                try ToolRun("convert", "-", "-", input: shown.outputBytes).outputBytes == run.outputBytes, "\(json)")
        }
    }

    @Test(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
    func `real archives become JSON and the same objects again`() throws {
        var (exactCount, failures) = (0, [String]())
        let rows = try Corpus.sample("typedstream")
        for row in rows {
            let bytes = try row.bytes()
            guard let archive = try? SequentialArchive(bytes) else { continue }
            let json = try ToolRun("convert", "-", "-", "--format", "json", "--bare", input: bytes)
            let run = try ToolRun("convert", "-", "-", input: json.outputBytes)
            guard json.status == 0, run.status == 0 else {
                failures.append("\(row.file): \(json.errors)\(run.errors)")
                continue
            }
            if run.outputBytes == bytes {
                exactCount += 1
                continue
            }
            let comparison = SequentialComparison(archive, try SequentialArchive(run.outputBytes))
            if !comparison.changes.isEmpty || comparison.isSharedAlike && archive.trailingZeroCount == 0 {
                failures.append("\(row.file): \(comparison.changes)")
            }
        }
        #expect(failures == [])
        // All 518 that are sound are built, 383 of them as the same bytes.
        #expect(exactCount * 10 > rows.count * (rows.count > 500 ? 7 : 5), "\(exactCount) of \(rows.count)")
    }

    // MARK: - Keyed archives

    @Test(.rows)
    func `what Foundation's classes hold means the same in both kinds of archives`() {
        forEachRow(
            [
                #""root":{"a":[1,2.5,{"$float":0.5},"x",null,{"$data":"AQID"}],"b":{"$date":0.5}}"#,
                #""root":{"$class":"NSMutableArray","$elements":[{"$url":"a","$base":{"$url":"b"}},{"$decimal":"1.5"}]}"#,
                #""root":{"$class":"NSMutableAttributedString","$runs":[{"$text":"a","$attributes":{"b":1}},"#
                    + #"{"$text":"b"}]}"#,
                #""root":[{"$ref":1},{"$id":1,"$class":"NSMutableSet","$elements":[{"$ref":1}]}]"#,
                #""root":{"$value":5}"#, #""root":null"#,
            ]
        ) { json throws in
            let sequential = try convert("\(Self.head)\(json)}")
            let keyed = try convert("{\"$graph\":1.0,\(json)}")
            #expect(sequential.status == 0 && keyed.status == 0, "\(json): \(sequential.errors)\(keyed.errors)")
            let toKeyed = try ToolRun("convert", "-", "-", "--format", "binary", input: sequential.outputBytes)
            let toSequential = try ToolRun("convert", "-", "-", "--format", "typedstream", input: keyed.outputBytes)
            #expect(toKeyed.outputBytes == keyed.outputBytes, "\(json): \(toKeyed.errors)")
            #expect(toSequential.outputBytes == sequential.outputBytes, "\(json): \(toSequential.errors)")
            #expect(
                try convert("{\"$graph\":1.0,\(json)}", "--format", "typedstream").outputBytes
                    == sequential.outputBytes, "\(json)")
            let list = try convert("\(Self.head)\(json)}", "--format", "xml")
            #expect(try KeyedArchive(list.outputBytes).problems(strict: true).isEmpty, "\(json)")
        }
    }

    @Test(.rows)
    func `what the other kind of archive can't hold is refused with its path`() {
        forEachRow(
            [
                (
                    #""$typedstream":{},"root":[{"$class":"M","$groups":[{"i":1}]}]"#, "binary",
                    "root[0].$groups: M has groups here, which only typedstreams hold"
                ),
                (#""$typedstream":{},"$groups":[{"i":1}]"#, "xml", "$groups: the top level has groups here"),
                (#""root":{"$class":"P","a":1}"#, "typedstream", "root.a: in a typedstream P has groups"),
                (
                    #""root":[{"$uuid":"71DC068E-3420-45FF-919E-3A267D55EC22"}]"#, "typedstream",
                    "root[0].$uuid: in a typedstream NSUUID has groups"
                ),
                (#""root":5"#, "typedstream", "root: the number is in the field itself"),
                (#""a":"x""#, "typedstream", "a typedstream has no key \"a\""),
                (
                    #""root":{"$class":"P"},"$classes":{"P":{"superclasses":["NSObject"],"hints":["Q"]}}"#,
                    "typedstream",
                    "a class of a typedstream has"
                ),
                (#""$propertyList":"xml","a":1"#, "typedstream", "a property list that is no archive has no objects"),
            ]
        ) { (json: String, format: String, reason: String) throws in
            let run = try convert("{\"$graph\":1.0,\(json)}", "--format", format)
            #expect(run.status == 1 && run.outputBytes.isEmpty, "\(json)")
            #expect(run.errors.contains(reason), "\(json): \(run.errors)")
            #expect(!run.errors.contains("line "), "\(json): \(run.errors)")
        }
    }

    // MARK: - Parts

    @Test func `get prints one value of a sequential archive in the same form`() throws {
        let json = Self.head + #""root":{"a":[1,"x"],"b":{"$class":"M","$groups":[{"@i":["Open",5]}]}}}"#
        let bytes = try convert(json).outputBytes
        for (path, value) in [
            ("root.a", #"[1, "x"]"#), ("root.b", #"{"$class": "M", "$groups": [{"@i": ["Open", 5]}]}"#),
            ("root.b.$0", #""Open""#), ("root.b.$1", "5"), ("root.a.\"NS.objects\"", #"[1, "x"]"#),
        ] {
            let run = try ToolRun("get", "-", path, "--json", input: bytes)
            #expect(run.output == value + "\n", "\(path): \(run.errors)")
        }
        let cut = try ToolRun("dump", "-", "--json", "--lines", "--max-depth", "1", input: bytes)
        #expect(cut.output.contains(#""a": {"$cut": "#), "\(cut.output)")
        let raw = try ToolRun("dump", "-", "--json", "--raw", input: bytes)
        #expect(raw.output.contains(#""$class": "NSDictionary""#))
    }

    @Test func `zeros of both signs, dictionaries without groups and keys of two versions of a class come back`() throws
    {
        let json = Self.head + #""root":[0.0,-0.0,{"$class":"NSDictionary","$groups":[]},{}]}"#
        let bytes = try convert(json).outputBytes
        let shown = try ToolRun("dump", "-", "--json", input: bytes)
        let envelope = try ToolRun("objects", "-", "--json", input: bytes)
        try expectRows {
            expecting(shown.output, contains: "0.0, -0.0")
            expecting(shown.output, contains: #"{"$class": "NSDictionary", "$groups": []}"#)
            (try ToolRun("convert", "-", "-", input: shown.outputBytes).outputBytes, bytes)
            (try ToolRun("convert", "-", "-", input: envelope.outputBytes).outputBytes, bytes)
        }
        let twoVersions =
            Self.head
            + #""root":{"$entries":[["a",1],[{"$class":"Old","$string":"a"},2]]},"#
            + #""$classes":{"Old":{"name":"NSString","version":0,"superclasses":["NSObject"]}}}"#
        let keys = try convert(twoVersions).outputBytes
        let two = try ToolRun("dump", "-", "--json", input: keys)
        #expect(try ToolRun("convert", "-", "-", input: two.outputBytes).outputBytes == keys, "\(two.output)")
    }

    @Test(.rows)
    func `what stands for nothing is refused`() {
        forEachRow([
            (#""$typedstream":7,"root":null"#, "it isn't a byte order"),
            (#""$typedstream":{},"$groups":[{"!":"secret"}]"#, "write null: nothing is stored there"),
            (
                #""$typedstream":{},"root":[{"$ref":1}],"$continued":[{"$id":1,"$classRecord":"NSView"}]"#,
                "a class has no"
            ),
            (
                #""$typedstream":{},"root":{"$entries":[["a",1],[{"$id":1,"$value":"a"},2]]}"#,
                "the dictionary has equal keys"
            ),
            (#""$typedstream":{},"root":{"$decimal":"1.5","$derived":"2"}"#, "change \"$decimal\""),
            (#""$typedstream":{},"root":{"$class":"NSOrderedSet","$elements":[]}"#, "give \"$groups\""),
            (#""$typedstream":{},"$groups":[{"":1}]"#, "the types \"\" aren't well formed"),
        ]) { (json: String, reason: String) throws in
            let run = try convert("{\"$graph\":1.0,\(json)}")
            #expect(run.status == 1 && run.errors.contains(reason), "\(json): \(run.errors)")
        }
    }

    @Test func `a keyed archive has the names of superclasses, of which there are two versions`() throws {
        let json =
            Self.head
            + #""root":["a",{"$class":"NSMutableString","$string":"x"}],"$classes":{"NSMutableString":{"version":1,"#
            + #""superclasses":["Old","NSObject"]},"Old":{"name":"NSString","version":0,"superclasses":["NSObject"]}}}"#
        let sequential = try convert(json)
        let keyed = try ToolRun("convert", "-", "-", "--format", "binary", input: sequential.outputBytes)
        let classes = try KeyedArchive(keyed.outputBytes).classSummary.map(\.archivedClass.hierarchy)
        #expect(classes.contains(["NSMutableString", "NSString", "NSObject"]), "\(classes) \(sequential.errors)")
    }

    @Test func `what has to be taken out of the JSON of a keyed archive is said`() throws {
        let keyed = try SmallArchive(["a": 1, "$class": .uid(2)], .classRecord("P", "NSObject")).bytes()
        let xml = try ToolRun("convert", "-", "-", "--format", "xml", input: keyed).outputBytes
        let run = try ToolRun("convert", "-", "-", "--format", "typedstream", input: xml)
        #expect(run.errors.contains("add \"$typedstream\":{}, take \"$format\" out, give \"$groups\""), "\(run.errors)")
    }

    @Test func `archives of both kinds in each other's data are opened and built, or stay data`() throws {
        let json =
            Self.head
            + #""root":[{"$document":{"root":{"$class":"P","d":{"$document":{"$typedstream":{},"root":"x"}}}}}]}"#
        let bytes = try convert(json).outputBytes
        let shown = try ToolRun("convert", "-", "-", "--format", "json", input: bytes)
        #expect(shown.output.contains("$typedstream") && shown.output.contains(#""root": "x""#), "\(shown.output)")
        #expect(try ToolRun("convert", "-", "-", input: shown.outputBytes).outputBytes == bytes)
        // An archive that JSON can't show as one that is built again: the name of the class isn't UTF-8.
        let inner = try SequentialArchive.bytes(ofRootOfClassNamed: [0xFF])
        let keyed = try SmallArchive(["payload": .data(inner), "$class": .uid(2)], .classRecord("P", "NSObject"))
            .bytes()
        let data = try ToolRun("convert", "-", "-", "--format", "json", input: keyed)
        #expect(data.output.contains("\"$bytes\""), "\(data.output) \(data.errors)")
        #expect(try ToolRun("convert", "-", "-", input: data.outputBytes).outputBytes == keyed)
    }
}

extension SequentialArchive {
    /// An archive of one object without groups.
    fileprivate static func bytes(ofRootOfClassNamed name: [UInt8]) throws -> [UInt8] {
        // The header; then the types of the group, the object with its class (name, version, no superclass), and no more.
        [4, 11] + Array("streamtyped".utf8) + [0x81, 0xE8, 0x03, 0x84, 1, 0x40, 0x84, 0x84, 0x84, UInt8(name.count)]
            + name + [0, 0x85, 0x86]
    }
}
