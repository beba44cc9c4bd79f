import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

/// An object of one of Foundation's classes whose fields contradict the class, and the failure that decoding it gives.
struct HostilePayload: Sendable, CustomTestStringConvertible {
    /// The defect.
    var name: String
    /// The kind of failure.
    var code: ArchiveError.Code
    /// The type that the row is about.
    var type: any (Codingable & SendableMetatype).Type
    /// The archive of the object.
    var bytes: @Sendable () throws -> [UInt8]
    /// Decodes the object as the type that the row is about.
    var decode: @Sendable ([UInt8]) throws -> Void

    var testDescription: String { name }

    init<Value: Codingable & SendableMetatype>(
        _ name: String,
        _ type: Value.Type,
        _ code: ArchiveError.Code = .invalidValue,
        _ className: String? = nil,
        _ fields: @escaping @Sendable () throws -> KeyValuePairs<String, ArchivedValue>
    ) {
        self.name = "\(Value.self): \(name)"
        self.code = code
        self.type = type
        bytes = { try ArchiveBuilder.bytes(className ?? type.codedClassName, try fields()) }
        decode = { _ = try KeyedUnarchiver.unarchivedObject(of: type, from: $0, registry: .foundation) }
    }

    static let all = values + numbers + indexes + geometry + texts + calendars + others
}

@Suite struct HostilePayloadTests {
    @Test(.rows)
    func `a payload that contradicts its class is a typed error with its place, and untyped no harm`() {
        forEachRow(HostilePayload.all) { (payload: HostilePayload) throws in
            let bytes = try payload.bytes()
            let error = #expect(throws: ArchiveError(payload.code, "")) { try payload.decode(bytes) }
            expectRows {
                (error?.description.isEmpty, false)
                (error?.description.utf8.count ?? 0) < 1000
                error?.uid != nil
                ((error as NSError?)?.code, 4864)
            }
            // Asked for without a type, it does no harm either.
            do {
                _ = try KeyedUnarchiver.unarchivedGraph(from: bytes, registry: .foundation)
            } catch is ArchiveError {}
        }
    }
}
