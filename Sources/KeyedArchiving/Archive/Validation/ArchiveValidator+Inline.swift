internal import PropertyLists

extension ArchiveValidator {
    /// Reports text that is in a field itself, which Apple's unarchiver refuses: it expects a reference.
    ///
    /// Only string objects hold their characters inline, under `NS.string`: so it is in every archive of Apple's that
    /// was looked at.
    ///
    /// - Parameter family: How the class of the object lays out its fields; nil if that isn't known.
    mutating func checkText(in fields: BinaryFields, _ family: FoundationFamily?, _ uid: UID?) {
        for field in index.pairs(of: fields) where index.kind(of: field.value) == .string {
            if family == .string, index.isText(field.key, StringFields.string) { continue }
            let reason = "text is stored in the field itself, not as an object that the field refers to"
            report(.invalidValue, reason, uid, key: field.key, at: field.value)
        }
    }
}
