import KeyedArchiving
import PropertyLists

/// The state of one archive, or of a property list around archives, while its content is being shown.
struct GraphLevel {
    var graph: ArchiveGraph
    /// Where shared objects stand; nil where that is decided while they are shown.
    private var places: ShortestPlaces?
    /// The document that the archive or the list is, or is in.
    let document: Document
    /// The budget for reading the archive.
    var budget: Budget
    /// The results of opening shared data, so that it is opened once.
    var openedData: [UID: OpenedData] = [:]
    /// The entry that is shown as number 0.
    let firstNumber: UInt64
    /// How many containers were open when the archive began.
    let base: Int
    private var states: [State]
    /// Objects that were put off, with their depths.
    private var queue: [(uid: UID, depth: Int)] = []
    private var nextInQueue = 0

    /// The result of opening data.
    enum OpenedData {
        /// The content to show for the document in it.
        case document(GraphItem.Content)
        case noDocument
        /// The error that prevented opening it.
        case problem(ArchiveError)
    }

    /// How far an entry has come.
    enum State {
        case unseen
        /// It was shown, in one line, which may be repeated.
        case shown
        /// It is an object of the given class that will be shown at the end.
        case enqueued(classUID: UID)
        /// It is an object of the given class that will be shown where its shortest path leads.
        case awaited(classUID: UID)
        /// It is an object of the given class that is being shown.
        case open(classUID: UID)
        /// It is an object of the given class that was shown.
        case done(classUID: UID)
    }

    init(
        _ archive: ShownArchive?,
        of document: Document,
        _ options: GraphOptions,
        isForPeople: Bool,
        isByPath: Bool,
        base: Int
    ) throws(ArchiveError) {
        graph = try ArchiveGraph(
            archive?.entries ?? NoEntries(), showsRawFields: options.showsRawFields, isSorted: options.isStable,
            isForPeople: isForPeople,
            isByPath: isByPath)
        self.document = document
        budget = Budget(inputSize: document.readSize, limits: document.limits)
        self.base = base
        firstNumber = archive?.firstNumber ?? 0
        states = Array(repeating: .unseen, count: graph.entries.entryCount)
    }

    /// The top-level keys and their values.
    mutating func topLevel() throws(ArchiveError) -> [ArchivedRecord.Field] {
        graph.sorted(try graph.entries.topLevel(charging: &budget))
    }

    /// The content of a value.
    mutating func resolve(_ value: PropertyList) throws(ArchiveError) -> GraphItem.Content {
        try graph.resolve(value, &budget)
    }

    /// The object of a reference, without its contents.
    mutating func resolveAgain(_ uid: UID, ofClass classUID: UID) throws(ArchiveError) -> GraphItem.Content {
        try graph.resolveAgain(uid, ofClass: classUID, &budget)
    }

    /// The state of an entry; a reference may lead nowhere.
    subscript(uid: UID) -> State {
        get { index(of: uid).map { states[$0] } ?? .unseen }
        set {
            if let index = index(of: uid) { states[index] = newValue }
        }
    }

    /// Finds the places at which shared objects are shown with their contents.
    ///
    /// A walk by paths goes breadth first anyway. Where objects are named by the paths at which they are shown, each is
    /// shown where it is seen first.
    ///
    /// - Parameter start: The contents shown first.
    mutating func findPlaces(from start: GraphChildren) throws(ArchiveError) {
        guard !graph.isByPath, !graph.isSorted else { return }
        // Reading ahead has a separate budget of the same size.
        var budget = budget
        do throws(ArchiveError) {
            places = try ShortestPlaces(of: start, in: &graph, &budget)
        } catch {
            // What can be read until then is shown all the same, each object where it is seen.
            guard error.code == .limitExceeded else { throw error }
        }
    }

    /// Whether an object stands among the children of another, or of the top level.
    func isPlace(of uid: UID, in holder: UID?) -> Bool { places?.isPlace(of: uid, in: holder) ?? true }

    /// Puts an object off to the end.
    mutating func enqueue(_ object: GraphObject, depth: Int) {
        self[object.uid] = .enqueued(classUID: object.classUID)
        queue.append((object.uid, depth))
    }

    /// Leaves an object to the place to which its shortest path leads; should that never be shown, to the end.
    mutating func leaveToItsPlace(_ object: GraphObject, depth: Int) {
        self[object.uid] = .awaited(classUID: object.classUID)
        queue.append((object.uid, depth))
    }

    /// The next of the objects that were put off and haven't been shown since.
    mutating func nextEnqueued() -> (uid: UID, depth: Int)? {
        while nextInQueue < queue.count {
            nextInQueue += 1
            let next = queue[nextInQueue - 1]
            switch self[next.uid] {
            case .enqueued, .awaited: return next
            case .unseen, .shown, .open, .done: continue
            }
        }
        return nil
    }

    private func index(of uid: UID) -> Int? {
        uid.rawValue < UInt64(states.count) ? Int(uid.rawValue) : nil
    }
}
