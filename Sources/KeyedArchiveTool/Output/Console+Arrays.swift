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
