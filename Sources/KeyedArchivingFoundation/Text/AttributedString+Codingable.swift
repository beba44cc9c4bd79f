public import Foundation
public import KeyedArchiving

/// `NSAttributedString`, with every attribute it has as ``ArchivedAttributes``.
///
/// Of Foundation's own attributes the link is written, as `NSLink`; the others belong to Foundation alone.
extension AttributedString: Codingable {
    /// `NSAttributedString`.
    public static var codedClassName: String { "NSAttributedString" }

    /// The mutable classes.
    public static var codedClassAliases: [String] { ArchivedAttributedString.codedClassAliases }

    /// Writes the characters and the attributes.
    public func encode(with archiver: KeyedArchiver) throws {
        try ArchivedAttributedString(self).encode(with: archiver)
    }

    /// Reads the characters and the attributes.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        let archived = ArchivedAttributedString("")
        try archived.decode(from: unarchiver)
        do {
            self = try AttributedString(archived) { try unarchiver.charge($0) }
        } catch let error as ArchiveError {
            throw unarchiver.failure(error.code, error.reason, key: "NSAttributeInfo")
        }
    }

    /// The string, also from an archived one.
    public static func _cast(_ object: any Codingable) -> AttributedString? {
        switch object {
        case let string as AttributedString: string
        case let archived as ArchivedAttributedString: try? AttributedString(archived)
        default: nil
        }
    }
}

extension ArchivedAttributedString {
    /// Creates an archived string from Foundation's; runs with equal attributes share a dictionary.
    ///
    /// - Throws: Whatever decoding an attribute that is an archive of its own throws.
    public convenience init(_ text: AttributedString) throws {
        self.init("")
        var positions: [ArchivedAttributes.Value: Int] = [:]
        for run in text.runs {
            var values = run[ArchivedAttributes.self] ?? [:]
            if let link = run.link { values["NSLink"] = .url(link) }
            let part = String(text[run.range].characters)
            string += part
            // Attributes with a NaN are equal to none, and looking for one among many takes as long as there are.
            let known = values == values ? positions[values] : nil
            let position = known ?? attributes.count
            if known == nil {
                if values == values { positions[values] = position }
                attributes.append(try ArchivedDictionary(values))
            }
            if let last = runs.last, last.attributes == position {
                runs[runs.count - 1].length += part.utf16.count
            } else {
                runs.append(Run(length: part.utf16.count, attributes: position))
            }
        }
    }
}

extension ArchivedDictionary {
    /// The attributes by name, in the order of their names.
    fileprivate convenience init(_ values: ArchivedAttributes.Value) throws {
        var entries: [Entry] = []
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            if let object = try value.object { entries.append((key, object)) }
        }
        self.init(entries)
    }
}
