public import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists

/// Archives of one object with the fields that a test gives it, right or wrong.
enum ArchiveBuilder {
    /// The archive of an object of a class.
    ///
    /// - Parameter fields: Keys and values. A field that refers to an object is made by ``ArchivedValue/object(_:)``.
    static func bytes(_ className: String, _ fields: KeyValuePairs<String, ArchivedValue>) throws -> [UInt8] {
        try KeyedArchiver.archivedBytes(withRootObject: object(className, fields))
    }

    /// An object of a class.
    static func object(_ className: String, _ fields: KeyValuePairs<String, ArchivedValue>) -> ArchivedObject {
        ArchivedObject(
            ArchivedClass(name: className, hierarchy: [className, "NSObject"]),
            fields: fields.map { ArchivedObject.Field($0.key, $0.value) }
        )
    }
}

extension ArchivedValue {
    /// An inline integer.
    static func integer(_ value: Int64) -> ArchivedValue { .inline(.integer(value)) }

    /// Inline bytes.
    static func data(_ bytes: [UInt8]) -> ArchivedValue { .inline(.data(bytes)) }

    /// An inline real.
    static func real(_ value: Double) -> ArchivedValue { .inline(.double(value)) }

    /// A boolean.
    static func boolean(_ value: Bool) -> ArchivedValue { .inline(.boolean(value)) }

    /// A reference to a data object.
    static func dataObject(_ bytes: [UInt8]) -> ArchivedValue { .object(ArchivedData(bytes)) }

    /// A reference to nil.
    static var null: ArchivedValue { .object(nil) }
}

extension ArchivedValue: ExpressibleByStringLiteral {
    /// A reference to a string.
    public init(stringLiteral value: String) {
        self = .object(value)
    }
}
