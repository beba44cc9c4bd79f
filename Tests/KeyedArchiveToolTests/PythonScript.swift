/// Scripts for Python's own reader of property lists, against which the tool is compared.
enum PythonScript {
    /// Compares each property list of a list of pairs with the JSON that `objects --json` printed for it: values, their
    /// types, and the order of keys.
    static let compareObjects = #"""
        import base64, json, math, plistlib, re, struct, sys

        def load(path):
            with open(path, "rb") as file:
                data = file.read()
            if data.startswith(b"bplist"):
                return plistlib.loads(data)
            # Apple's writer leaves control characters in XML, which Python's parser refuses.
            data = re.sub(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]", lambda m: chr(0xE000 + m[0][0]).encode(), data)
            return plistlib.loads(data)

        def text(string):
            return re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f]", lambda m: chr(0xE000 + ord(m[0])), string)

        def expected(value, binary):
            if isinstance(value, plistlib.UID):
                return [("CF$UID", value.data)]
            if isinstance(value, bytes):
                return [("$data", base64.b64encode(value).decode())]
            if isinstance(value, float) and not math.isfinite(value):
                return [("$real", repr(value))]
            if isinstance(value, dict):
                return [(expected(k, binary), expected(v, binary)) for k, v in value.items()]
            if isinstance(value, list):
                return {"list": [expected(v, binary) for v in value]}
            if isinstance(value, str):
                return value if binary else text(value)
            assert isinstance(value, (bool, int, float)), type(value)
            return value

        def found(value, binary):
            if isinstance(value, list) and all(isinstance(v, tuple) for v in value) and not isinstance(value, Array):
                if [k for k, v in value] == ["$int128"]:
                    return value[0][1]
                if [k for k, v in value] == ["$float"]:
                    return struct.unpack(">f", struct.pack(">f", value[0][1]))[0]
                return [(found(k, binary), found(v, binary)) for k, v in value]
            if isinstance(value, Array):
                return {"list": [found(v, binary) for v in value]}
            if isinstance(value, str):
                return value if binary else text(value)
            return value

        class Array(list):
            pass

        def arrays(value):
            # The parser gives objects as lists of pairs and arrays as lists; this tells them apart.
            if isinstance(value, Pairs):
                return [(k, arrays(v)) for k, v in value]
            if isinstance(value, list):
                return Array(arrays(v) for v in value)
            return value

        class Pairs(list):
            pass

        def same(a, b):
            if type(a) is not type(b):
                return False
            if isinstance(a, (list, tuple)):
                return len(a) == len(b) and all(map(same, a, b))
            if isinstance(a, dict):
                return same(a["list"], b["list"])
            return repr(a) == repr(b)

        equal = 0
        for line in open(sys.argv[1]):
            source, output = line.rstrip("\n").split("\t")
            binary = open(source, "rb").read(6) == b"bplist"
            with open(output, encoding="utf-8") as file:
                document = arrays(json.load(file, object_pairs_hook=Pairs))
            # What is said of the file beside its values.
            assert document.pop()[0] == "$envelope"
            if same(expected(load(source), binary), found(document, binary)):
                equal += 1
            else:
                print("different", source)
        print(equal, "equal")
        """#
}
