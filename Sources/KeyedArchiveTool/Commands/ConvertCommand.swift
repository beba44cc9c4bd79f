import KeyedArchiving
import PropertyLists

/// Writes a file in another form: binary, XML, JSON, or as a plain list.
struct ConvertCommand: Command {
    static let name = "convert"
    static let summary = "writes a file in another form: binary, XML, JSON and back, or as a plain list"
    static let syntax = Syntax(
        flags: LineAnswers.flags.union(["--bare"]),
        options: InputLimits.options.union(LineAnswers.options).union(LineAnswers.jobs).union(["--format", "--dates"]),
        operandCount: 2...2,
        operandNames: "IN and OUT",
        formats: Form.allCases.map(\.rawValue)
    )
    static let help = """
        usage: keyed-archive convert IN OUT [--format FORMAT] [--bare] [--dates FORM] [--lines] [--field NAME]
                                    [--jobs N] [--limits LIMITS]

        Writes IN to OUT in another form; each may be -, standard input and standard output. The form of IN is told from
        its content.

          --format FORMAT  binary or xml: an archive or another property list; typedstream: the sequential archive that
                           NSArchiver would write of the same objects; json: the JSON of dump --format json, for
                           an editor or a program; envelope: the JSON of objects --json, exactly what is stored, of
                           which the same bytes are built; plain: an XML property list (binary, if XML can't hold it)
                           for programs that know nothing of archives: text, dates and other values of Foundation's
                           as values, other objects as dictionaries of their fields, without classes; {"$ref":path}
                           for an object that another path has, or that holds this one; in XML dates lose fractions
                           of a second; plain-json: the same in JSON, as plain is where OUT ends in .json, and as
                           dump --format plain prints it. Without --format, an OUT that ends in .json, .xml or
                           .typedstream is that, one in .plist a property list, and JSON becomes the kind of file
                           that it names, or binary.
          --bare           leaves out of the JSON what is there for reading only, and leaves data as they are, so that
                           scripts may change all values
          --dates FORM     writes the dates of json and plain-json as dump does: iso, local or seconds
          --lines          converts each line of IN to a line: JSON, or the file in hexadecimal digits if
                           the line was, otherwise in base64
        \(LineAnswers.help)
        \(LineAnswers.jobsHelp)
        \(InputLimits.help)

        JSON is the form of dump --format json, which --help of that command describes: what it shows, it builds. Change
        it anywhere, or write it by hand: {"$graph":1.0,"root":{"$class":"Person","name":"Ada","age":36}} is a whole
        archive. What can't be built is an error with its line, its path and what to do, and nothing is written. Built
        anew, an archive has the same objects; the bytes of the file, the numbers of the objects and the order of their
        keys are others. Data that hold an archive are opened ("$document"). What is there for reading only
        ("$derived": a color as sRGB digits or in words) is compared when the file is built, and can't be changed.

        JSON with "$envelope" is that of objects --json: exactly what is stored, of damaged archives, too. Without that
        and "$graph" it becomes another property list.

        A sequential archive (a typedstream) has the same JSON with "$typedstream": Foundation's objects by what they stand
        for, all others by the groups of values that they wrote, {"$class":…,"$groups":[{types:values},…]}. Which equal
        short texts and numbers are one object isn't in it; that is in the envelope, {"$typedstream":…,"$groups":…} without
        "$graph". With --format binary, xml or typedstream a sequential archive becomes a keyed one and back, if all its
        objects are of classes of Foundation's that both have: text, data, numbers, dates, URLs, decimals, NSNull, arrays,
        sets, dictionaries and attributed text. What others write is known to their classes alone. The types of numbers and
        the versions of classes, which keyed archives don't have, aren't kept.

        \(LineAnswers.article)

        """

    /// The forms that can be written.
    enum Form: String, CaseIterable {
        case binary, xml, typedstream, json, envelope, plain
        case plainJSON = "plain-json"

        /// Whether the form is JSON.
        var isJSON: Bool { self == .json || self == .envelope || self == .plainJSON }

        /// The form that the extension of a file's name says.
        init?(nameOf file: String) {
            if file.hasSuffix(".json") {
                self = .json
            } else if file.hasSuffix(".xml") {
                self = .xml
            } else if file.hasSuffix(".typedstream") {
                self = .typedstream
            } else {
                return nil
            }
        }
    }

    private let files: InputFiles
    private let output: String
    /// Whether the name of the output says that it is a property list, of whatever form.
    private var namesList: Bool { form == nil && output.hasSuffix(".plist") }
    private let form: Form?
    private let isBare: Bool
    private let dates: DateForm
    private let limits: InputLimits

    init(_ arguments: Arguments) throws(Failure) {
        files = try InputFiles(arguments, maximumCount: 1)
        output = arguments.operands[1]
        let form = try arguments.value(of: "--format", as: Form.self) ?? Form(nameOf: output)
        self.form = form == .plain && output.hasSuffix(".json") ? .plainJSON : form
        isBare = arguments.has("--bare")
        if isBare, form != .json { throw .usage("--bare is for --format json") }
        let wantedDates = try arguments.value(of: "--dates", as: DateForm.self)
        dates = wantedDates ?? .iso
        if wantedDates != nil, self.form != .json, self.form != .plainJSON {
            throw .usage("--dates is for --format json and --format plain-json")
        }
        limits = try InputLimits(arguments)
    }

    func run(on console: Console) throws(Failure) -> ExitStatus {
        let queue = InputQueue(files, on: console)
        if queue.holdsLines { return try convertLines(of: queue, on: console) }
        guard let name = queue.next() else { return .done }
        let file = InputFile(name, limits: limits, on: console)
        try OutputFile(output).write(on: console, from: file) { () throws(Failure) in
            // JSON and lists nest within bounds, for which not every thread has stack.
            try Thread.withLargeStack { () throws(Failure) in try convert(file, on: console) }
        }
        return .done
    }

    /// Answers each line by a line.
    private func convertLines(of queue: InputQueue, on console: Console) throws(Failure) -> ExitStatus {
        guard output == "-" else {
            throw .usage("the documents of several lines go to standard output; OUT is then -")
        }
        let answers = LineAnswers(form?.isJSON == true ? .json(.lines) : .bytes, in: files)
        return console.forEach(of: queue, answering: answers) { name, console throws(Failure) in
            // The threads of this work have large stacks.
            console.output.write(try convert(InputFile(name, limits: limits, on: console), on: console))
            return .done
        }
    }

    private func convert(_ file: InputFile, on console: Console) throws(Failure) -> [UInt8] {
        let (bytes, budget) = try file.read(includingJSON: true)
        do throws(ArchiveError) {
            // An answer to a line is all that is said of it.
            return try convert(bytes, charging: budget) { note in
                if !file.isLine { console.note(note, about: file) }
            }
        } catch {
            throw Failure(error, in: file.name)
        }
    }

    /// - Parameter note: Takes a note that isn't part of the result.
    private func convert(
        _ bytes: [UInt8],
        charging budget: DocumentBudget,
        note: (String) -> Void
    ) throws(ArchiveError) -> [UInt8] {
        let conversion = Conversion(budget: budget, dates: dates)
        var file = bytes
        if FileSignature.isJSON(bytes) {
            let format: PropertyListFormat? = form == .binary ? .binary : form == .xml ? .xml : nil
            file = try conversion.file(ofJSON: bytes, format: format)
            let isOtherKind = FileKind(file).isSequential ? format != nil || namesList : form == .typedstream
            guard form?.isJSON == true || form == .plain || isOtherKind else {
                // What the JSON says of dates is whole in the binary form only.
                let isXML = PropertyListFormat(recognizing: file) == .xml
                let whole = isXML ? try? conversion.file(ofJSON: bytes, format: .binary) : nil
                if let loss = XMLLoss(in: file, writtenOf: whole ?? file, limits: budget.remaining)?.note {
                    note(loss)
                }
                return file
            }
        }
        switch form {
        case .json: return try conversion.json(of: file, isBare: isBare)
        case .envelope:
            let (json, isExact) = try conversion.envelope(of: file)
            if !isExact { note("of this JSON other bytes are built, with the same objects in the same order") }
            return json
        case .typedstream: return try conversion.sequential(of: file)
        case .plain: return try conversion.plainList(of: file)
        case .plainJSON: return try conversion.plainJSON(of: file)
        case .binary, .xml, nil:
            let format: PropertyListFormat? = form == .binary ? .binary : form == .xml ? .xml : nil
            let written: [UInt8]
            let document = try Document(file, charging: budget)
            switch document.content {
            case .archive(let archive): written = try archive.bytes(format: format)
            case .sequential(let archive):
                guard let format = format ?? (namesList ? .binary : nil) else { return file }
                file = try conversion.keyed(archive, of: document)
                written = try KeyedArchive(file, limits: budget.remaining).bytes(format: format)
            case .list(let list): written = try list.bytes(format: format)
            }
            if let loss = XMLLoss(in: written, writtenOf: file, limits: budget.remaining)?.note { note(loss) }
            return written
        }
    }
}
