import KeyedArchiving
import PropertyLists

/// How the documents are answered that are lines of standard input: in the order of the lines, and as lines where that
/// can be.
struct LineAnswers: Sendable {
    /// The form of the answer to each line.
    enum Form {
        /// Anything for people.
        case words
        case json(JSONFormat.Layout)
        /// Text of a value, whose line ends are escaped.
        case text
        /// Bytes, written as the line was.
        case bytes
    }

    /// The options that say that each line is a document.
    static let flags: Set = ["--lines"]
    static let options: Set = ["--field"]
    /// The option of commands that read one FILE, for which ``InputFiles`` has it otherwise.
    static let jobs: Set = ["--jobs"]
    static let jobsHelp = """
          --jobs N         works on N lines at a time; without it, on as many as there are processors
        """
    /// Their explanation, without that of `--lines`.
    static let help = """
          --field NAME     takes each line of a FILE as a JSON object, in which NAME is a document as text; the same
                           line is printed with the answer in the place of that
        """
    /// The help text about standard input.
    static let article = """
        Standard input, or a file of text, may hold many documents, one a line, in hexadecimal digits or base64: it does if
        its first two lines are documents by themselves, or with --lines. Each is answered before the next line is waited
        for, an empty line by an empty line, and what fails with its number, such as -:3. In JSON that is {"$line":3,
        "$error":{"code":…,"reason":…,"remedy":…,"path":…,"byte":…}}, in a file with its "$file", and standard error stays
        empty. One of several files that fails is {"$file":…,"$error":…} there; the code of one that can't be opened or read
        is fileError.
        """

    let form: Form
    private let field: String?
    private let limits: InputLimits
    /// Whether a failure is an answer, rather than said on standard error.
    private let answersFailures: Bool

    init(_ form: Form, in files: InputFiles) {
        self.form = form
        (field, limits) = (files.field, files.limits)
        if case .json = form { answersFailures = true } else { answersFailures = files.readsLines }
    }

    /// Prints the output for a file unchanged, and that for a line in the form of an answer.
    ///
    /// - Parameter print: Prints the output for a document.
    func answer(
        _ file: InputFiles.Name,
        on console: Console,
        _ print: (InputFiles.Name, Console) throws(Failure) -> ExitStatus
    ) throws(Failure) -> ExitStatus {
        guard let line = file.line else { return try answerFile(file, on: console, print) }
        let output = console.output
        if line.text.allSatisfy(\.isWhiteSpace) {
            if case .json(.array) = form { output.write("null") } else { output.write("\n") }
            return .done
        }
        if case .words = form { return try print(file, console) }
        var place: Range<Int>?
        do throws(Failure) {
            var file = file
            if let field {
                guard let found = try document(in: field, of: line, file.text) else {
                    output.write(line.text + [0x0A])
                    return .done
                }
                file.line?.text = found.text
                place = found.place
            }
            var status = ExitStatus.done
            let answer = try output.taking { () throws(Failure) in status = try print(file, console) }
            write(shaped(answer, like: file.line?.text ?? []), in: line.text, at: place, on: output)
            return status
        } catch {
            guard answersFailures else {
                // The lines after it stay where they are.
                output.write("\n")
                throw error
            }
            if case .text = form, place == nil, field == nil, error.error?.code == .valueNotFound {
                output.write("\n")
                return error.status
            }
            write(Self.object(of: error, at: place == nil ? file.origin : []), in: line.text, at: place, on: output)
            return error.status
        }
    }

    /// Answers a file, or a line that takes several, as it is; one of several that fails is an object of JSON among them.
    func answerFile(
        _ file: InputFiles.Name,
        on console: Console,
        _ print: (InputFiles.Name, Console) throws(Failure) -> ExitStatus
    ) throws(Failure) -> ExitStatus {
        let count = console.output.count
        do throws(Failure) {
            return try print(file, console)
        } catch {
            // What stands there already is its document, of which standard error says the rest.
            guard case .json(let layout) = form, layout != .single, console.output.count == count else { throw error }
            write(Self.object(of: error, at: file.origin), in: [], at: nil, on: console.output)
            return error.status
        }
    }

    /// The answer for a document that failed.
    static func object(of failure: Failure, at origin: [JSONValue.Member]) -> [UInt8] {
        let error = JSONValue.Member(key: "$error", value: failure.json)
        let text = TextOutput.kept()
        JSONValue.object(origin + [error]).write(on: text, isCompact: true)
        return text.keptBytes()
    }

    /// Writes an answer, or the line with the answer in it.
    private func write(_ answer: [UInt8], in line: [UInt8], at place: Range<Int>?, on output: TextOutput) {
        var bytes = answer
        if let place { bytes = line[..<place.lowerBound] + answer + line[place.upperBound...] }
        if case .json(.array) = form { output.write(bytes) } else { output.write(bytes + [0x0A]) }
    }

    /// An answer as one line, in JSON if it stands in JSON.
    private func shaped(_ answer: [UInt8], like text: [UInt8]) -> [UInt8] {
        switch form {
        case .words: return answer
        // Within texts of JSON there are no line ends.
        case .json:
            return answer.split(separator: 0x0A).map { $0.drop { $0 == 0x20 } }.reduce(into: []) { $0 += $1 }
        case .text:
            let text = String(decoding: answer.last == 0x0A ? answer.dropLast() : answer, as: UTF8.self)
            return Array((field == nil ? text.inOneLine : JSONText.string(text)).utf8)
        case .bytes:
            let isHexadecimal = if case .hexadecimal? = TextCode(detecting: text) { true } else { false }
            let coded = isHexadecimal ? answer.map(\.hexadecimal).joined() : JSONText.base64Text(answer)
            return Array((field == nil ? coded : JSONText.string(coded)).utf8)
        }
    }

    /// The document in a field of a line, and its place; nil if there is none.
    private func document(
        in field: String,
        of line: LinedInput.Line,
        _ name: String
    ) throws(Failure) -> (text: [UInt8], place: Range<Int>)? {
        let (value, place): (PropertyList, Range<Int>)
        do throws(ArchiveError) {
            let budget = DocumentBudget(inputSize: line.text.count, limits: limits)
            (value, place) = try JSONReader.member(PropertyListString(field), of: line.text, charging: budget)
        } catch {
            throw Failure(error, in: name)
        }
        switch value {
        case .null: return nil
        case .string(let text):
            let bytes = Array(text.repaired.utf8)
            return bytes.allSatisfy(\.isWhiteSpace) ? nil : (bytes, place)
        case .boolean, .integer, .unsignedInteger, .integer128, .float, .double:
            let error = ArchiveError(
                .invalidType, "the field \(field.quoted()) is \(value.kind.withArticle), not a document as text",
                remedy: "name a field that holds one with --field")
            throw Failure(error, in: name)
        // JSON may be what is made a file of.
        default: return (Array(line.text[place]), place)
        }
    }
}

extension Failure {
    /// The failure as JSON.
    var json: JSONValue {
        func member(_ key: String, _ text: String?) -> JSONValue.Member? {
            text.map { JSONValue.Member(key: PropertyListString(key), value: .text($0)) }
        }
        func member(_ key: String, _ number: (some BinaryInteger)?) -> JSONValue.Member? {
            number.map { JSONValue.Member(key: PropertyListString(key), value: .integer($0)) }
        }
        // What has no error of an archive is a fault of the system, or a request that doesn't fit the file.
        let fault = error == nil && file != nil && status == .couldNotRun ? "fileError" : nil
        return .object(
            [
                member("code", error?.code.name ?? fault), member("reason", error?.reason ?? reason),
                member("remedy", error?.shownRemedy),
                member("path", error?.path?.description), member("key", error?.key),
                member("class", error?.className), member("object", error?.uid?.rawValue),
                member("byte", error?.byteOffset), member("line", error?.line), member("column", error?.column),
            ].compactMap { $0 })
    }
}

extension String {
    /// The text with line ends, tabs and backslashes escaped.
    fileprivate var inOneLine: String {
        var line = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\n": line += "\\n"
            case "\r": line += "\\r"
            case "\t": line += "\\t"
            case "\\": line += "\\\\"
            default: line.unicodeScalars.append(scalar)
            }
        }
        return line
    }
}
