import KeyedArchiving
import Testing

/// The fields of an object behave as an array of them does, whatever form they are kept in.
@Suite struct ArchivedObjectFieldsTests {
    private typealias Field = ArchivedObject.Field

    private let other = ArchivedObject(ArchivedClass(name: "Other"))

    private var samples: [Field] {
        [
            Field("text", .object("a")), Field("integer", .object(5)), Field("real", .object(2.5)),
            Field("nil", .object(nil)),
            Field("instance", .object(other)), Field("list", .objects(["a", nil, other])),
            Field("inline", .inline(true)),
            Field("small", .object(Float(1.5))),
        ]
    }

    private static func text(_ fields: some Sequence<Field>) -> [String] { fields.map { "\($0.key): \($0.value)" } }

    @Test func `fields come back as they were put in, and each change of a range gives what it gives an array`() {
        let object = ArchivedObject(ArchivedClass(name: "A"), fields: samples)
        #expect(Self.text(object.fields) == Self.text(samples))
        let instance =
            if case .object(let found)? = object["instance"] { found?.instance } else {
                nil as (any Codingable & AnyObject)?
            }
        #expect(instance === other)

        var differing: [String] = []
        for start in 0...samples.count {
            for end in start...samples.count {
                for added in 0..<3 {
                    var (fields, array) = (ArchivedObject.Fields(samples), samples)
                    fields.replaceSubrange(start..<end, with: samples.suffix(added))
                    array.replaceSubrange(start..<end, with: samples.suffix(added))
                    if Self.text(fields) != Self.text(array) { differing.append("\(start)..<\(end), \(added)") }
                }
            }
        }
        #expect(differing.isEmpty)
    }

    @Test func `a copy doesn't change with the object`() {
        let object = ArchivedObject(ArchivedClass(name: "A"), fields: samples)
        let copy = object.fields
        object.fields[0].value = .object("b")
        object.fields.removeLast()
        object["new"] = .object(1)
        #expect(Self.text(copy) == Self.text(samples))
        #expect(object.fields.count == samples.count && object.fields.first?.key == "text")
    }

    @Test func `an object may be looked at while its fields are changed, also by an instance that is replaced`() {
        let object = ArchivedObject(ArchivedClass(name: "A"), fields: samples)
        func change(_ fields: inout ArchivedObject.Fields) {
            fields.removeFirst()
            #expect(object.fields.isEmpty && object.archivedClass.name == "A")
        }
        change(&object.fields)
        #expect(object.fields.count == samples.count - 1)

        let holder = ArchivedObject(ArchivedClass(name: "A"))
        final class Witness: CodedObject {
            var onEnd: () -> Void = {}
            deinit { onEnd() }
        }
        var counts: [Int] = []
        func add() {
            let witness = Witness()
            witness.onEnd = { [unowned holder] in counts.append(holder.fields.count) }
            holder.fields = [Field("witness", .object(witness)), Field("list", .objects([witness]))]
        }
        add()
        holder.fields = []
        #expect(counts == [0])
    }
}
