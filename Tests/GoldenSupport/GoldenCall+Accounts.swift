import Foundation
import Fuzzing
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists

extension GoldenCall {
    /// What calls take from each account of the budget, to the byte and the step.
    ///
    /// So a charge that is forgotten anywhere is noticed. What is charged may change on purpose; the commit says why.
    package static let accounts: [GoldenCall] = [
        paid("any", .foundation) { try $0.decodeObject(forKey: $1) },
        paid("any:standard", .standard) { try $0.decodeObject(forKey: $1) },
        paid("graph", ClassRegistry()) { try $0.decodeObject(forKey: $1) },
        paid("graph:origins", ClassRegistry()) { unarchiver, key in
            unarchiver.preservesValueIdentity = true
            return try unarchiver.decodeObject(forKey: key)
        },
        GoldenCall("paid:type") { subject in
            try pay(subject, .foundation) { try $0.decodeObject(of: [subject.type ?? ArchivedArray.self], forKey: $1) }
        },
        paid("types", .foundation) { try $0.decodeObject(of: TypedCalls.foundationTypes, forKey: $1) },
        paid("array", .foundation) { try $0.decodeArrayOfObjects(of: TypedCalls.foundationTypes, forKey: $1)?.first },
        paid("elements", .foundation) { try $0.decodeElements(forKey: $1).first },
        paid("value", .foundation) { unarchiver, key in
            _ = try unarchiver.decodeAny(of: TypedCalls.foundationTypes, forKey: key)
            return nil
        },
        paid("list", .foundation) { unarchiver, key in
            _ = try unarchiver.decodePropertyList(forKey: key)
            return nil
        },
        paid("codable", .foundation) { unarchiver, key in
            _ = try unarchiver.decodeDecodable(AnyCodable.self, forKey: key)
            return nil
        },
        paidDecoding("texts-by-key", [String: String].self), paidDecoding("values-by-key", [String: AnyCodable].self),
        paidDecoding("texts", [String].self), paidDecoding("values", [AnyCodable].self),
        paidDecoding("numbers", [Int].self), paidDecoding("lists", [[AnyCodable]].self),
        paidDecoding("lists-by-key", [[String: AnyCodable]].self), paidDecoding("data", Data.self),
        paidDecoding("URL", URL.self), paidDecoding("date", Date.self), paidDecoding("UUID", [UUID].self),
        paidDecoding("set", Set<String>.self),
        GoldenCall("paid:entries", payForEntries),
    ]

    private static func paid(
        _ name: String,
        _ registry: ClassRegistry,
        _ decode: @escaping @Sendable (KeyedUnarchiver, String) throws -> (any Codingable)?
    ) -> GoldenCall {
        GoldenCall("paid:\(name)") { try pay($0, registry, decode) }
    }

    private static func paidDecoding<Value: Decodable & SendableMetatype>(_ name: String, _ type: Value.Type)
        -> GoldenCall
    {
        paid("decodable:\(name)", .foundation) { unarchiver, key in
            _ = try unarchiver.decodeDecodable(type, forKey: key)
            return nil
        }
    }

    /// What decoding the root object takes, and decoding it again.
    private static func pay(
        _ subject: Subject,
        _ registry: ClassRegistry,
        _ decode: (KeyedUnarchiver, String) throws -> (any Codingable)?
    ) throws -> String {
        let unarchiver = try KeyedUnarchiver(
            forReadingFrom: subject.bytes, registry: registry, limits: accountLimits(subject))
        unarchiver.keepsUnknownClasses = true
        try unarchiver.disableSecureCoding()
        var lines: [String] = []
        for _ in 0..<2 {
            lines.append(
                line("decoded") {
                    let object = try decode(unarchiver, KeyedArchiver.rootObjectKey)
                    if let object { CycleBreaker.takeApart(object) }
                    return object.map { "\(type(of: $0))" } ?? "nil"
                })
            lines.append("\(unarchiver.used)")
        }
        return lines.joined(separator: "\n")
    }

    /// Limits that an account reaches only where it is overdrawn by far.
    private static func accountLimits(_ subject: Subject) -> Limits {
        Limits(expansion: 1 << 20, allocation: 1 << 20, steps: 1 << 20, output: 1 << 20)
    }

    private static func payForEntries(_ subject: Subject) throws -> String {
        let archive = try KeyedArchive(subject.bytes, limits: accountLimits(subject))
        var (budget, lines) = (archive.budget, [String]())
        func pay(_ name: String, _ call: () throws -> Void) {
            lines.append(line(name, call))
            lines.append("\(budget.used)")
        }
        pay("top") { _ = try archive.topLevel(charging: &budget) }
        pay("extra") { _ = try archive.extraTopLevelValues(charging: &budget) }
        var cache = FoundationValueCache()
        for number in 0..<min(archive.objectCount, 24) {
            let uid = UID(UInt64(number))
            pay("entry") { _ = try archive.entry(at: uid, charging: &budget) }
            pay("class") { _ = try archive.archivedClass(at: uid, charging: &budget) }
            guard let record = try? archive.record(at: uid),
                let archivedClass = try? archive.archivedClass(at: record.classUID)
            else { continue }
            pay("value") { _ = try archive.foundationValue(of: record, ofClass: archivedClass, charging: &budget) }
            pay("cached") {
                _ = try cache.entry(at: uid, of: archive, charging: &budget)
                _ = try archive.foundationValue(of: record, ofClass: archivedClass, caching: &cache, charging: &budget)
            }
        }
        return lines.joined(separator: "\n")
    }
}
