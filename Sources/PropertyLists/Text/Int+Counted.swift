extension Int {
    /// The number and a noun, in the plural unless the number is one: `1 key`, `2 keys`.
    ///
    /// - Parameter plural: The plural, if it isn't the noun with an `s`.
    package func counted(_ noun: String, plural: String? = nil) -> String {
        "\(self) \(self == 1 ? noun : plural ?? noun + "s")"
    }
}
