import Foundation
import KeyedArchiveTool

// The commands of the tool that read a file, with each option that changes what is made of it.

extension EntryPoint {
    static let tool: [EntryPoint] = dumps + reports + copies + edits + lines

    private static let dumps: [EntryPoint] = [
        command("dump FILE"), command("dump FILE --nested"), command("dump FILE --raw"), command("dump FILE --stable"),
        command("dump FILE --format tree --strings 9 --dates local --max-depth 5"),
        command("dump FILE --format json"), command("dump FILE --format json --nested --dates seconds"),
        command("dump FILE --format xml --dates iso"), command("dump FILE --json --raw --dates iso"),
        command("dump FILE --lines"), command("dump FILE --format xml"),
        command("dump FILE --format plain"), command("dump FILE --format plain --nested"),
        command("get FILE root --format plain"), command("dump FILE --format mermaid"),
        command("dump FILE --format mermaid --max-boxes 20"),
        command("dump FILE --format dot"), command("dump FILE --format html"),
        command("dump FILE --format html --nested"), command("get FILE root"), command("get FILE root[1]"),
        command("get FILE root --nested --json"), command("get FILE root --raw --format tree --max-depth 5"),
        command("get FILE root --stable --strings 9 --dates iso"), command("get FILE root --format json"),
        command("dump FILE --format paths"), command("get FILE root --format paths"), command("get FILE root --text"),
        command("get FILE root --bytes"), command("get FILE root.**"), command("get FILE root.*"),
        command("get FILE root[*] --json"), command("get FILE **<NSObject> --text"),
        command("get FILE root --format xml"), command("get FILE root --format mermaid"),
        command("get FILE root --format dot --max-boxes 20"), command("get FILE root --format html"),
    ]

    private static let reports: [EntryPoint] = [
        command("find a FILE"), command("find a FILE --ignore-case --strings 9 --dates local"),
        command("find (a|b)*c FILE --regex"), command("find FILE --number 1"), command("find FILE --date 2001"),
        command("find FILE --class NSObject"), command("find a FILE --json"),
        command("find a FILE --json --dates seconds"), command("find --archives FILE"),
        command("find --archives FILE --json"), command("dump FILE@0"),
        command("find FILE --class NSObject --json"),
        command("check FILE"), command("check FILE --strict --all"), command("check FILE --json"),
        command("check FILE --lines"), command("objects FILE"), command("objects FILE --json"),
        command("objects FILE --offsets"),
        command("objects FILE --canonical", makesText: true), command("classes FILE"), command("classes FILE --nested"),
        command("classes FILE --nested --swift"), command("classes FILE --json"), command("audit FILE"),
        command("audit FILE --json"), command("audit FILE --lines"), command("generate FILE"),
        command("generate FILE --codable"), command("generate FILE --codable --nested"),
        command("diff FILE OTHER --dates seconds", documentCount: 2), command("diff FILE FILE", documentCount: 2),
        command("diff FILE OTHER", documentCount: 2),
        command("diff OTHER FILE --json --max-changes 100000", documentCount: 2),
    ]

    private static let copies: [EntryPoint] = [
        command("rewrite FILE OUT", makesText: true), command("rewrite FILE OUT --format xml", makesText: true),
        command("rewrite FILE OUT --format binary", makesText: true),
        command("check FILE --salvage OUT", makesText: true),
        command("convert FILE OUT", makesText: true), command("convert FILE OUT --format binary", makesText: true),
        command("convert FILE OUT --format xml", makesText: true),
        command("convert FILE OUT --format typedstream", makesText: true),
        command("convert FILE OUT --format json", makesText: true),
        command("convert FILE OUT --format json --bare", makesText: true),
        command("convert FILE OUT --format envelope", makesText: true),
        command("convert FILE OUT --format plain", makesText: true),
        command("convert FILE OUT --format plain-json", makesText: true),
        command("convert FILE OUT --format plain-json --dates local", makesText: true),
    ]

    private static let edits: [EntryPoint] = [
        command("set FILE root text --output OUT", makesText: true),
        command("set FILE root[1] 7 --type integer --everywhere --output OUT", makesText: true),
        command(#"set FILE root {"a":[1,{"$data":"AQI="}]} --json --output OUT"#, makesText: true),
        command("set FILE root text --reflow --output OUT", makesText: true),
        command("set FILE root[*] text --type string --output OUT", makesText: true),
        command("set FILE **<NSObject> nil --type nil --everywhere --output OUT", makesText: true),
        command("append FILE root text --type string --output OUT", makesText: true),
        command(#"append FILE root {"a":[1,{"$data":"AQI="}]} --json --output OUT"#, makesText: true),
        command("insert FILE root[0] text --type string --output OUT", makesText: true),
        command(#"insert FILE root[0] {"a":[1,{"$data":"AQI="}]} --json --output OUT"#, makesText: true),
        command("move FILE root[1] root[0] --output OUT", makesText: true),
        command("rename NSObject Root FILE --output OUT", makesText: true),
        command("rename NS. UI. FILE --output OUT", makesText: true),
        command("rename NSObject Root FILE --nested --output OUT", makesText: true),
        command("delete FILE root --output OUT", makesText: true),
        command("delete FILE root[1] --output OUT", makesText: true),
    ]

    private static let lines: [EntryPoint] = [
        command("dump LINES", makesText: true, documentCount: 2),
        command("dump LINES --lines", makesText: true, documentCount: 2),
        command("dump FIELDS --field b", makesText: true, documentCount: 2),
        command("get LINES root --lines", makesText: true, documentCount: 2),
        command("get LINES root --lines --text", makesText: true, documentCount: 2),
        command("get FIELDS root --field b", makesText: true, documentCount: 2),
        command("check LINES --lines", makesText: true, documentCount: 2),
        command("check FIELDS --field b", makesText: true, documentCount: 2),
        command("convert LINES - --lines", makesText: true, documentCount: 2),
        command("convert FIELDS - --field b --format json", makesText: true, documentCount: 2),
    ]

    /// Options that need no measuring, and why.
    private static let otherOptions: [String: String] = [
        "--limits": "every command is measured with the limits for untrusted input",
        "--recursive": "chooses files", "--include": "chooses files", "--exclude": "chooses files",
        "--jobs": "works on several files, each as alone", "--backup": "copies the bytes that were read",
    ]

    /// A command line, in which `FILE` is the input, `OTHER` a copy of it with another byte in its middle, and `OUT` a
    /// place for output.
    ///
    /// `FILE@0` is what begins at its first byte. `LINES` and `FIELDS` are standard input with the input in each of two lines.
    private static func command(_ line: String, makesText: Bool = false, documentCount: Int = 1) -> EntryPoint {
        var call = EntryPoint("tool \(line)", makesText: makesText) { input in
            var standardInput: FileHandle?
            let words = line.split(separator: " ").map { word in
                switch word {
                case "LINES", "FIELDS":
                    standardInput = FileHandle(forReadingAtPath: word == "LINES" ? input.linesPath : input.fieldsPath)
                    return "-"
                case "FILE": return input.path
                case "FILE@0": return input.path + "@0"
                case "OTHER": return input.otherPath
                case "OUT": return "/dev/null"
                default: return String(word)
                }
            }
            let console = Console(
                input: standardInput?.fileDescriptor ?? 0, output: input.drain, errors: input.drain)
            defer { try? standardInput?.close() }
            _ = console.finish(Tool.run(words + ["--limits", "untrusted"], on: console))
        }
        call.archiveCount = documentCount
        call.answersLines = line.contains("LINES") || line.contains("FIELDS")
        return call
    }

    /// The commands, options and forms of the tool that nothing here measures, as the tool's completions list them.
    static func unmeasuredOptions(completions: String) -> [String] {
        let lines = tool.map { $0.name.split(separator: " ").dropFirst().map(String.init) }
        var missing: [String] = []
        for line in completions.split(separator: "\n") {
            let words = line.split(separator: " ").map { $0.filter { $0 != "'" } }
            guard let place = words.firstIndex(of: "__fish_seen_subcommand_from"), place + 3 < words.count,
                words[place + 2] == "-l"
            else { continue }
            let (command, option) = (words[place + 1], "--\(words[place + 3])")
            let measured = lines.filter { $0[0] == command && $0.contains(option) }
            if measured.isEmpty, otherOptions[option] == nil { missing.append("\(command) \(option)") }
            // The forms stand between `-a` and the description.
            guard option == "--format", let start = words.firstIndex(of: "-a"), let end = words.firstIndex(of: "-d")
            else { continue }
            for form in words[(start + 1)..<end] where !measured.contains(where: { $0.contains(form) }) {
                missing.append("\(command) --format \(form)")
            }
        }
        return missing
    }
}
