import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists

extension ReplicaArchive {
    /// The recipe for a color or a font, told by its words: `color in space 1: 0 0.5 1` or `font Menlo at 11 points`.
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
