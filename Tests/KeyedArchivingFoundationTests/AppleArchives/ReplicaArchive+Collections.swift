import Foundation
import KeyedArchiving
import KeyedArchivingFoundation

extension ReplicaArchive {
    private static let numbers = [3, 2, 5, 1, 4]

    private static var ranges: IndexSet {
        var set = IndexSet()
        for start in [0, 100, 1000, Int.max - 50] { set.insert(integersIn: start..<start + 50) }
        return set
    }

    /// Sets, ordered and counted sets, index sets and index paths.
    static let collections: [String: ReplicaArchive] = [
        fixtures + "NSSet-Empty.archive": .old { ArchivedSet([]) },
        fixtures + "NSSet-Numbers.archive": .old { ArchivedSet(numbers) },
        fixtures + "NSMutableSet-Empty.archive": .old { ArchivedSet([], isMutable: true) },
        fixtures + "NSMutableSet-Numbers.archive": .old { ArchivedSet(numbers, isMutable: true) },
        fixtures + "NSOrderedSet-Empty.archive": .old { TypedOrderedSet<Int>([]) },
        fixtures + "NSOrderedSet-Numbers.archive": .old { TypedOrderedSet(1...5) },
        fixtures + "NSMutableOrderedSet-Empty.archive": .old { MutableVariant(TypedOrderedSet<Int>([])) },
        fixtures + "NSMutableOrderedSet-Numbers.archive": .old { MutableVariant(TypedOrderedSet(1...5)) },
        fixtures + "NSCountedSet-Empty.archive": .old { TypedCountedSet<Int>([]) },
        fixtures + "NSCountedSet-NumbersAppearingOnce.archive": .old { ArchivedCountedSet(numbers.map { ($0, 1) }) },
        fixtures + "NSCountedSet-NumbersAppearingSeveralTimes.archive": .old {
            ArchivedCountedSet(numbers.map { ($0, 5) })
        },
        fixtures + "NSIndexSet-Empty.archive": .old { IndexSet() },
        fixtures + "NSIndexSet-OneRange.archive": .old { IndexSet(0..<50) },
        fixtures + "NSIndexSet-ManyRanges.archive": .old { ranges },
        fixtures + "NSMutableIndexSet-Empty.archive": .old { MutableVariant(IndexSet()) },
        fixtures + "NSMutableIndexSet-OneRange.archive": .old { MutableVariant(IndexSet(0..<50)) },
        fixtures + "NSMutableIndexSet-ManyRanges.archive": .old { MutableVariant(ranges) },
        fixtures + "NSIndexPath-Empty.archive": .old { IndexPath() },
        fixtures + "NSIndexPath-OneIndex.archive": .old { IndexPath(index: 52) },
        fixtures + "NSIndexPath-ManyIndices.archive": .old { IndexPath(indexes: [4, 8, 15, 16, 23, 42]) },
        fixtures + "NSKeyedUnarchiver-OrderedSetTest.plist": .xml {
            TypedOrderedSet(["valgeir", "nico", "puzzle"])
        },
        fixtures + "NSKeyedUnarchiver-ArrayTest.plist": .xml { ["baa", "baa", "black", "sheep"] },
        samples + "simpleArray.plist": .current {
            ArchivedArray(["value1", "value2", ArchivedArray(["innerValue3", "innerValue4"])])
        },
        samples + "circularReference.plist": .current {
            let array = ArchivedArray([], isMutable: true)
            array.elements = [array]
            return array
        },
    ]
}
