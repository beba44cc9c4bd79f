import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists

extension ReplicaArchive {
    private static let greeting = "Hello, World!"
    private static let bytes = Data("asdfasdfadsfadsf".utf8)

    private static func pair(_ name: String, _ encode: @escaping @Sendable (KeyedArchiver) throws -> Void)
        -> [(String, ReplicaArchive)]
    {
        [
            ("\(instruments)\(name).bin", ReplicaArchive(layout: .current, format: .binary, encode: encode)),
            ("\(instruments)\(name).xml", ReplicaArchive(layout: .current, format: .xml, encode: encode)),
        ]
    }

    /// Plain values and collections of them that were encoded without keys, in both forms.
    static let plainValues: [String: ReplicaArchive] = Dictionary(
        uniqueKeysWithValues: pair("onevalue") { try $0.encode(true as any Codingable) }
            + pair("primitives") { archiver in
                let values: [any Codingable] = [
                    UInt64(1), UInt32(1), 1.0, 1.5, bytes, true, greeting, greeting, greeting, false, false, 42,
                ]
                for value in values { try archiver.encode(value) }
            }
            + pair("arrays") { archiver in
                let values: [any Codingable] = [
                    UInt64(1), UInt32(1), 1.0, 1.5, bytes, true, greeting, greeting, greeting, false, false, 42,
                ]
                try archiver.encode(ArchivedArray(values))
                try archiver.encode(ArchivedArray([true, greeting, 42], isMutable: true))
                try archiver.encode(ArchivedSet([true]))
                try archiver.encode(ArchivedSet([42, true, greeting], isMutable: true))
            }
            + pair("nestedarrays") { archiver in
                let set = ArchivedSet([42, true, greeting], isMutable: true)
                try archiver.encode(ArchivedArray([ArchivedSet([true]), set]))
            }
            + pair("dict") { archiver in
                let array = ArchivedArray([true, greeting, 42], isMutable: true)
                try archiver.encode(ArchivedDictionary([("int", 1), ("string", "string"), ("array", array)]))
            }
    )
}
