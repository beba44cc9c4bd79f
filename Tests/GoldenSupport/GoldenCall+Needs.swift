import KeyedArchiving
import PropertyLists
import TestSupport

extension GoldenCall {
    /// The smallest multiple of each account that calls need that pay from a budget of their own.
    package static let needs: [GoldenCall] = [
        needed("problems") { bytes, limits in
            if let problem = try KeyedArchive(bytes, limits: limits).problems(strict: true, limit: 1).first {
                throw problem
            }
        },
        needed("salvage") { bytes, limits in
            let salvaged = try KeyedArchive.salvage(bytes, limits: limits)
            if !salvaged.isIntact { throw ArchiveError(.limitExceeded, "something was lost") }
        },
        needed("salvage:cut") { bytes, limits in
            _ = try KeyedArchive.salvage(Array(bytes.dropLast(40)), limits: limits)
        },
        needed("audit") { _ = try KeyedArchive($0, limits: $1).audit() },
        needed("classes") { _ = try KeyedArchive($0, limits: $1).classSummary },
        needed("difference") { bytes, limits in
            var edited = try KeyedArchive(bytes, limits: limits)
            let archive = edited
            edited.setArchiver("Other")
            try edited.setTopLevelValue(1, forKey: "added")
            _ = try edited.difference(from: archive)
        },
        needed("edit") { bytes, limits in
            var archive = try KeyedArchive(bytes, limits: limits)
            try archive.insert("first", at: "root[0]")
            _ = try archive.remove(at: "root[1]")
            _ = try archive.dropOrphans()
            _ = try archive.bytes()
        },
        needed("rewrite:xml") { _ = try KeyedArchive($0, limits: $1).bytes(format: .xml) },
        needed("graph:origins") { bytes, limits in
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: ClassRegistry(), limits: limits)
            unarchiver.keepsUnknownClasses = true
            unarchiver.preservesValueIdentity = true
            let archiver = KeyedArchiver(layout: try KeyedArchive(bytes, limits: limits).layout, limits: limits)
            try archiver.encodeTopLevelFields(unarchiver.decodeTopLevelFields())
            _ = try archiver.encodedBytes
        },
        needed("list") { _ = try BinaryPropertyListReader($0, limits: $1).tree() },
        needed("list:xml") { bytes, limits in
            let text = try XMLPropertyListWriter().write(BinaryPropertyListReader(bytes).tree())
            _ = try XMLPropertyListReader(limits: limits).read(text)
        },
        needed("list:openStep") { bytes, limits in
            let text = try OpenStepPropertyListWriter(dialect: .gnuStep).write(BinaryPropertyListReader(bytes).tree())
            _ = try OpenStepPropertyListReader(limits: limits).read(text)
        },
    ]

    private static func needed(
        _ name: String,
        _ call: @escaping @Sendable ([UInt8], Limits) throws -> Void
    ) -> GoldenCall {
        GoldenCall("needed:\(name)") { subject in
            let kinds: [(String, WritableKeyPath<Limits, Int>)] = [
                ("expansion", \.expansion), ("allocation", \.allocation), ("steps", \.steps), ("output", \.output),
            ]
            let lines = kinds.map { name, limit in
                line(name) { try SmallestLimit.of(limit, upTo: 1024) { try call(subject.bytes, $0) } }
            }
            return lines.joined(separator: "\n")
        }
    }
}
