import KeyedArchiving
import PropertyLists

/// What is known of one archive, or of a property list around archives, while its content is being shown.
struct GraphLevel {
    var graph: ArchiveGraph
    /// The entry that is shown as number 0.
    let firstNumber: UInt64
    /// How many containers were open when the archive began.
    let base: Int
    private var states: [State]
    /// Objects that were put off, with their depths.
    private var later: [(uid: UID, depth: Int)] = []
    private var nextLater = 0

    /// How far an entry has come.
    enum State {
        case unseen
        /// It was shown, in one line, which may be repeated.
        case shown
        /// It is an object of the given class that will be shown at the end, is being shown, or was shown.
        case enqueue(classUID: UID)
        case open(classUID: UID)
        case done(classUID: UID)
    }

    init(
        _ archive: KeyedArchive?,
        _ options: GraphOptions,
        isForPeople: Bool,
        base: Int,
        numbersFrom firstNumber: UInt64 = 0
    ) {
        graph = ArchiveGraph(
            archive, showsRawFields: options.showsRawFields, isSorted: options.isStable, isForPeople: isForPeople)
        self.base = base
        self.firstNumber = firstNumber
        states = Array(repeating: .unseen, count: archive?.objectCount ?? 0)
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
        self[object.uid] = .enqueue(classUID: object.classUID)
        later.append((object.uid, depth))
    }

    /// The next of the objects that were put off.
    mutating func nextPutOff() -> (uid: UID, depth: Int)? {
        guard nextLater < later.count else { return nil }
        nextLater += 1
        return later[nextLater - 1]
    }

    private func index(of uid: UID) -> Int? {
        uid.rawValue < UInt64(states.count) ? Int(uid.rawValue) : nil
    }
}
