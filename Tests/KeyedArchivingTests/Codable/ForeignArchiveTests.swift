import Foundation
import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Files of other programs, read with structures of a few lines: real ones where they are present, and archives of the
/// same shape.
struct ForeignArchiveTests {
    private static func bytes(_ file: String) throws -> [UInt8] {
        Array(try Data(contentsOf: Corpus.folder.appendingPathComponent("archives/\(file)")))
    }

    // MARK: Xcode's window state

    private struct Window: Decodable {
        enum CodingKeys: String, CodingKey {
            case frame = "IDEWindowFrame"
            case tabs = "IDEOrderedWorkspaceTabControllers"
            case usesBreakpoints = "BreakpointsActivated"
        }

        let frame: String?
        let tabs: [String]?
        let usesBreakpoints: Bool?
    }

    /// A window and a document, with an object that refers to itself, which isn't asked for.
    private static let state = SmallArchive(
        ["$class": .uid(2), "NS.keys": [.uid(3), .uid(4)], "NS.objects": [.uid(5), .uid(6)]],
        .classRecord("NSDictionary", "NSObject"), "window", "IDEWorkspaceDocument",
        ["$class": .uid(2), "NS.keys": [.uid(7), .uid(8), .uid(15)], "NS.objects": [.uid(9), .uid(10), .uid(13)]],
        ["$class": .uid(2), "NS.keys": [.uid(11)], "NS.objects": [.uid(12)]],
        "IDEWindowFrame", "IDEOrderedWorkspaceTabControllers", "{{4, 0}, {1276, 777}}",
        ["$class": .uid(14), "NS.objects": [.uid(3)]], "BreakpointsActivated", true,
        ["$class": .uid(16), "parent": .uid(13)], .classRecord("NSArray", "NSObject"), "layoutTree",
        .classRecord("IDELayoutTreeNode", "NSObject"), top: ["State": .uid(1)])

    // MARK: Sketch

    private struct Document: Decodable {
        let pages: [Layer]
    }

    private struct Layer: Decodable {
        struct Frame: Decodable {
            let x, y, width, height: Double
        }

        let name: String?
        let frame: Frame
        let layers: [Layer]?
    }

    private static func names(_ layers: [Layer]) -> [String] {
        layers.flatMap { [$0.name].compactMap { $0 } + names($0.layers ?? []) }
    }

    private static let document = SmallArchive(
        ["$class": .uid(2), "pages": .uid(3), "assets": .uid(99)], .classRecord("MSImmutableDocumentData", "NSObject"),
        ["$class": .uid(4), "NS.objects": [.uid(5)]], .classRecord("NSMutableArray", "NSArray", "NSObject"),
        ["$class": .uid(6), "name": .uid(7), "frame": .uid(8), "layers": .uid(10)], .classRecord("MSImmutablePage"),
        "Page 1", ["$class": .uid(9), "x": 0.0, "y": 1.0, "width": 300.0, "height": 200.0],
        .classRecord("MSImmutableRect", "NSObject"), ["$class": .uid(4), "NS.objects": []])

    @Test func `the windows of an Xcode state file and the layers of a Sketch document are decoded`() throws {
        let windows = try KeyedArchiveDecoder().decode([String: Window].self, from: Self.state.bytes())
        #expect(windows["window"]?.frame == "{{4, 0}, {1276, 777}}" && windows["window"]?.tabs == ["window"])
        #expect(windows["IDEWorkspaceDocument"]?.usesBreakpoints == true)
        let document = try KeyedArchiveDecoder().decode(Document.self, from: Self.document.bytes())
        #expect(Self.names(document.pages) == ["Page 1"] && document.pages.first?.frame.width == 300)
    }

    @Test(.enabled(if: Corpus.isPresent, "the corpus isn't there"))
    func `the windows of a real Xcode state file and the layers of a real Sketch document are decoded`() throws {
        let bytes = try Self.bytes("leizh007+HiPDA/HiPDA_HiPDA.xcodeproj_UserInterfaceState.xcuserstate")
        let windows = try KeyedArchiveDecoder().decode([String: Window].self, from: bytes)
        let window = windows["0E6D6BCA-332E-4E20-965D-256BE1CC12B8"]
        expectRows {
            (window?.frame, "{{4, 0}, {1276, 777}}")
            (window?.tabs, ["IDEWorkspaceTabController_52E6BDB7-97D2-45C5-8722-DF8F3994359D"])
            (windows["IDEWorkspaceDocument"]?.usesBreakpoints, true)
        }
        let sketch = try Self.bytes("leizh007+HiPDA/AccountManagement.sketch~payload_1_value.bplist")
        let document = try KeyedArchiveDecoder().decode(Document.self, from: sketch)
        #expect(document.pages.count == 1)
        #expect(Self.names(document.pages).contains("Rectangle 15"))
    }

    // MARK: Terminal's themes

    private struct Color: Decodable {
        enum CodingKeys: String, CodingKey { case rgb = "NSRGB", space = "NSColorSpace" }

        let components: [Double]
        let space: Int

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let text = String(
                decoding: try container.decode([UInt8].self, forKey: .rgb).prefix { $0 != 0 }, as: UTF8.self)
            components = text.split(separator: " ").compactMap { Double($0) }
            space = try container.decode(Int.self, forKey: .space)
        }
    }

    @Test func `the color of a terminal theme is decoded`() throws {
        let archive = SmallArchive(
            ["$class": .uid(2), "NSRGB": .data(Array("0.5 0 1\0".utf8)), "NSColorSpace": 1],
            .classRecord("NSColor", "NSObject"))
        let color = try KeyedArchiveDecoder().decode(Color.self, from: archive.bytes())
        #expect(color.components == [0.5, 0, 1] && color.space == 1)

        // The theme itself is a property list with such archives in it.
        let list: PropertyList = ["name": "Night", "TextColor": .data(try archive.bytes()), "columnCount": 80]
        let theme = try PropertyListDocument(XMLPropertyListWriter().write(list))
        #expect(try theme["TextColor!root"].decode(Color.self).components == [0.5, 0, 1])
    }

    @Test(.enabled(if: Corpus.isPresent, "the corpus isn't there"))
    func `the color of a real terminal theme is decoded`() throws {
        let bytes = try Self.bytes("dracula+terminal-app/Dracula.terminal~ANSIBlueColor.bplist")
        let color = try KeyedArchiveDecoder().decode(Color.self, from: bytes)
        #expect(color.components == [0.741176486, 0.5764706135, 0.9764705896])
    }

    // MARK: Whatever there is

    /// The fields of any object, to any depth, each object once on a way.
    private struct Anything: Decodable {
        let count: Int

        init(from decoder: any Decoder) throws {
            var count = 1
            if let container = try? decoder.container(keyedBy: Key.self) {
                for key in container.allKeys {
                    count += (try? container.decode(Anything.self, forKey: key))?.count ?? 0
                }
            } else if var container = try? decoder.unkeyedContainer() {
                while !container.isAtEnd {
                    guard let element = try? container.decode(Anything.self) else { break }
                    count += element.count
                }
            }
            self.count = count
        }
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    @Test(.enabled(if: Corpus.isPresent, "the corpus isn't there"))
    func `small real archives can be gone through`() throws {
        for row in try Corpus.sample("archives") {
            let bytes = try row.bytes()
            // What is shared is read at each place.
            guard bytes.count < 4096 else { continue }
            let archive = try KeyedArchive(bytes, limits: .untrusted.exact)
            for field in try archive.topLevel() {
                let path = ArchivePath([.key(field.key.repaired)])
                #expect(
                    try KeyedArchiveDecoder().decode(Anything.self, from: archive, at: path).count > 0, "\(row.file)")
            }
        }
    }
}
