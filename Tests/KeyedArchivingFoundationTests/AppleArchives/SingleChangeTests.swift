import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

/// A real archive that is decoded, changed in one place and encoded again differs in that place alone: it is equal to
/// the archive in which an edit by path made the same change.
@Suite(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
struct SingleChangeTests {
    enum Kind: CaseIterable {
        case text, number, date, data, elementReplaced, elementInserted, elementRemoved, elementMoved
        case entryReplaced, entryInserted, entryRemoved
    }

    @Test(arguments: Kind.allCases, [false, true])
    func `one change is one difference`(kind: Kind, preservesIdentity: Bool) throws {
        var failures: [String] = []
        var count = 0
        for original in UnchangedArchivesTests.archives {
            let archive = try KeyedArchive(original.bytes)
            let unarchiver = try KeyedUnarchiver(forReadingFrom: original.bytes, registry: .foundation)
            unarchiver.keepsUnknownClasses = true
            try unarchiver.disableSecureCoding()
            unarchiver.preservesValueIdentity = preservesIdentity
            let fields = try unarchiver.decodeTopLevelFields()
            guard let edited = try Change(kind, archive).made(in: fields) else { continue }
            count += 1
            let archiver = try KeyedArchiver(rewriting: unarchiver)
            try archiver.encodeTopLevelFields(fields)
            let measure: ArchiveComparison.Measure = archive.archiver == "NSKeyedArchiver" ? .fields : .contents
            let written = try KeyedArchive(archiver.encodedBytes)
            if let difference = try ArchiveComparison(edited, written, by: measure).difference {
                failures.append("\(original.name): \(difference)")
            }
        }
        if TestScale.isFull {
            #expect(count > 0)
            print("\(count) archives with one change of \(kind)")
        }
        #expect(failures.isEmpty, "\(failures.count) of \(count):\n\(failures.joined(separator: "\n"))")
    }

    /// The first change of a kind that a graph admits, made in the graph and in the archive.
    private struct Change {
        private let kind: Kind
        private var edited: KeyedArchive
        private var pending: [(object: any Codingable, path: String)] = []
        private var seen: Set<ObjectIdentifier> = []

        init(_ kind: Kind, _ archive: KeyedArchive) {
            self.kind = kind
            edited = archive
        }

        /// Makes the change in a decoded graph.
        ///
        /// - Returns: The archive with the same change; nil if there is no place for one.
        func made(in fields: [ArchivedObject.Field]) throws -> KeyedArchive? {
            var search = self
            for field in fields.reversed() {
                if case .object(let object?) = field.value { search.add(object, Self.quoted(field.key)) }
            }
            while let (object, path) = search.pending.popLast() {
                if try search.change(object, path) { return search.edited }
            }
            return nil
        }

        private mutating func add(_ object: any Codingable, _ path: String) {
            guard let instance = object as? any (AnyObject & Codingable),
                seen.insert(ObjectIdentifier(instance)).inserted
            else { return }
            pending.append((object, path))
        }

        private static func quoted(_ key: String) -> String {
            "\"\(key.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\""))\""
        }

        /// The step of a path to the entry with a key.
        private static func name(of key: any Codingable) -> String? {
            switch plain(key) {
            case let text as String: quoted(text)
            case let number as Int64: "\(number)"
            default: nil
            }
        }

        private func isPlainText(_ path: String) -> Bool {
            edited[path].archivedClass == nil && edited[path].string != nil
        }

        /// The value itself, where it carries its entry.
        private static func plain(_ object: any Codingable) -> any Codingable {
            (object as? IdentifiedValue)?.value ?? object
        }

        private mutating func change(_ object: any Codingable, _ path: String) throws -> Bool {
            switch object {
            case let object as ArchivedObject: return try change(object, path)
            case let array as ArchivedArray: return try change(array, path)
            case let dictionary as ArchivedDictionary: return try change(dictionary, path)
            default: return false
            }
        }

        private mutating func change(_ object: ArchivedObject, _ path: String) throws -> Bool {
            let keys = object.fields.map(\.key)
            for field in object.fields where keys.count(where: { $0 == field.key }) == 1 {
                let place = "\(path).\(Self.quoted(field.key))"
                switch field.value {
                case .object(let held?):
                    let plain = Self.plain(held)
                    if kind == .text, plain is String, isPlainText(place) {
                        try edited.set("changed", at: place)
                        object[field.key] = .object("changed")
                        return true
                    }
                    if kind == .date, plain is Date, edited[place].archivedClass?.name == "NSDate" {
                        try edited.set(.date(123.5), at: place)
                        object[field.key] = .object(Date(timeIntervalSinceReferenceDate: 123.5))
                        return true
                    }
                    add(held, place)
                case .inline(.data) where kind == .data:
                    try edited.set(.data([1, 2, 3]), at: place)
                    object[field.key] = .inline(.data([1, 2, 3]))
                    return true
                case .inline(.integer) where kind == .number:
                    try edited.set(.integer(77), at: place)
                    object[field.key] = .inline(.integer(77))
                    return true
                default: break
                }
            }
            return false
        }

        private mutating func change(_ array: ArchivedArray, _ path: String) throws -> Bool {
            let count = array.elements.count
            switch kind {
            case .elementReplaced
            where count > 0 && edited["\(path)[\(count / 2)]"].string == nil
                && edited["\(path)[\(count / 2)]"].archivedClass != nil:
                try edited.set("changed", at: "\(path)[\(count / 2)]")
                array.elements[count / 2] = "changed"
                return true
            case .elementInserted where count > 1:
                try edited.insert("inserted", at: "\(path)[\(count / 2)]")
                array.elements.insert("inserted", at: count / 2)
                return true
            case .elementRemoved where count > 1:
                try edited.remove(at: "\(path)[\(count / 2)]")
                array.elements.remove(at: count / 2)
                return true
            case .elementMoved where count > 2:
                try edited.move(from: "\(path)[\(count - 1)]", to: "\(path)[0]")
                array.elements.insert(array.elements.removeLast(), at: 0)
                return true
            default: break
            }
            for (position, element) in array.elements.enumerated() { add(element, "\(path)[\(position)]") }
            return false
        }

        private mutating func change(_ dictionary: ArchivedDictionary, _ path: String) throws -> Bool {
            // The first of several, with a key of any kind that a path can name.
            if kind == .entryRemoved, dictionary.entries.count > 1, let name = Self.name(of: dictionary.entries[0].key)
            {
                try edited.remove(at: "\(path).\(name)")
                dictionary.entries.removeFirst()
                return true
            }
            if kind == .entryInserted, dictionary.entries.count > 1 {
                try edited.set("inserted", at: "\(path).\"an entry more\"")
                dictionary.entries.append((key: "an entry more", value: "inserted"))
                return true
            }
            for (position, entry) in dictionary.entries.enumerated() {
                guard let key = Self.plain(entry.key) as? String else { continue }
                let place = "\(path).\(Self.quoted(key))"
                if kind == .entryReplaced, Self.plain(entry.value) is String, isPlainText(place) {
                    try edited.set("changed", at: place)
                    dictionary.entries[position].value = "changed"
                    return true
                }
                add(entry.value, place)
            }
            return false
        }
    }
}
