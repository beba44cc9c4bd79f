import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists

extension ReplicaArchive {
    /// Ten characters in six runs; one attribute dictionary has an equal, and the entries of two are in another order.
    private static func text(isMutable: Bool) -> ArchivedAttributedString {
        func attributes(_ font: String, _ size: Int, sizeFirst: Bool) -> ArchivedDictionary {
            let entries: [ArchivedDictionary.Entry] = [("Size", size), ("Font", font)]
            return ArchivedDictionary(sizeFirst ? entries : entries.reversed())
        }
        let runs = [(1, 0), (1, 1), (4, 2), (2, 1), (1, 3), (1, 0)]
        return ArchivedAttributedString(
            "0123456789",
            attributes: [
                ArchivedDictionary(), attributes("Helvetica", 123, sizeFirst: isMutable),
                attributes("Times", 456, sizeFirst: true), attributes("Times", 456, sizeFirst: true),
            ],
            runs: runs.map { ArchivedAttributedString.Run(length: $0.0, attributes: $0.1) },
            isMutable: isMutable
        )
    }

    /// Attributed strings.
    static let texts: [String: ReplicaArchive] = [
        fixtures + "NSAttributedString.archive": .old { text(isMutable: false) },
        fixtures + "NSMutableAttributedString.archive": .old { text(isMutable: true) },
    ]
}

extension ReplicaArchive {
    /// The recipe for a color or a font from its words: `color in space 1: 0 0.5 1` or `font Menlo at 11 points`.
    static func appearance(_ archive: AppleArchive) throws -> ReplicaArchive? {
        let layout = archive.producer.contains("Mac OS X 10.6 or 10.7") ? ArchiveLayout.macOSX10_7 : .macOS10_14
        let words = archive.value.split(separator: " ").map(String.init)
        if words.first == "font", words.count == 5, let size = Double(words[3]) {
            return ReplicaArchive(layout: layout, format: .binary) {
                try $0.encode(ArchivedFont(name: words[1], size: size), forKey: "root")
            }
        }
        guard
            words.starts(with: ["color", "in", "space"]), let number = Int(words[3].dropLast()),
            let space = ColorComponents.Space(rawValue: number)
        else { return nil }
        let numbers = words.dropFirst(4).compactMap { Double($0) }
        let values = Array(numbers.prefix(space.componentCount))
        let alpha = numbers.count > values.count ? numbers[values.count] : 1
        let color = ArchivedColor.components(ColorComponents(space, values, alpha: alpha))
        return ReplicaArchive(layout: layout, format: .binary) { try $0.encode(color, forKey: "root") }
    }
}
