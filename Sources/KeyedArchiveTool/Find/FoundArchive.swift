import KeyedArchiving
import PropertyLists
import SequentialArchives

/// An archive that was found in a file of any kind.
struct FoundArchive {
    private let place: ArchiveScan.Place
    private let kind: Kind
    /// The names of its classes, in the order of the file.
    private let classes: [String]

    private enum Kind: String {
        case keyed = "keyed archive"
        case keyedXML = "keyed archive in XML"
        case sequential = "sequential archive"
    }

    /// How many classes a line names.
    private static let shownClassCount = 8

    /// All archives in bytes, in the order of their beginnings.
    static func all(in source: ByteSource, charging budget: DocumentBudget) throws(ScanFailure) -> [FoundArchive] {
        var found: [FoundArchive] = []
        var scan = ArchiveScan(source, charging: budget)
        // `run` has exclusive access to `scan`, so the bytes of a place are read through a copy.
        let reader = scan
        try scan.run { place throws(ScanFailure) in
            guard let bytes = try reader.bytes(of: place),
                let archive = try FoundArchive(bytes, at: place, charging: budget)
            else { return }
            found.append(archive)
        }
        return found.sorted { $0.place.range.lowerBound < $1.place.range.lowerBound }
    }

    /// Opens the archive at a place; nil if it is no archive.
    private init?(_ bytes: [UInt8], at place: ArchiveScan.Place, charging budget: DocumentBudget) throws(ScanFailure) {
        self.place = place
        let fileKind = FileKind(bytes)
        let isXML = if case .propertyList(.xml) = fileKind { true } else { false }
        kind = fileKind.isSequential ? .sequential : isXML ? .keyedXML : .keyed
        do throws(ArchiveError) {
            if kind == .sequential {
                classes = try Self.classNames(of: SequentialArchive(bytes, limits: budget.remaining), charging: budget)
            } else {
                classes = try KeyedArchive(bytes, limits: budget.remaining).classSummary.map(\.archivedClass.name)
            }
        } catch {
            // What is beyond the limits is listed without its classes, rather than passed over.
            guard error.endsWork else { return nil }
            classes = []
        }
        do throws(ArchiveError) {
            try budget.make(values: 4 + classes.count, textSize: classes.reduce(0) { $0 + $1.utf8.count })
        } catch {
            throw .limit(error)
        }
    }

    /// The names of the classes, each charged before the next is read: many may share one long name.
    private static func classNames(
        of archive: SequentialArchive,
        charging budget: DocumentBudget
    ) throws(ArchiveError) -> [String] {
        var names: [String] = []
        for number in 0..<archive.itemCount {
            guard let record = archive.classRecord(SequentialReference(number)) else { continue }
            try budget.make(values: 1, textSize: record.name.utf8.count)
            names.append(record.name)
        }
        return names
    }

    /// A line with the operand by which commands read it.
    func line(in file: String, _ palette: Palette) -> String {
        let names = classes.prefix(Self.shownClassCount).map {
            palette.paint($0.escaped(limit: displayLimit), .className)
        }
        let more = classes.count - names.count
        let operand = "\(PathsFormat.fileText(file))@\(place.range.lowerBound)"
        return palette.paint(operand, .name) + ": \(place.range.count.counted("byte")), \(kind.rawValue)"
            + (place.code.map { " in \($0.name)" } ?? "") + (names.isEmpty ? "" : ": ")
            + names.joined(separator: ", ") + (more > 0 ? ", … \(more) more" : "") + "\n"
    }

    /// The same as JSON.
    func json(in file: String) -> JSONValue {
        var members: [JSONValue.Member] = [
            JSONValue.Member(key: "$file", value: .text(file)),
            JSONValue.Member(key: "$offset", value: .integer(place.range.lowerBound)),
            JSONValue.Member(key: "$size", value: .integer(place.range.count)),
            JSONValue.Member(key: "$kind", value: .text(kind.rawValue)),
        ]
        if let code = place.code { members.append(JSONValue.Member(key: "$code", value: .text(code.name))) }
        members.append(JSONValue.Member(key: "$classes", value: .array(classes.map { .text($0) })))
        return .object(members)
    }
}
