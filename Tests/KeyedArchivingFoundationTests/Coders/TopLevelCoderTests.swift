import Foundation
import KeyedArchivingFoundation
import TestSupport
import Testing

/// A decoder of top-level values, as Combine has it.
private protocol TopLevelDecoding {
    associatedtype Input
    func decode<Value: Decodable>(_ type: Value.Type, from input: Input) throws -> Value
}

/// An encoder of top-level values, as Combine has it.
private protocol TopLevelEncoding {
    associatedtype Output
    func encode<Value: Encodable>(_ value: Value) throws -> Output
}

extension KeyedArchiveDecoder: TopLevelDecoding {}
extension KeyedArchiveEncoder: TopLevelEncoding {
    fileprivate typealias Output = Data
}

/// The coders where any coder of `Codable` types will do, and types that one of them stores in another way.
struct TopLevelCoderTests {
    private func copy<Value: Codable, Encoder: TopLevelEncoding, Decoder: TopLevelDecoding>(
        _ value: Value,
        _ encoder: Encoder,
        _ decoder: Decoder
    ) throws -> Value where Encoder.Output == Decoder.Input {
        try decoder.decode(Value.self, from: encoder.encode(value))
    }

    struct Note: Codable, Equatable {
        var link = URL(string: "https://example.com/a")
        var id = UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
        var ids = (0..<3).map { UUID(uuid: ($0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)) }
        var price = Decimal(string: "12.5")
        var date = Date(timeIntervalSinceReferenceDate: 1.5)
    }

    @Test func `the coders are a pair for top level values, and for Foundation's, stored as lists, too`() throws {
        #expect(try copy(["a": [1, 2]], KeyedArchiveEncoder(), KeyedArchiveDecoder()) == ["a": [1, 2]])
        #expect(try copy(Note(), KeyedArchiveEncoder(), KeyedArchiveDecoder()) == Note())
        let archiver = KeyedArchiver()
        try archiver.encodeEncodable([Note(), Note()], forKey: "notes")
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedData)
        #expect(try unarchiver.decodeDecodable([Note].self, forKey: "notes") == [Note(), Note()])
        #expect(
            try KeyedArchiveDecoder().decode([Note].self, from: archiver.encodedData) == [Note(), Note()])
    }

    // MARK: Terminal's themes

    private struct Theme {
        struct Font: Decodable {
            enum CodingKeys: String, CodingKey { case name = "NSName", size = "NSSize" }
            let name: String
            let size: Double
        }

        struct Color: Decodable {
            enum CodingKeys: String, CodingKey { case rgb = "NSRGB", space = "NSColorSpace" }
            let rgb: Data
            let space: Int
        }

        let font: Font
        let text: Color

        init(_ document: PropertyListDocument) throws {
            func decode<Value: Decodable>(_ type: Value.Type, _ key: String) throws -> Value {
                try KeyedArchiveDecoder().decode(type, from: document[key].bytes ?? [])
            }
            font = try decode(Font.self, "Font")
            text = try decode(Color.self, "TextColor")
        }
    }

    /// A theme's file is a property list with an archive for each color and font.
    @Test(.enabled(if: Corpus.isPresent, "the corpus isn't there"))
    func `a real terminal theme is decoded`() throws {
        let folder = Corpus.folder.appendingPathComponent("more/rtenhunen+wwdc-2016-terminal-theme")
        var archives: [String: Data] = [:]
        for key in ["Font", "TextColor", "BackgroundColor"] {
            archives[key] = try Data(contentsOf: folder.appendingPathComponent("WWDC_2016.terminal~\(key).bplist"))
        }
        let file = try PropertyListSerialization.data(fromPropertyList: archives, format: .xml, options: 0)
        let theme = try Theme(PropertyListDocument(Array(file)))
        expectRows {
            !theme.font.name.isEmpty
            theme.font.size > 0
            theme.text.space == 1 || theme.text.space == 2
            !theme.text.rgb.isEmpty
        }
    }
}
