import Foundation
import KeyedArchiving
import KeyedArchivingFoundation

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
