/// Options for the parts of a graph that are shown.
struct GraphOptions {
    /// Whether objects of well-known classes are shown with their fields.
    var showsRawFields: Bool
    /// Whether archives and property lists held in data are opened; in a file that isn't an archive they always are.
    var opensNestedArchives: Bool
    /// Whether details that change without a change of content are left out: the numbers of objects, the order of
    /// dictionaries.
    var isStable: Bool
    /// How many objects one inside the other are shown.
    var maximumDepth: Int

    /// How many characters of a text are shown; nil if the command decides.
    var stringLimit: Int?
    /// How dates are shown.
    var dates: DateForm
    /// The form of dates that was asked for; programs that read XML get seconds if none was.
    var wantedDates: DateForm?

    /// The number of boxes in a diagram; nil for as many as viewers draw.
    var maximumBoxes: Int?

    /// The flags of the command line that are read here.
    static let flags: Set = ["--nested", "--raw", "--stable"]
    /// The options of the command line that are read here.
    static let options: Set = ["--max-depth", "--strings", "--dates", "--max-boxes"]
    /// Their explanation.
    static let help = """
          --nested         opens archives and property lists that are held in data; in a FILE that is a property list
                           but no archive they are always opened
          --max-depth N    shows at most N objects one inside the other
          --max-boxes N    draws up to N boxes of a diagram, those nearest to the start; without it, as many as viewers
                           take: Mermaid refuses more than 50,000 characters and 500 arrows
          --strings N      shows up to N characters of each text
          --dates FORM     shows dates as iso (2001-02-03T04:05:06Z), local (the same in the time zone of this computer)
                           or seconds (since 2001, as they are stored); without it as iso, in XML as seconds
          --raw            shows the fields of Foundation's classes as they are stored, not their values
          --stable         in the tree, names objects by their paths and not by their numbers, and sorts fields,
                           dictionaries and sets, so that nothing changes but what an edit changed
        """

    /// Everything in an archive, objects by their values.
    static var everything: GraphOptions { GraphOptions() }

    private init() {
        showsRawFields = false
        isStable = false
        opensNestedArchives = false
        stringLimit = nil
        dates = .iso
        maximumDepth = .max
    }

    /// The forms that an option matters to, where these aren't all.
    private static let scopes: [(option: String, forms: Set<GraphForm>)] = [
        ("--strings", [.tree, .paths, .html, .mermaid, .dot]), ("--max-boxes", [.mermaid, .dot]), ("--stable", [.tree]),
    ]
    /// The options that apply to printing a raw part, without a form.
    private static let partOptions: Set = ["--raw", "--dates"]

    /// Reads the options; those that the form takes no notice of are refused.
    ///
    /// - Parameter form: The form that is printed; nil where a value is printed as it is.
    init(_ arguments: Arguments, for form: GraphForm?) throws(Failure) {
        for option in Self.flags.union(Self.options).sorted()
        where arguments.has(option) || arguments.text(of: option) != nil {
            guard let form else {
                if Self.partOptions.contains(option) { continue }
                throw .usage("--text and --bytes print what is there as it is; leave \(option) out")
            }
            guard let scope = Self.scopes.first(where: { $0.option == option }), !scope.forms.contains(form) else {
                continue
            }
            let forms = GraphForm.allCases.filter(scope.forms.contains).map(\.rawValue).joined(separator: ", ")
            throw .usage("\(option) is for \(forms), not for \(form.rawValue); leave it out")
        }
        showsRawFields = arguments.has("--raw")
        isStable = arguments.has("--stable")
        opensNestedArchives = arguments.has("--nested")
        maximumBoxes = try arguments.count(of: "--max-boxes")
        stringLimit = try arguments.count(of: "--strings")
        wantedDates = try arguments.value(of: "--dates", as: DateForm.self)
        dates = wantedDates ?? .iso
        maximumDepth = try arguments.count(of: "--max-depth") ?? .max
    }
}
