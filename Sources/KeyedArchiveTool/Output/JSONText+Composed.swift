extension JSONText {
    /// An object of members whose values are JSON text.
    static func object(_ members: [(key: String, value: String)]) -> String {
        "{\(members.map { "\(string($0.key)): \($0.value)" }.joined(separator: ", "))}"
    }

    /// An array of elements that are JSON text.
    static func array(_ elements: some Sequence<String>) -> String {
        "[\(elements.joined(separator: ", "))]"
    }

    /// A boolean.
    static func boolean(_ value: Bool) -> String { value ? "true" : "false" }
}

extension Console {
    /// Prints an array, whose elements are what is printed of each file.
    func printArray(_ printElements: () -> ExitStatus) -> ExitStatus {
        output.write("[")
        output.beginList(separator: ",")
        let status = printElements()
        output.endList(with: "\n]\n", ifEmpty: "\n]\n")
        return status
    }
}
