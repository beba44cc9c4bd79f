import Fuzzing

// Sequential archives: long strings, classes and objects that many places share, each place of a byte or two, and
// depth.

extension Family {
    static let sequentialFamilies: [Family] = [
        sequential("one long type string in each group") { size, stream in
            stream.add(StreamBytes.new("{\(name(size / 2))=c}"), [1])
            for _ in 0..<size / 4 { stream.add([StreamBytes.reference(0), 1]) }
        },
        sequential("type string of many codes in each group") { size, stream in
            let count = rootOf(size)
            stream.add(StreamBytes.new(String(repeating: "c", count: count)))
            stream.add(Array(repeating: 1, count: count))
            for _ in 0..<size / count {
                stream.add(StreamBytes.reference(0))
                stream.add(Array(repeating: 1, count: count))
            }
        },
        sequential("array of structures of nothing") { size, stream in
            for _ in 0..<size / 16 { stream.add(StreamBytes.new("[9999{e=}]")) }
        },
        shared("%"), shared(":"),
        sequential("C strings that are one") { size, stream in
            stream.add(StreamBytes.new("[\(size / 2)*]"), [0x84], StreamBytes.new(name(size / 2)))
            for _ in 1..<size / 2 { stream.add(StreamBytes.reference(0)) }
        },
        sequential("references to one object with many groups") { size, stream in
            let count = size / 6
            stream.add(StreamBytes.new("[\(count)@]"), StreamBytes.object("Unknown"))
            stream.add(StreamBytes.new("i"), [1])
            for _ in 1..<size / 6 { stream.add([StreamBytes.reference(2), 1]) }
            stream.add(StreamBytes.end)
            for _ in 1..<count { stream.add(StreamBytes.reference(0)) }
        },
        sequential("references to one string that is long") { size, stream in
            let count = size / 2
            stream.add(StreamBytes.new("[\(count)@]"), StreamBytes.object("NSString"))
            stream.add(StreamBytes.new("+"), StreamBytes.length(size / 2), Array(name(size / 2).utf8))
            stream.add(StreamBytes.end)
            for _ in 1..<count { stream.add(StreamBytes.reference(0)) }
        },
        sequential("objects of one class with a long chain") { size, stream in
            stream.add(StreamBytes.new("@"), [0x84])
            for number in 0..<size / 20 { stream.add([0x84], StreamBytes.new("C\(number)"), [0]) }
            stream.add([StreamBytes.null, StreamBytes.end])
            for _ in 0..<size / 8 {
                stream.add([StreamBytes.reference(0), 0x84, StreamBytes.reference(1), StreamBytes.end])
            }
        },
        sequential("objects of one class with a long name") { size, stream in
            stream.add(StreamBytes.new("@"), StreamBytes.object(name(size / 2)), [StreamBytes.end])
            for _ in 0..<size / 8 {
                stream.add([StreamBytes.reference(0), 0x84, StreamBytes.reference(1), StreamBytes.end])
            }
        },
        sequential("classes that share one long name") { size, stream in
            stream.add(StreamBytes.new("#"), [0x84], StreamBytes.new(name(size / 2)), [0, StreamBytes.null])
            for _ in 0..<size / 10 {
                stream.add([StreamBytes.reference(0), 0x84, StreamBytes.reference(1), 0, StreamBytes.null])
            }
        },
        sequential("classes in a row") { size, stream in
            stream.add(StreamBytes.new("#"))
            for number in 0..<size / 12 {
                if number > 0 { stream.add(StreamBytes.reference(0)) }
                stream.add([0x84], StreamBytes.new("C\(number)"), [0, StreamBytes.null])
            }
        },
        nested("Unknown"), nested("NSArray", count: [StreamBytes.new("i"), [1]]),
        nested("NSSet", count: [StreamBytes.new("I"), [1]]),
        sequential("arrays that double") { size, stream in
            let depth = size / 8
            stream.add(StreamBytes.new("@"), StreamBytes.object("NSArray"))
            stream.add(StreamBytes.new("i"), [2])
            // The objects are 0, 2, 3 and so on, their class is 1; "@", the name and "i" are the strings 0 to 2.
            for _ in 0..<depth {
                stream.add([StreamBytes.reference(0), 0x84, StreamBytes.reference(1), StreamBytes.reference(2), 2])
            }
            stream.add([StreamBytes.reference(0), StreamBytes.null, StreamBytes.reference(0), StreamBytes.null])
            for number in stride(from: depth, to: 0, by: -1) {
                stream.add(StreamBytes.end)
                stream.add([StreamBytes.reference(0)], StreamBytes.item(number + 1))
            }
            stream.add(StreamBytes.end)
        },
        sequential("an array in itself") { size, stream in
            stream.add(StreamBytes.new("@"), StreamBytes.object("NSArray"))
            stream.add(StreamBytes.new("i"), StreamBytes.length(size / 2))
            for _ in 0..<size / 2 { stream.add([StreamBytes.reference(0), StreamBytes.reference(0)]) }
            stream.add(StreamBytes.end)
        },
        sequential("bytes of many groups") { size, stream in
            stream.add(StreamBytes.new("[8c]"), Array(repeating: 1, count: 8))
            for _ in 0..<size / 9 { stream.add([StreamBytes.reference(0)], Array(repeating: 1, count: 8)) }
        },
    ]

    private static func sequential(_ name: String, _ fill: @escaping @Sendable (Int, inout StreamBytes) -> Void)
        -> Family
    {
        Family(name: "sequential/\(name)", printedFactor: 6) { size in
            var stream = StreamBytes()
            fill(size, &stream)
            return stream.bytes
        }
    }

    /// References of a byte to one long string, in an array.
    private static func shared(_ code: String) -> Family {
        sequential("one long string as each \(code)") { size, stream in
            stream.add(StreamBytes.new("[\(size / 2)\(code)]"), StreamBytes.new(name(size / 2)))
            for _ in 1..<size / 2 { stream.add(StreamBytes.reference(1)) }
        }
    }

    /// Objects of one class, one inside the other.
    private static func nested(_ className: String, count: [[UInt8]] = []) -> Family {
        sequential("deep/\(className)") { size, stream in
            stream.add(StreamBytes.new("@"), StreamBytes.object(className))
            for part in count { stream.add(part) }
            for _ in 0..<size / 6 {
                stream.add([StreamBytes.reference(0), 0x84, StreamBytes.reference(1)])
                if !count.isEmpty { stream.add([StreamBytes.reference(2), 1]) }
            }
            if !count.isEmpty { stream.add([StreamBytes.reference(0), StreamBytes.null]) }
            stream.add(Array(repeating: StreamBytes.end, count: 1 + size / 6))
        }
    }

    private static func name(_ count: Int) -> String { String(repeating: "n", count: count) }

    private static func rootOf(_ size: Int) -> Int { Int(Double(size).squareRoot()) }
}
