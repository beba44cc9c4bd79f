extension Console {
    /// Prints an array, whose elements are the outputs of the files.
    func printArray(_ printElements: () -> ExitStatus) -> ExitStatus {
        output.write("[")
        output.beginList(separator: ",")
        let status = printElements()
        output.endList(with: "\n]\n", ifEmpty: "\n]\n")
        return status
    }
}
