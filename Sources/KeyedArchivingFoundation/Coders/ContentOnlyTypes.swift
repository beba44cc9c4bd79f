internal import Foundation
internal import KeyedArchiving

/// The types that may stand in the contents of an attributed string, a notification or an error where secure coding is
/// required: all of Foundation's that this library has, objects of unknown classes, and what the caller allows.
///
/// None of them does anything but hold content.
enum ContentOnlyTypes {
    private static let all: [any Codingable.Type] =
        ClassRegistry.standardContentTypes + ClassRegistry.foundationTypes + [ArchivedObject.self]

    /// The types that a call inside the current object allows.
    ///
    /// Inside such contents they are allowed already. The list is the same one then: a chain of errors would otherwise
    /// make one for each level, each longer than the last.
    static func allowed(by unarchiver: KeyedUnarchiver) -> [any Codingable.Type] {
        let allowed = unarchiver.allowedTypes
        let isComplete = allowed.suffix(all.count).elementsEqual(all) { ObjectIdentifier($0) == ObjectIdentifier($1) }
        return isComplete ? allowed : allowed + all
    }
}
