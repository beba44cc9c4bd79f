import Foundation
import PropertyLists
import TestSupport
import Testing

/// How diagrams are bounded, and where they start.
@Suite struct DiagramTests {
    /// An array of objects, each of which refers to the next ones.
    private func archive(count: Int, fanOut: Int) -> SmallArchive {
        let first = 4
        let objects = (0..<count).map { number in
            var fields: PropertyListDictionary = ["$class": .uid(3), "number": .integer(Int64(number))]
            for step in 1...fanOut {
                fields["next <\(step)>"] = .uid(UID(UInt64(first + (number + step) % count)))
            }
            return PropertyList.dictionary(fields)
        }
        let references = (0..<count).map { PropertyList.uid(UID(UInt64(first + $0))) }
        let list: PropertyList = ["NS.objects": .array(PropertyListArray(references)), "$class": .uid(2)]
        return SmallArchive(
            entries: [list, .classRecord("NSArray", "NSObject"), .classRecord("Node", "NSObject")] + objects)
    }

    @Test("Mermaid's bounds are never passed unasked, and a box says what was left out")
    func bounds() throws {
        let file = try archive(count: 1000, fanOut: 5).bytes()
        let text = try ToolRun("dump", "-", "--format", "mermaid", input: file).output
        expectRows {
            text.count < 50_000
            text.components(separatedBy: "-->").count - 1 < 500
            expecting(text, contains: "more boxes and ")
            expecting(
                text, contains: "see --max-boxes, or start further inside: keyed-archive get FILE PATH --format mermaid"
            )
        }
        let all = try ToolRun("dump", "-", "--format", "mermaid", "--max-boxes", "2000", input: file).output
        #expect(all.components(separatedBy: ":::").count - 1 == 1000)
        #expect(!all.contains("left out"))
        let few = try ToolRun("dump", "-", "--format", "dot", "--max-boxes", "3", input: file).output
        #expect(few.components(separatedBy: "fillcolor=\"").count - 1 == 2)
        #expect(few.contains("omitted [label=\"998 more boxes and "))
    }

    @Test func `a diagram starts at a path`() throws {
        let file = try archive(count: 3, fanOut: 1).bytes()
        let run = try ToolRun("get", "-", "root[1]", "--format", "dot", input: file)
        expectRows {
            expecting(run.output, contains: "  n5 [label=\"#5 Node\\lnumber: 1\\l\"")
            expecting(run.output, contains: "  n5 -> n6 [label=\"\\\"next <1>\\\"\"];\n")
            expecting(run.output, hasSuffix: "}\n")
        }
        let value = try ToolRun("get", "-", "root[1].number", "--format", "mermaid", input: file)
        #expect(value.output == "flowchart LR\n  value[\"1\"]\n")
        let list = try ToolRun("get", "-", "root", "--format", "dot", input: file).output
        #expect(list.contains("n1 -> n4 [label=\"[0]\"];"))
    }

    @Test func `objects that nest very deep are in the diagram of a path, too`() throws {
        let file = try LinkedList.bytes(count: 200)
        let run = try ToolRun("get", "-", "root", "--format", "dot", "--max-boxes", "1000", input: file)
        expectRows {
            (run.output.components(separatedBy: "digraph").count, 2)
            expecting(run.output, contains: "value: 199")
            (run.status, 0)
        }
    }
}
