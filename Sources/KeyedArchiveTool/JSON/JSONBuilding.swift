import KeyedArchiving
import PropertyLists

/// What is made of JSON, value by value; what can't be made is an error with its line and its path.
protocol JSONBuilding {
    /// The text, in which the places of errors are found.
    var source: [UInt8] { get }
    /// The path in the JSON of the value that is being made.
    var path: [ArchivePath.Step] { get set }
}

extension JSONBuilding {
    /// An error at a value.
    ///
    /// - Parameter steps: The keys that lead on from the path to the value.
    func error(
        at json: JSONValue,
        _ reason: String,
        _ remedy: String,
        _ code: ArchiveError.Code = .invalidValue,
        _ steps: String...
    ) -> ArchiveError {
        let path = self.path + steps.map { .key($0) }
        return JSONPlace(json.offset, in: source)
            .error(code, reason, path: path.isEmpty ? nil : ArchivePath(path), remedy: remedy)
    }

    /// Goes on one step into the JSON.
    mutating func within<Value>(
        _ step: ArchivePath.Step,
        _ make: (inout Self) throws(ArchiveError) -> Value
    ) throws(ArchiveError) -> Value {
        path.append(step)
        let value = try make(&self)
        path.removeLast()
        return value
    }
}
