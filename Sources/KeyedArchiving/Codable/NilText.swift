internal import PropertyLists

/// Nil in a property list that is encoded as objects, which has no object for nil: a string with the text `$null`.
///
/// Foundation takes that text for nil. It is an object of `NSString` itself, and a user's text that is the same one of
/// `NSMutableString`, so that reading can tell them apart.
struct NilText: Codingable {
    static var codedClassName: String { "NSString" }

    func encode(with archiver: KeyedArchiver) throws {
        try archiver.encodeInlineString(NullText.text, forKey: StringFields.string)
    }

    init() {}

    init(coder unarchiver: KeyedUnarchiver) throws {}
}
