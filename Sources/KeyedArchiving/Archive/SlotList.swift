internal import PropertyLists

/// Several values in order: a run of the file, or what was put in its place.
enum SlotList: Sendable {
    case stored(BinaryReferences)
    case new([KeyedArchive.Slot])
    case values(PropertyListArray)
    case edited(EditedList)

    var count: Int {
        switch self {
        case .stored(let run): run.count
        case .new(let slots): slots.count
        case .values(let values): values.count
        case .edited(let list): list.count
        }
    }
}
