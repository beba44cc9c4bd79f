import KeyedArchiving
import PropertyLists

/// The number that an object of `NSNumber` is; those of Apple's archiver are plain values, others have fields.
struct NumberSummary {
    let number: PropertyList
    let text: String

    /// Finds the number; nil if there is none.
    init?(of record: ArchivedRecord) {
        guard let number = NumberFields.value(in: record) else { return nil }
        self.number = number
        switch number {
        case .integer(let value): text = String(value)
        case .unsignedInteger(let value): text = String(value)
        case .float(let value): text = value.description
        case .double(let value): text = value.description
        case .boolean(let value): text = String(value)
        default: return nil
        }
    }

    /// Whether a field says no more than the number.
    static func isFolded(_ key: PropertyListString) -> Bool {
        [NumberFields.integer, NumberFields.real, NumberFields.boolean, "NS.type"].contains { key.isIdentical(to: $0) }
    }
}
