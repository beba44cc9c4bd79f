internal import KeyedArchiving
internal import PropertyLists

extension HostileArchive {
    /// Rows 89 to 92: what collections hold.
    static let collections: [HostileArchive] = lengthRows + keyRows + nilRows + numberedRows

    /// An archive whose root, UID 1, has the given fields, whose class, UID 2, has the given name, with other objects.
    private static func object(
        _ className: String,
        _ fields: KeyValuePairs<String, PropertyList>,
        _ others: PropertyList...
    ) -> SmallArchive {
        var entries = PropertyListDictionary(
            fields.map { (key: .string(PropertyListString($0.key)), value: $0.value) })
        entries["$class"] = .uid(2)
        let name = PropertyListString(className)
        var archive = SmallArchive(
            .dictionary(entries), ["$classname": .string(name), "$classes": [.string(name), "NSObject"]])
        archive.objects += others
        return archive
    }

    private static func dictionary(
        _ name: String,
        _ fields: KeyValuePairs<String, PropertyList>,
        checkedAt: String = "root",
        decodedAt: String
    ) -> HostileArchive {
        let decoded = Verdict.refused(.invalidValue, decodedAt)
        return HostileArchive(
            89, "of a dictionary, \(name)", checked: .refused(.invalidValue, checkedAt), typed: decoded,
            untyped: decoded, as: [String: String].self
        ) { object("NSDictionary", fields, "a", "b") }
    }

    private static let keysPath = "root.\"NS.keys\""
    private static let objectsPath = "root.\"NS.objects\""

    private static let lengthRows: [HostileArchive] = [
        dictionary(
            "there are more keys", ["NS.keys": [.uid(3), .uid(4)], "NS.objects": [.uid(3)]], decodedAt: keysPath),
        dictionary(
            "there are more values", ["NS.keys": [.uid(3)], "NS.objects": [.uid(3), .uid(4)]], decodedAt: keysPath),
        dictionary("the keys are missing", ["NS.objects": [.uid(3)]], decodedAt: keysPath),
        dictionary("the values are missing", ["NS.keys": [.uid(3)]], decodedAt: keysPath),
        dictionary(
            "the keys are a string", ["NS.keys": "a", "NS.objects": [.uid(3)]], decodedAt: keysPath),
        dictionary(
            "the values are a reference", ["NS.keys": [.uid(3)], "NS.objects": .uid(3)], decodedAt: objectsPath),
        dictionary(
            "the values are a set", ["NS.keys": [.uid(3)], "NS.objects": .set([.uid(3)])], decodedAt: objectsPath),
        element("a key is inline", "NSDictionary", ["NS.keys": ["a"], "NS.objects": [.uid(3)]], at: keysPath),
        element("a value is inline", "NSDictionary", ["NS.keys": [.uid(3)], "NS.objects": ["a"]], at: objectsPath),
        element("an element of an array is inline", "NSArray", ["NS.objects": [.uid(3), 7]], at: objectsPath),
        element("a member of a set is inline", "NSSet", ["NS.objects": [["a"]]], at: objectsPath),
        HostileArchive(
            89, "an array object holds a string for its elements",
            checked: .refused(.invalidValue, "root"), typed: .refused(.invalidValue, objectsPath),
            untyped: .refused(.invalidValue, objectsPath), as: [String].self
        ) { object("NSArray", ["NS.objects": "abc"]) },
    ]

    /// Inline elements are an oddity to checking, which strictly looks at them.
    private static func element(
        _ name: String,
        _ className: String,
        _ fields: KeyValuePairs<String, PropertyList>,
        at path: String
    ) -> HostileArchive {
        let types: [String: any (Codingable & SendableMetatype).Type] = [
            "NSArray": [String].self, "NSSet": Set<String>.self,
        ]
        let verdict = Verdict.refused(.invalidValue, path)
        return HostileArchive(89, name, typed: verdict, untyped: verdict, as: types[className] ?? [String: String].self)
        {
            object(className, fields, "a")
        }
    }

    private static func key(
        _ name: String,
        _ type: any (Codingable & SendableMetatype).Type,
        _ key: PropertyList,
        typed: Verdict,
        untyped: Verdict = .ok,
        _ others: PropertyList...
    ) -> HostileArchive {
        HostileArchive(90, "a key is \(name)", typed: typed, untyped: untyped, as: type) {
            var archive = object("NSDictionary", ["NS.keys": [.uid(4)], "NS.objects": [.uid(3)]], "value", key)
            archive.objects += others
            return archive
        }
    }

    private static let keyRows: [HostileArchive] = [
        key(
            "an array, where strings are asked for", [String: String].self, ["NS.objects": [], "$class": .uid(5)],
            typed: .refused(.unexpectedClass, keysPath + "[0]"), .classRecord("NSArray", "NSObject")),
        key(
            "an object of an unknown class", [String: String].self, ["$class": .uid(5)],
            typed: .refused(.unknownClass, keysPath + "[0]"), .classRecord("Thing", "NSObject")),
        key("not a number", [Double: String].self, .double(.nan), typed: .refused(.invalidValue, keysPath)),
        key(
            "a mutable string, whose text is copied", [String: String].self, ["NS.string": "a", "$class": .uid(5)],
            typed: .ok, .classRecord("NSMutableString", "NSString", "NSObject")),
        HostileArchive(
            90, "a key is nil", typed: .refused(.invalidValue, keysPath), untyped: .refused(.invalidValue, keysPath),
            as: [String: String].self
        ) { object("NSDictionary", ["NS.keys": [.uid(0)], "NS.objects": [.uid(3)]], "value") },
        HostileArchive(90, "the same key twice", as: [String: String].self) {
            object("NSDictionary", ["NS.keys": [.uid(3), .uid(3)], "NS.objects": [.uid(3), .uid(4)]], "a", "b")
        },
    ]

    private static func nilElement(
        _ name: String,
        _ className: String,
        _ type: any (Codingable & SendableMetatype).Type,
        _ fields: KeyValuePairs<String, PropertyList>
    ) -> HostileArchive {
        let verdict = Verdict.refused(.invalidValue, objectsPath)
        return HostileArchive(91, "nil in \(name)", typed: verdict, untyped: verdict, as: type) {
            object(className, fields, "a")
        }
    }

    private static let nilRows: [HostileArchive] = [
        nilElement("an array", "NSArray", [String].self, ["NS.objects": [.uid(3), .uid(0)]]),
        nilElement("a mutable array", "NSMutableArray", [String].self, ["NS.objects": [.uid(0)]]),
        nilElement("a set", "NSSet", Set<String>.self, ["NS.objects": [.uid(0)]]),
        nilElement(
            "a dictionary", "NSDictionary", [String: String].self, ["NS.keys": [.uid(3)], "NS.objects": [.uid(0)]]),
        HostileArchive(
            91, "nil in an array, where optionals are asked for", untyped: .refused(.invalidValue, objectsPath),
            as: [String?].self
        ) { object("NSArray", ["NS.objects": [.uid(3), .uid(0)]], "a") },
    ]

    private static func numbered(
        _ name: String,
        _ fields: KeyValuePairs<String, PropertyList>,
        checked: Verdict = .refused(.invalidValue, "root"),
        decoded: Verdict = .refused(.invalidValue, objectsPath)
    ) -> HostileArchive {
        HostileArchive(92, name, checked: checked, typed: decoded, untyped: decoded, as: [String].self) {
            object("NSArray", fields, "a")
        }
    }

    private static let numberedRows: [HostileArchive] = [
        numbered("numbered elements", ["NS.object.0": .uid(3), "NS.object.1": .uid(3)], checked: .ok, decoded: .ok),
        numbered("numbered elements with a gap", ["NS.object.0": .uid(3), "NS.object.2": .uid(3)]),
        numbered("numbered elements that do not start at 0", ["NS.object.1": .uid(3)]),
        numbered("a negative number", ["NS.object.-1": .uid(3)]),
        numbered("a huge number", ["NS.object.0": .uid(3), "NS.object.9223372036854775807": .uid(3)]),
        numbered("a number beyond 64 bits", ["NS.object.0": .uid(3), "NS.object.18446744073709551616": .uid(3)]),
        numbered("a suffix that isn't a number", ["NS.object.0": .uid(3), "NS.object.x": .uid(3)]),
        numbered("a numbered element that is inline", ["NS.object.0": 1], checked: .ok),
    ]
}
