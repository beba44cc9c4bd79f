internal import KeyedArchiving
internal import PropertyLists

extension HostileArchive {
    /// Rows 74 to 80: class records, and objects in places where none belong.
    static let classes: [HostileArchive] = classReferenceRows + nameRows + chainRows + inlineRows

    /// An archive whose root has the given `$class`.
    private static func classReference(
        _ name: String,
        _ value: PropertyList?,
        _ others: PropertyList...,
        code: ArchiveError.Code = .invalidClassRecord,
        decoded: ArchiveError.Code? = nil
    ) -> HostileArchive {
        let verdict = Verdict.refused(code, "root")
        return HostileArchive(
            74, "$class \(name)", checked: verdict, typed: .refused(decoded ?? code, "root"),
            untyped: .refused(decoded ?? code, "root")
        ) {
            var fields = PropertyListDictionary([(key: "next", value: .uid(0))])
            fields["$class"] = value
            var archive = SmallArchive(.dictionary(fields), .classRecord("Thing", "NSObject"))
            archive.objects += others
            return archive
        }
    }

    private static let classReferenceRows: [HostileArchive] = [
        classReference("is missing", nil, code: .invalidObject), classReference("is an integer", 2),
        classReference("is a string", "Thing"), classReference("is an inline record", .classRecord("Thing")),
        classReference("leads to nil", .uid(0)), classReference("leads to a string", .uid(3), "Thing"),
        classReference("leads to an array", .uid(3), ["Thing"]),
        classReference("leads to the object itself", .uid(1)),
        classReference("leads to another instance", .uid(3), ["$class": .uid(2)]),
        classReference("leads to a dictionary without a name", .uid(3), ["$classes": ["Thing"]]),
        classReference("leads nowhere", .uid(99), decoded: .invalidReference),
        classReference("leads to object number 2⁶⁴ − 1", .uid(UID(.max)), decoded: .invalidReference),
    ]

    /// An archive whose root is an empty object of a class with the given record.
    private static func record(
        _ row: Int,
        _ name: String,
        _ record: PropertyList,
        checked: Verdict = .ok,
        typed: Verdict = .ok,
        untyped: Verdict = .ok
    ) -> HostileArchive {
        HostileArchive(row, name, checked: checked, typed: typed, untyped: untyped) {
            SmallArchive(["$class": .uid(2)], record)
        }
    }

    private static func className(_ what: String, _ text: String, checked: Verdict = .ok) -> HostileArchive {
        record(
            75, "the class name \(what)", ["$classname": .string(PropertyListString(text)), "$classes": ["NSObject"]],
            checked: checked, typed: .refused(.unknownClass, "root")
        )
    }

    private static let noRecord = Verdict.refused(.invalidClassRecord, "root.$class")

    /// Decoding names the object whose class is wrong.
    private static let badClass = Verdict.refused(.invalidClassRecord, "root")

    private static let nameRows: [HostileArchive] = [
        record(
            75, "the class name is missing", ["$classes": ["Thing"]], checked: .refused(.invalidClassRecord, "root"),
            typed: badClass, untyped: badClass
        ),
        record(
            75, "the class name is an integer", ["$classname": 1], checked: noRecord, typed: badClass,
            untyped: badClass
        ),
        record(
            75, "the class name is not valid text", ["$classname": .string(PropertyListString(utf16: [0xDC00]))],
            checked: noRecord, typed: badClass, untyped: badClass
        ),
        className("is empty", "", checked: noRecord), className("has 64 KiB", String(repeating: "N", count: 65_536)),
        className("is a path", "../../../../etc/passwd\u{0}"), className("has format characters", "%s%n%@%p\\(name)"),
        className("has characters that rearrange a terminal", "\u{1B}]0;x\u{7}\u{202E}gnihT\r\n"),
        className("is that of a Swift type with its module", "Swift.String"),
    ]

    private static func chain(
        _ name: String,
        _ value: PropertyList,
        checked: Verdict = .ok
    ) -> HostileArchive {
        record(76, "$classes \(name)", ["$classname": "Thing", "$classes": value], checked: checked)
    }

    private static let noList = Verdict.refused(.invalidClassRecord, "root.$class.$classes")

    private static let chainRows: [HostileArchive] = [
        record(76, "$classes is missing", ["$classname": "Thing"]), chain("is empty", []),
        chain("starts with another name", ["Other", "NSObject"]),
        chain("goes in a cycle", ["Thing", "A", "Thing", "A"]),
        chain("has 10,000 names", .list(Array(repeating: "Thing", count: 10_000))),
        chain("has a name of 64 KiB", ["Thing", .string(PropertyListString(String(repeating: "x", count: 65_536)))]),
        chain("holds an integer", ["Thing", 1], checked: noList),
        chain("holds a reference", ["Thing", .uid(1)], checked: noList),
        chain("is a string", "Thing", checked: noList), chain("is a reference", .uid(2), checked: noList),
        record(
            77, "$classes claims that a class is an array",
            ["$classname": "Evil", "$classes": ["NSArray", "NSObject"]],
            typed: .refused(.unknownClass, "root")
        ),
        record(
            77, "$classes claims that a class is the one asked for",
            ["$classname": "Evil", "$classes": ["Thing", "NSObject"]], typed: .refused(.unknownClass, "root")
        ),
        record(
            78, "$classhints lists a class that is not allowed",
            ["$classname": "Evil", "$classes": ["Evil"], "$classhints": ["NSMutableArray"]],
            typed: .refused(.unexpectedClass, "root")
        ),
        record(
            78, "$classhints lists the class itself, again and again",
            ["$classname": "Evil", "$classhints": .list(Array(repeating: "Evil", count: 10_000))],
            typed: .refused(.unknownClass, "root")
        ),
        record(
            78, "$classhints holds no names", ["$classname": "Thing", "$classhints": [1]],
            checked: .refused(.invalidClassRecord, "root.$class.$classhints")),
    ]

    private static let inlineRows: [HostileArchive] = [
        HostileArchive(80, "the root stands in $top itself", typed: .refused(.invalidUnarchiveOperation, "root")) {
            SmallArchive(
                "x", .classRecord("Thing", "NSObject"), top: ["root": ["next": .uid(0), "$class": .uid(2)]])
        },
        HostileArchive(
            80, "an object stands in the field of another", typed: .refused(.invalidUnarchiveOperation, "root.next")
        ) {
            SmallArchive(
                ["next": ["next": .uid(0), "$class": .uid(2)], "$class": .uid(2)], .classRecord("Thing", "NSObject"))
        },
        HostileArchive(
            80, "an object stands in an array", typed: .refused(.invalidValue, "root.\"NS.objects\""),
            untyped: .refused(.invalidValue, "root.\"NS.objects\""), as: [Thing].self
        ) {
            SmallArchive(
                ["NS.objects": [["$class": .uid(2)]], "$class": .uid(3)], .classRecord("Thing", "NSObject"),
                .classRecord("NSArray", "NSObject")
            )
        },
    ]
}
