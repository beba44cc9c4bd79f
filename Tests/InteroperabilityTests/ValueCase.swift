import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists

/// A value of ours and the object of Foundation that it stands for.
struct ValueCase {
    /// What the value is.
    var name: String
    /// Whether XML can hold the value.
    var isInXML = true
    /// Whether Foundation's archiver writes the value, and whether its unarchiver reads it.
    ///
    /// Where one does not, the case says what happens instead.
    var isWrittenByFoundation = true
    var isReadByFoundation = true
    /// The value to encode with our archiver.
    var ours: any Codingable
    /// The object to encode with Foundation's.
    var theirs: NSObject
    /// Whether an archive holds our value, decoded by its type.
    var isHeld: (_ archive: [UInt8]) throws -> Bool

    /// A value that is decoded by its own type.
    init<Value: Codingable & Equatable>(_ name: String, _ ours: Value, _ theirs: NSObject) {
        self.name = name
        self.ours = ours
        self.theirs = theirs
        isHeld = { try KeyedUnarchiver.unarchivedObject(of: Value.self, from: $0, registry: .foundation) == ours }
    }

    /// A value that is decoded without naming a type, and compared by a closure.
    init(
        _ name: String,
        _ ours: any Codingable,
        _ theirs: NSObject,
        isEqual: @escaping (any Codingable) -> Bool
    ) {
        self.name = name
        self.ours = ours
        self.theirs = theirs
        isHeld = { try KeyedUnarchiver.unarchivedGraph(from: $0, registry: .foundation).map(isEqual) ?? false }
    }
}

extension ValueCase {
    /// The same value, for a direction that Foundation cannot go.
    func notWrittenByFoundation() -> ValueCase {
        var value = self
        value.isWrittenByFoundation = false
        return value
    }

    /// The same value, for a direction that Foundation cannot go.
    func notReadByFoundation() -> ValueCase {
        var value = self
        value.isReadByFoundation = false
        return value
    }

    /// The same value, which XML cannot hold.
    func notInXML() -> ValueCase {
        var value = self
        value.isInXML = false
        return value
    }

    /// Every value that a form can hold.
    static func all(in format: PropertyListFormat) -> [ValueCase] {
        (standard + foundation).filter { format == .binary || $0.isInXML }
    }
}
