@testable import KeyedArchiving
import PropertyLists
import RandomNumbers
import TestSupport
import Testing

/// A list that is being changed, beside an array that is changed in the same way.
@Suite struct ChangedListTests {
    private static func slot(_ number: Int) -> KeyedArchive.Slot { .new(.integer(Int64(number))) }

    private static func numbers(_ list: ChangedList) -> [Int] { list.elements.map(number) }

    private static func number(_ slot: KeyedArchive.Slot) -> Int {
        guard case .new(.integer(let number)) = slot else { return -1 }
        return Int(number)
    }

    @Test(.rows) func `any sequence of changes leaves what an array would hold`() {
        forEachRow([1, 2, 3, 4]) { (seed: UInt64) in
            var random = SplitMix64(seed: seed)
            var model = Array(0..<40)
            var list = ChangedList(model.map(Self.slot))
            for step in 0..<2_000 {
                let position = Int.random(in: 0...model.count, using: &random)
                switch Int.random(in: 0..<8, using: &random) {
                case 0...3:
                    model.remove(at: min(position, max(model.count - 1, 0)))
                    if list.count > 0 { list.remove(at: min(position, list.count - 1)) }
                case 4 where position < model.count:
                    model[position] = step
                    list[position] = Self.slot(step)
                case 5:
                    model.insert(step, at: position)
                    list.insert(Self.slot(step), at: position)
                default:
                    model.append(step)
                    list.append(Self.slot(step))
                }
                #expect(list.count == model.count)
                if model.isEmpty { (model, list) = ([0], ChangedList([Self.slot(0)])) }
                let looked = position % model.count
                #expect(Self.number(list[looked]) == model[looked])
            }
            #expect(Self.numbers(list) == model)
        }
    }

    @Test(.rows) func `a key is found at its position after any changes`() {
        forEachRow([5, 6, 7]) { (seed: UInt64) throws in
            var random = SplitMix64(seed: seed)
            var model = Array(0..<30)
            var list = ChangedList(model.map(Self.slot))
            func text(_ number: Int) -> EntryName { .text(PropertyListString("key \(number)")) }
            for step in 100..<1_100 {
                list.indexKeys(0) { text(Self.number($0)) }
                let position = Int.random(in: 0..<model.count, using: &random)
                if model.count > 20, Bool.random(using: &random) {
                    list.remove(at: position, key: text(model.remove(at: position)))
                } else {
                    model.append(step)
                    list.append(Self.slot(step), key: text(step))
                }
                guard model.count >= 16 else { continue }
                let wanted = try #require(model.randomElement(using: &random))
                #expect(list.position(ofKey: text(wanted), 0) == .some(model.firstIndex(of: wanted)))
                #expect(list.position(ofKey: text(step + 1), 0) == .some(nil))
            }
        }
    }

    @Test func `keys have no index that is out of date, and of two equal ones the last counts, then the first`() {
        var list = ChangedList((0..<16).map(Self.slot))
        list.indexKeys(3) { .integer("\(Self.number($0))") }
        #expect(list.position(ofKey: .integer("15"), 3) == .some(15))
        #expect(list.position(ofKey: .text(PropertyListString("15")), 3) == .some(nil))
        #expect(list.position(ofKey: .integer("15"), 4) == .none)
        var short = ChangedList((0..<15).map(Self.slot))
        short.indexKeys(3) { .integer("\(Self.number($0))") }
        #expect(short.position(ofKey: .integer("1"), 3) == .none)

        var equal = ChangedList((0..<20).map(Self.slot))
        func name(_ slot: KeyedArchive.Slot) -> EntryName { .text(PropertyListString("\(Self.number(slot) % 10)")) }
        equal.indexKeys(0, name)
        #expect(equal.position(ofKey: name(Self.slot(4)), 0) == .some(14))
        equal.remove(at: 14, key: name(Self.slot(4)))
        equal.indexKeys(0, name)
        #expect(equal.position(ofKey: name(Self.slot(4)), 0) == .some(4))
    }
}
