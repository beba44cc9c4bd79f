import KeyedArchiving
import PropertyLists

/// What is known of one archive, or of a property list around archives, while its content is being shown.
struct GraphLevel {
    var graph: ArchiveGraph
    /// The document that the archive or the list is, or is in.
    let document: Document
    /// The budget for reading the archive.
    var budget: Budget
    /// What came of opening shared data, so that it is opened once.
    var openedData: [UID: OpenedData] = [:]
    /// The entry that is shown as number 0.
    let firstNumber: UInt64
    /// How many containers were open when the archive began.
    let base: Int
    private var states: [State]
    /// Objects that were put off, with their depths.
    private var queue: [(uid: UID, depth: Int)] = []
    private var nextInQueue = 0

    /// What came of opening data.
    enum OpenedData {
        /// What is said of the document in it.
        case document(GraphItem.Content)
        case noDocument
        /// Why it isn't known what is in it.
        case problem(ArchiveError)
    }

    /// How far an entry has come.
    enum State {
        case unseen
        /// It was shown, in one line, which may be repeated.
        case shown
        /// It is an object of the given class that will be shown at the end.
        case enqueued(classUID: UID)
        /// It is an object of the given class that is being shown.
        case open(classUID: UID)
        /// It is an object of the given class that was shown.
        case done(classUID: UID)
    }

    init(
        _ archive: KeyedArchive?,
        of document: Document,
        _ options: GraphOptions,
        isForPeople: Bool,
        isByPath: Bool,
        base: Int,
        numbersFrom firstNumber: UInt64 = 0
    ) throws(ArchiveError) {
        graph = try ArchiveGraph(
            archive, showsRawFields: options.showsRawFields, isSorted: options.isStable, isForPeople: isForPeople,
            isByPath: isByPath)
        self.document = document
        budget = Budget(inputSize: document.readSize, limits: document.limits)
        self.base = base
        self.firstNumber = firstNumber
        states = Array(repeating: .unseen, count: archive?.objectCount ?? 0)
    }

    /// What a value is.
    mutating func resolve(_ value: PropertyList) throws(ArchiveError) -> GraphItem.Content {
        try graph.resolve(value, &budget)
    }

    /// What a reference leads to, without what that holds.
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

    /// Puts an object off to the end.
    mutating func enqueue(_ object: GraphObject, depth: Int) {
        self[object.uid] = .enqueued(classUID: object.classUID)
        queue.append((object.uid, depth))
    }

    /// The next of the objects that were put off.
    mutating func nextEnqueued() -> (uid: UID, depth: Int)? {
        guard nextInQueue < queue.count else { return nil }
        nextInQueue += 1
        return queue[nextInQueue - 1]
    }

    private func index(of uid: UID) -> Int? {
        uid.rawValue < UInt64(states.count) ? Int(uid.rawValue) : nil
    }
}
