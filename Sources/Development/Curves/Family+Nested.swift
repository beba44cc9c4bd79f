import Fuzzing
import KeyedArchiving
import PropertyLists

// Archives of both kinds in the data of archives and of other property lists: many of them, and one in the other.

extension Family {
    static let nestedFamilies: [Family] = [
        Family(name: "nested/keyed archives in a keyed archive") { size in
            try keyed((0..<size / 300).map { .data(try keyed([PropertyList(text: "text \($0)")])) })
        },
        Family(name: "nested/keyed archives in a list") { size in
            try list((0..<size / 300).map { .data(try keyed([PropertyList(text: "text \($0)")])) })
        },
        Family(name: "nested/sequential archives in a keyed archive", printedFactor: 6) { size in
            try keyed((0..<size / 60).map { .data(sequential("text \($0)")) })
        },
        Family(name: "nested/sequential archives in a list", printedFactor: 6) { size in
            try list((0..<size / 60).map { .data(sequential("text \($0)")) })
        },
        Family(name: "nested/one archive as the data of each object") { size in
            let data = PropertyList.data(try keyed((0..<size / 20).map { PropertyList(text: "text \($0)") }))
            var sketch = Sketch()
            let shared = sketch.add(data)
            sketch.finish(rootArray: (0..<size / 8).map { _ in shared })
            return try sketch.bytes()
        },
        Family(name: "nested/lists in a list") { size in
            try list((0..<size / 80).map { .data(try list([PropertyList(text: "text \($0)")])) })
        },
        Family(name: "nested/deep/keyed") { size in try deep(size) { try keyed([.data($0)]) } },
        Family(name: "nested/deep/lists") { size in try deep(size) { try list([.data($0)]) } },
        Family(name: "nested/deep/sequential", printedFactor: 6) { size in
            deep(size) { sequential(data: $0) }
        },
        Family(name: "nested/deep/in turn", printedFactor: 6) { size in
            try deep(size) { try keyed([.data(sequential(data: $0))]) }
        },
    ]

    /// One archive in the other, until there are enough bytes.
    private static func deep(_ size: Int, _ wrap: ([UInt8]) throws -> [UInt8]) rethrows -> [UInt8] {
        var bytes = sequential("innermost")
        while bytes.count < size { bytes = try wrap(bytes) }
        return bytes
    }

    private static func keyed(_ elements: [PropertyList]) throws -> [UInt8] {
        var sketch = Sketch()
        sketch.finish(rootArray: elements.map { sketch.add($0) })
        return try sketch.bytes()
    }

    private static func list(_ elements: [PropertyList]) throws -> [UInt8] {
        try BinaryPropertyListWriter().write(["data": .array(PropertyListArray(elements))])
    }

    private static func sequential(_ text: String) -> [UInt8] {
        var stream = StreamBytes()
        stream.add(StreamBytes.new("@"), StreamBytes.object("NSString"), StreamBytes.new("+"))
        stream.add(StreamBytes.length(text.utf8.count), Array(text.utf8), [StreamBytes.end])
        return stream.bytes
    }

    private static func sequential(data: [UInt8]) -> [UInt8] {
        var stream = StreamBytes()
        stream.add(StreamBytes.new("@"), StreamBytes.object("NSData"))
        stream.add(StreamBytes.new("i"), StreamBytes.length(data.count))
        stream.add(StreamBytes.new("[\(data.count)c]"), data, [StreamBytes.end])
        return stream.bytes
    }
}
