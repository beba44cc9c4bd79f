internal import PropertyLists

/// An item with a number in an archive.
enum SequentialItem {
    case object(class: Int)
    case `class`(ClassRecord)
    case cString([UInt8])

    /// A class as it is stored.
    struct ClassRecord: Hashable, Sendable {
        var name: [UInt8]
        var version: Int32
        var superclass: Int?
    }
}

extension SequentialStorage {
    func item(_ number: Int) -> SequentialItem {
        let item = tables.items[number]
        switch item.kind {
        case .object: return .object(class: Int(item.classNumber))
        case .class:
            return .class(.init(name: className(number), version: item.version, superclass: item.superclass))
        case .cString: return .cString(cStringBytes(number))
        }
    }
}
