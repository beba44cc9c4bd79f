import Foundation
import KeyedArchiving
import PropertyLists
import SequentialArchives

/// The inputs that others are made of: the files of a folder, and small archives made here.
package struct Seeds: Sendable {
    /// The inputs as bytes.
    package let files: [[UInt8]]

    /// Those of them that are keyed archives, taken apart.
    package let tables: [ArchiveTable]

    /// The files as the tool writes them in JSON, if such inputs are wanted.
    let json: [JSONSeed]

    /// What the inputs are made of.
    package enum Choice: String, Sendable {
        /// Files of every kind.
        case all
        /// Sequential archives, which are few among all files.
        case sequential
        /// Files of every kind in JSON.
        case json
    }

    /// Loads the property lists of a folder, and adds an archive for every type that the library can encode.
    package init(folder: String? = nil, _ choice: Choice = .all) throws {
        let all = try Self.made() + Self.stored(in: folder)
        files = choice == .sequential ? all.filter { SequentialHeader.isPresent(in: $0) } : all
        tables = choice == .json ? [] : files.compactMap { try? ArchiveTable($0) }
        json = choice == .json ? JSONCalls.json(of: files).map { JSONSeed($0) } : []
    }

    /// The property lists in a folder and in those within it, in the order of their names.
    private static func stored(in folder: String?) throws -> [[UInt8]] {
        guard let folder, let names = FileManager.default.enumerator(atPath: folder) else { return [] }
        return names.compactMap { $0 as? String }.sorted().compactMap { name in
            guard let data = FileManager.default.contents(atPath: folder + "/" + name), data.count <= 16_384,
                data.starts(with: "bplist".utf8) || data.starts(with: "<".utf8) || SequentialHeader.isPresent(in: data)
            else { return nil }
            return Array(data)
        }
    }

    /// OpenStep text with every kind of token, GNUstep's among them.
    private static let openStepList = """
        // A comment.
        { name = Ada; "long key" = ("a\\101\\U00e9\\n", 'b', <0fbd 77>, (), {}, ); /* more */ alone;
          typed = (<*I-5>, <*R1.5e3>, <*BY>, <*BN>, <*D2002-03-22 11:30:00 +0100>, <[D713dw==]>, <*I"7">); }

        """

    /// A strings file.
    private static let stringsFile = "/* Title */\n\"a title\" = \"ein Titel\";\nkey;\nlist = (1, 2);\n"

    private static func made() throws -> [[UInt8]] {
        let probe = Probe()
        probe.tags = ["red", "a tag that is longer than fifteen bytes", "日本語"]
        probe.friend = Probe()
        probe.friend?.friend = probe
        defer { probe.friend = nil }
        let archiver = KeyedArchiver()
        archiver.outputFormat = .xml
        try archiver.encode(probe, forKey: KeyedArchiver.rootObjectKey)
        var seeds = [try KeyedArchiver.archivedBytes(withRootObject: probe), try archiver.encodedBytes]
        for value in OneOfEach.all { seeds.append(try KeyedArchiver.archivedBytes(withRootObject: value)) }
        let coded = KeyedArchiver()
        try coded.encodeEncodable(AnyCodable.sample, forKey: KeyedArchiver.rootObjectKey)
        seeds.append(try coded.encodedBytes)
        seeds += [openStepList, stringsFile].map { Array($0.utf8) }
        seeds.append(SequentialSeed.bytes)
        return seeds
    }
}

/// A small sequential archive with a value of every type.
package enum SequentialSeed {
    package static let bytes: [UInt8] = {
        var bytes: [UInt8] = [4, 11] + Array("streamtyped".utf8) + [0x81, 0xE8, 0x03]
        func string(_ text: String) -> [UInt8] { [0x84, UInt8(text.utf8.count)] + Array(text.utf8) }
        bytes += string("@") + [0x84, 0x84] + string("NSMutableString") + [1, 0x84] + string("NSString") + [1, 0x84]
        bytes += string("NSObject") + [0, 0x85] + string("+") + [3] + Array("abc".utf8) + [0x86]
        bytes += string("iIsSqQ") + [1, 0x81, 0, 2, 3, 0xFF, 0x87, 1, 2, 3, 4, 5, 6, 7, 8, 5]
        bytes += string("*@#:%") + [0x84] + string("x") + [0x92, 0x93] + string("copy:") + [0x85]
        bytes += string("[2{a=fd}][3c]!") + [0x83, 0, 0, 0xC0, 0x3F, 2, 3, 4, 1, 2, 3]
        return bytes
    }()
}
