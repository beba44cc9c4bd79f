import KeyedArchiving
import PropertyLists

/// What an archive holds, entry by entry, as a line: `1 Person{age=36, name→2}; 2="Ada"`.
///
/// The top level comes first unless it is `root→1`. Class records take numbers and are shown as the name of their
/// objects' class, with a chain that isn't `[name, NSObject]` or Foundation's own. Fields are sorted.
struct GraphCase {
    private let archive: KeyedArchive

    init(_ bytes: [UInt8]) throws {
        archive = try KeyedArchive(bytes)
    }

    func text() throws -> String {
        let top = try archive.topLevel().map { "\($0.key)\(field($0.value))" }.sorted().joined(separator: " ")
        var parts = top == "root→1" || top.isEmpty ? [] : [top]
        for number in 1..<max(1, archive.objectCount) {
            switch try archive.entry(at: UID(UInt64(number))) {
            case .null, .classRecord: continue
            case .value(let value): parts.append("\(number)=\(text(of: value))")
            case .object(let record):
                let fields = record.fields.map { "\($0.key)\(field($0.value))" }.sorted().joined(separator: ", ")
                parts.append("\(number) \(name(of: try archive.archivedClass(at: record.classUID))){\(fields)}")
            }
        }
        return parts.joined(separator: "; ")
    }

    /// Fields in the order in which ``text()`` has them.
    static func sorted(_ expected: String) -> String {
        expected.split(separator: "; ").enumerated().map { position, part in
            guard let open = part.firstIndex(of: "{"), part.hasSuffix("}"), part.first?.isNumber == true else {
                // The top level.
                let words = part.replacing("=date ", with: "=date_").split(separator: " ").sorted()
                return position == 0 ? words.joined(separator: " ").replacing("_", with: " ") : String(part)
            }
            let fields = part[part.index(after: open)...].dropLast()
            var sorted: [String] = []
            var depth = 0
            var field = ""
            for character in fields {
                if "[{".contains(character) { depth += 1 }
                if "]}".contains(character) { depth -= 1 }
                if character == ",", depth == 0 {
                    sorted.append(field)
                    field = ""
                } else if !(field.isEmpty && character == " ") {
                    field.append(character)
                }
            }
            if !field.isEmpty { sorted.append(field) }
            return "\(part[...open])\(sorted.sorted().joined(separator: ", "))}"
        }.joined(separator: "; ")
    }

    private static let standardChains: [String: [String]] = [
        "NSMutableString": ["NSString"], "NSMutableData": ["NSData"], "NSMutableArray": ["NSArray"],
        "NSMutableDictionary": ["NSDictionary"], "NSMutableIndexSet": ["NSIndexSet"],
        "NSMutableAttributedString": ["NSAttributedString"], "NSCountedSet": ["NSMutableSet", "NSSet"],
        "NSCalendarDate": ["NSDate"], "NSLocalizableString": ["NSString"],
        "NSDecimalNumberPlaceholder": ["NSDecimalNumber", "NSNumber", "NSValue"],
    ]

    private func name(of archivedClass: ArchivedClass) -> String {
        let standard = [archivedClass.name] + (Self.standardChains[archivedClass.name] ?? []) + ["NSObject"]
        var name = archivedClass.name
        if archivedClass.hierarchy.isEmpty {
            name += "[no chain]"
        } else if archivedClass.hierarchy != standard {
            name += "[\(archivedClass.hierarchy.dropFirst().joined(separator: ","))]"
        }
        return name
            + (archivedClass.fallbacks.isEmpty ? "" : "hints['\(archivedClass.fallbacks.joined(separator: "','"))']")
    }

    private func field(_ value: PropertyList) -> String {
        switch value {
        case .uid(let uid): "→\(uid.rawValue)"
        case .array(let elements):
            "[\(elements.map(field).joined(separator: " "))]"
        default: "=\(text(of: value))"
        }
    }

    private func text(of value: PropertyList) -> String {
        switch value {
        case .string(let text): "\"\(text.repaired)\""
        case .data(let bytes):
            (try? KeyedArchive(bytes)) != nil
                ? "<archive>" : "<\(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())>"
        case .float(let number): "\(number)(float)"
        case .double(let number): "\(number)"
        case .integer128(let number): "\(number)(16 bytes)"
        case .unsignedInteger(let number): "\(number)(16 bytes)"
        case .date(let seconds): "date \(seconds)"
        case .dictionary(let entries):
            "{\(entries.map { "\($0.key.stringValue ?? "")\(field($0.value))" }.joined(separator: ", "))}"
        default: value.description
        }
    }
}
