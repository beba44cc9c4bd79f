import SequentialArchives
import TestSupport
import Testing

/// C structures in `NSValue`.
@Suite struct StructureTests {
    private static let structures: [(structure: SequentialStructure, type: String)] = [
        (.point(x: 1, y: -2.5), "{CGPoint=dd}"), (.size(width: 3, height: 0.1), "{CGSize=dd}"),
        (.rect(x: 1, y: 2, width: 3, height: 4.5), "{CGRect={CGPoint=dd}{CGSize=dd}}"),
        (.range(location: 7, length: .max), "{_NSRange=QQ}"),
        (.edgeInsets(top: 1, left: 2, bottom: 3, right: 4), "{NSEdgeInsets=dddd}"),
        (.offset(horizontal: 1, vertical: -1), "{UIOffset=dd}"), (.vector(dx: 0.5, dy: 1), "{CGVector=dd}"),
        (.affineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6.25), "{CGAffineTransform=dddddd}"),
    ]

    @Test(.rows)
    func `structures come back, under the type that macOS has for them`() {
        forEachRow(SequentialByteOrder.allCases) { (order: SequentialByteOrder) throws in
            for (structure, type) in Self.structures {
                let bytes = try SequentialArchiver.archivedBytes(
                    withRootObject: SequentialBoxedValue(structure), header: SequentialHeader(byteOrder: order))
                let value = try SequentialUnarchiver.unarchivedObject(of: SequentialBoxedValue.self, from: bytes)
                try expectRows {
                    (value?.structure, structure)
                    (value?.type.text, type)
                    (value?.isNumber, false)
                    (
                        try SequentialArchiver.archivedBytes(
                            withRootObject: value, header: SequentialHeader(byteOrder: order)), bytes
                    )
                }
            }
        }
    }

    @Test func `a structure is known by its name, whatever the size of its numbers`() throws {
        let known: [(type: String, value: CodedValue, structure: SequentialStructure)] = [
            ("{_NSPoint=ff}", .structure([.real(1), .real(2)]), .point(x: 1, y: 2)),
            ("{_NSSize=ff}", .structure([.real(1), .real(2)]), .size(width: 1, height: 2)),
            (
                "{_NSRect={_NSPoint=ff}{_NSSize=ff}}",
                .structure([.structure([.real(1), .real(2)]), .structure([.real(3), .real(4)])]),
                .rect(x: 1, y: 2, width: 3, height: 4)
            ),
            (
                "{_NSRange=II}", .structure([.unsignedInteger(3), .unsignedInteger(4)]),
                .range(location: 3, length: 4)
            ),
            (
                "{UIEdgeInsets=dddd}", .structure([.real(1), .real(2), .real(3), .real(4)]),
                .edgeInsets(top: 1, left: 2, bottom: 3, right: 4)
            ),
        ]
        for (type, value, structure) in known {
            #expect(try SequentialBoxedValue(value, ofObjCType: type).structure == structure)
        }
        let others: [(type: String, value: CodedValue)] = [
            ("{Pair=dd}", .structure([.real(1), .real(2)])), ("{?=dd}", .structure([.real(1), .real(2)])),
            ("{dd}", .structure([.real(1), .real(2)])), ("{CGPoint=d}", .structure([.real(1)])),
            ("{_NSRange=dd}", .structure([.real(0.5), .real(1)])), ("{CGPoint=[2d]}", .structure([.array([.real(1)])])),
            ("{_NSRange=ii}", .structure([.integer(-1), .integer(1)])), ("d", .real(1)),
        ]
        for (type, value) in others {
            #expect(try SequentialBoxedValue(value, ofObjCType: type).structure == nil, "\(type)")
        }
    }

    @Test(.enabled(if: SequentialCorpus.isPresent, "the corpus of sequential archives is not here"))
    func `every value of the corpus that isn't a number is a point or a size`() throws {
        // 201, 10 and 3 values, by the corpus's own table.
        var counts: [String: Int] = [:]
        for file in try SequentialCorpus.undamaged() {
            let archive = try SequentialArchive(file.bytes())
            guard archive.classes.contains(where: { $0.name == "NSValue" }) else { continue }
            let unarchiver = try SequentialUnarchiver(archive)
            for object in archive.objects(ofClass: "NSValue") where object.className == "NSValue" {
                let value = try #require(try unarchiver.object(object.reference) as? SequentialBoxedValue)
                switch value.structure {
                case .point: counts["point", default: 0] += 1
                case .size: counts["size", default: 0] += 1
                default: Issue.record("\(file.name) has a value of the type \(value.type.text)")
                }
            }
        }
        #expect(counts == ["point": 201, "size": 13])
    }
}
