import Foundation
import KeyedArchiving
import KeyedArchivingFoundation

extension Recipe {
    private static let numbers = [3, 2, 5, 1, 4]

    private static var ranges: IndexSet {
        var set = IndexSet()
        for start in [0, 100, 1000, Int.max - 50] { set.insert(integersIn: start..<start + 50) }
        return set
    }

    /// Sets, ordered and counted sets, index sets and index paths.
    static let collections: [String: Recipe] = [
        fixtures + "NSSet-Empty.archive": .old { ObjectSet([]) },
        fixtures + "NSSet-Numbers.archive": .old { ObjectSet(numbers) },
        fixtures + "NSMutableSet-Empty.archive": .old { ObjectSet([], isMutable: true) },
        fixtures + "NSMutableSet-Numbers.archive": .old { ObjectSet(numbers, isMutable: true) },
        fixtures + "NSOrderedSet-Empty.archive": .old { ArchivedOrderedSet<Int>([]) },
        fixtures + "NSOrderedSet-Numbers.archive": .old { ArchivedOrderedSet(1...5) },
        fixtures + "NSMutableOrderedSet-Empty.archive": .old { Mutable(ArchivedOrderedSet<Int>([])) },
        fixtures + "NSMutableOrderedSet-Numbers.archive": .old { Mutable(ArchivedOrderedSet(1...5)) },
        fixtures + "NSCountedSet-Empty.archive": .old { ArchivedCountedSet<Int>([]) },
        fixtures + "NSCountedSet-NumbersAppearingOnce.archive": .old { ObjectCountedSet(numbers.map { ($0, 1) }) },
        fixtures + "NSCountedSet-NumbersAppearingSeveralTimes.archive": .old {
            ObjectCountedSet(numbers.map { ($0, 5) })
        },
        fixtures + "NSIndexSet-Empty.archive": .old { IndexSet() },
        fixtures + "NSIndexSet-OneRange.archive": .old { IndexSet(0..<50) },
        fixtures + "NSIndexSet-ManyRanges.archive": .old { ranges },
        fixtures + "NSMutableIndexSet-Empty.archive": .old { Mutable(IndexSet()) },
        fixtures + "NSMutableIndexSet-OneRange.archive": .old { Mutable(IndexSet(0..<50)) },
        fixtures + "NSMutableIndexSet-ManyRanges.archive": .old { Mutable(ranges) },
        fixtures + "NSIndexPath-Empty.archive": .old { IndexPath() },
        fixtures + "NSIndexPath-OneIndex.archive": .old { IndexPath(index: 52) },
        fixtures + "NSIndexPath-ManyIndices.archive": .old { IndexPath(indexes: [4, 8, 15, 16, 23, 42]) },
        fixtures + "NSKeyedUnarchiver-OrderedSetTest.plist": .xml {
            ArchivedOrderedSet(["valgeir", "nico", "puzzle"])
        },
        fixtures + "NSKeyedUnarchiver-ArrayTest.plist": .xml { ["baa", "baa", "black", "sheep"] },
        samples + "simpleArray.plist": .current {
            ObjectArray(["value1", "value2", ObjectArray(["innerValue3", "innerValue4"])])
        },
        samples + "circularReference.plist": .current {
            let array = ObjectArray([], isMutable: true)
            array.elements = [array]
            return array
        },
    ]
}
