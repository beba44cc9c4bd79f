import KeyedArchiving
import PropertyLists
import SequentialArchives

/// Prints the raw parts of an archive: the stored objects, not the values that they represent.
struct ObjectsCommand: Command {
    static let name = "objects"
    static let summary = "prints the table of objects as it is stored"
    static let syntax = Syntax(
        flags: ["--json", "--canonical", "--offsets"],
        options: InputLimits.options,
        operandCount: 1...1,
        operandNames: "one FILE"
    )
    static let help = """
        usage: keyed-archive objects FILE [--json] [--canonical] [--offsets] [--limits LIMITS]

        Prints the parts of an archive as they are stored, one line for each object of its table. References are shown as
        #3, the object with UID 3. Damaged archives are shown as far as they are property lists.

        Of a sequential archive (a typedstream, which NSArchiver writes) every group, object, class and value has a line, as
        --canonical prints it.

        \(InputLimits.help)
          --canonical      prints a sequential archive as text that is the same for every reader; of another file it is
                           refused
          --offsets        prints before each object the byte at which it begins in a binary archive, in hexadecimal
                           digits, as hex editors do
          --json           prints everything, in file order, as
                           {"$version":…,"$archiver":…,"$top":{…},"$objects":[…],"$envelope":{…}}
                           of which keyed-archive convert makes the same bytes, if one of Apple's archivers wrote them,
                           and otherwise the same objects in the same order; with these for what JSON lacks:
                             {"CF$UID":3}          a reference
                             {"$data":"AQI="}      data in base64
                             {"$latin1":"café"}    a text with bytes above 127 that is marked as ASCII
                             {"$date":0.0}         a date, in seconds since 2001-01-01
                             {"$float":0.1}        a real of 32 bits
                             {"$real":"nan"}       a real: nan, inf or -inf; "nan:FFF8000000000000" by its bits
                             {"$int128":3}         a small integer that takes 16 bytes
                             {"$set":[…]}          a set; {"$orderedSet":[…]} an ordered one
                             {"$dictionary":[[key,value],…]}  a dictionary with a key that isn't text, or is there
                                                   twice, or that looks like one of these
                           "$envelope" says what the values don't: the form, if it isn't binary; and in "sharing", by
                           their places, counted from 0, which equal texts, numbers, dates and data are one object where
                           the archiver of the file would do it in another way ("containers": which containers). It is
                           {"version":1.0} in JSON of your own. A property list that is no archive is
                           {"$propertyList":"binary","$value":…,"$envelope":{…}}, a typedstream as keyed-archive
                           convert --format envelope has it.

        """

    private let file: String
    private let printsJSON: Bool
    private let isCanonical: Bool
    private let printsOffsets: Bool
    private let limits: InputLimits

    init(_ arguments: Arguments) throws(Failure) {
        file = arguments.operands[0]
        printsJSON = arguments.has("--json")
        isCanonical = arguments.has("--canonical")
        printsOffsets = arguments.has("--offsets")
        let forms = ["--json", "--canonical", "--offsets"].filter(arguments.has)
        if forms.count > 1 { throw .usage("\(forms[0]) and \(forms[1]) exclude each other") }
        limits = try InputLimits(arguments)
    }

    func run(on console: Console) throws(Failure) -> ExitStatus {
        let input = InputFile(file, limits: limits, on: console)
        let (bytes, budget) = try input.read()
        if printsJSON { return try printJSON(bytes, charging: budget, on: console) }
        if let archive = try input.sequentialArchive(in: bytes) {
            if printsOffsets {
                let reason = "--offsets is for binary property lists; --canonical prints a sequential archive"
                throw Failure(file: file, reason: reason, status: .negativeResult)
            }
            return try print(archive, charging: budget, on: console)
        }
        if isCanonical {
            let reason = "--canonical is for sequential archives (typedstreams); without it, the objects are printed"
            throw Failure(file: file, reason: reason, status: .negativeResult)
        }
        do throws(ArchiveError) {
            if let refusal = FileKind(bytes).refusal { throw refusal }
            let tree = try PropertyListDocument(bytes, limits: budget.remaining).root
            guard case .dictionary(let archive) = tree, case .array(let objects)? = archive["$objects"] else {
                throw ArchiveError(
                    .notAKeyedArchive,
                    "the property list has no array $objects",
                    remedy:
                        "it is a plain property list; keyed-archive dump also opens the archives in its data"
                )
            }
            let offsets = try printsOffsets ? KeyedArchive(bytes, limits: budget.remaining) : nil
            if printsOffsets, offsets?.byteOffset(of: .null) == nil {
                throw ArchiveError(
                    .unrepresentable, "an object of an XML archive has no byte at which it begins",
                    remedy: "leave --offsets out")
            }
            try console.output.charging(budget) {
                var table = ObjectsTable(objects, offsetsOf: offsets, console)
                table.print(archive)
            }
        } catch {
            throw Failure(error, in: file)
        }
        return .done
    }

    private func printJSON(
        _ bytes: [UInt8],
        charging budget: DocumentBudget,
        on console: Console
    ) throws(Failure) -> ExitStatus {
        do throws(ArchiveError) {
            if FileKind(bytes).isSequential {
                console.output.write(try SequentialJSON.text(of: bytes, charging: budget))
                return .done
            }
            if let refusal = FileKind(bytes).refusal { throw refusal }
            try console.output.charging(budget, isWhole: true) { () throws(ArchiveError) in
                try EnvelopePrinter(console.output, charging: budget).print(bytes)
            }
        } catch {
            throw Failure(error, in: file)
        }
        return .done
    }

    private func print(
        _ archive: SequentialArchive,
        charging budget: DocumentBudget,
        on console: Console
    ) throws(Failure) -> ExitStatus {
        do throws(ArchiveError) {
            let text = try archive.canonicalText()
            try console.output.charging(budget) { console.output.write(text) }
        } catch {
            throw Failure(error, in: file)
        }
        return .done
    }
}
