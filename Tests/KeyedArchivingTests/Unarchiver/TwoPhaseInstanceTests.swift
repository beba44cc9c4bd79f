import PropertyLists
import Testing

import KeyedArchiving

/// Once the class of a two-phase object is known, its further instances are entered by a shorter way, which must not
/// show: neither in a list, where each is filled at once, nor in a chain, where each waits for the one before.
@Suite struct TwoPhaseInstanceTests {
    /// A number and the next one; a negative number cannot be decoded.
    private class Link: TwoPhaseCodingable {
        class var codedClassName: String { "Link" }
        var number = 0
        var next: Link?

        required init() {}

        init(_ number: Int, _ next: Link? = nil) { (self.number, self.next) = (number, next) }

        class var supportsSecureCoding: Bool { true }

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(number, forKey: "number")
            try archiver.encode(next, forKey: "next")
        }

        func decode(with unarchiver: KeyedUnarchiver) throws {
            number = try unarchiver.decodeInteger(forKey: "number")
            if number < 0 { throw CancellationError() }
            next = try unarchiver.decodeObject(of: Self.self, forKey: "next")
        }

        func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)? { nil }

        /// The numbers from this one on.
        var numbers: [Int] {
            var (numbers, link): ([Int], Link?) = ([], self)
            while let current = link {
                numbers.append(current.number)
                link = current.next
            }
            return numbers
        }
    }

    private final class Special: Link {
        override class var codedClassName: String { "Special" }
    }

    private final class Insecure: Link {
        override class var codedClassName: String { "Insecure" }
        override class var supportsSecureCoding: Bool { false }
    }

    private final class Replaced: Link {
        override class var codedClassName: String { "Replaced" }
        nonisolated(unsafe) static let constant = Replaced(-7)

        override func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)? {
            number % 2 == 0 ? Self.constant : nil
        }
    }

    private final class Text: Link {
        override class var codedClassName: String { "Text" }

        override func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)? { "\(number)" }
    }

    private final class Witness: KeyedUnarchiverDelegate {
        var seen: [Int] = []

        func unarchiver(_ unarchiver: KeyedUnarchiver, didDecode object: any Codingable) -> (any Codingable)? {
            if let link = object as? Link { seen.append(link.number) }
            return object
        }
    }

    /// Sets a delegate as soon as it is filled.
    private final class Herald: Link {
        override class var codedClassName: String { "Herald" }
        nonisolated(unsafe) static weak var witness: Witness?

        override func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)? {
            if number == 3 { unarchiver.delegate = Self.witness }
            return nil
        }
    }

    private func chain<Node: Link>(_ numbers: [Int], _ make: (Int, Link?) -> Node) throws -> [UInt8] {
        var first: Node?
        for number in numbers.reversed() { first = make(number, first) }
        return try KeyedArchiver.archivedBytes(withRootObject: try #require(first))
    }

    private func list(_ links: [Link]) throws -> [UInt8] {
        try KeyedArchiver.archivedBytes(withRootObject: links)
    }

    @Test func `instances of a subclass are of the subclass, the first and all others`() throws {
        let list = try KeyedUnarchiver.unarchivedObject(of: [Special].self, from: list((1...4).map { Special($0) }))
        #expect(list?.map { "\(type(of: $0)) \($0.number)" } == ["Special 1", "Special 2", "Special 3", "Special 4"])
        let first = try KeyedUnarchiver.unarchivedObject(
            of: Special.self, from: chain([1, 2, 3, 4]) { Special($0, $1) })
        #expect(first?.numbers == [1, 2, 3, 4])
        #expect(first?.next?.next?.next is Special)
    }

    @Test func `what replaces an instance is returned for each reference, and a value as what it is`() throws {
        let list = try #require(
            try KeyedUnarchiver.unarchivedObject(of: [Replaced].self, from: list((1...5).map { Replaced($0) })))
        #expect(list.map(\.number) == [1, -7, 3, -7, 5])
        #expect(list[1] === Replaced.constant && list[3] === Replaced.constant)

        let archiver = KeyedArchiver()
        for number in 1...3 { try archiver.encode(Text(number), forKey: "\(number)") }
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
        for key in ["1", "2", "2", "3"] {
            #expect(throws: ArchiveError.self) { try unarchiver.decodeObject(of: Text.self, forKey: key) }
            #expect(try unarchiver.decodeObject(of: [Text.self, String.self], forKey: key) as? String == key)
        }
    }

    @Test func `a delegate that an instance sets sees that instance and those after it`() throws {
        let witness = Witness()
        Herald.witness = witness
        let inList = try KeyedUnarchiver(forReadingFrom: list((1...5).map { Herald($0) }))
        #expect(try inList.decodeObject(of: [Herald].self, forKey: "root")?.map(\.number) == [1, 2, 3, 4, 5])
        let inChain = try KeyedUnarchiver(forReadingFrom: chain([1, 2, 3, 4, 5]) { Herald($0, $1) })
        #expect(try inChain.decodeObject(of: Herald.self, forKey: "root")?.numbers == [1, 2, 3, 4, 5])
        #expect(witness.seen == [3, 4, 5, 3, 4, 5])
    }

    @Test func `a class without secure coding is refused wherever its instances are`() throws {
        for bytes in [try list((1...3).map { Insecure($0) }), try chain([1, 2, 3]) { Insecure($0, $1) }] {
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
            for _ in 0..<3 {
                let error = #expect(throws: ArchiveError.self) {
                    try unarchiver.decodeObject(of: [Insecure.self, ArchivedArray.self], forKey: "root")
                }
                #expect(error?.code == .unexpectedClass)
            }
        }
    }

    @Test func `an instance that throws is not kept, nor is what waited for it, and the next ones decode`() throws {
        let archiver = KeyedArchiver()
        for numbers in [[1], [2], [3, 4, -5, 6], [7, 8]] {
            var first: Link?
            for number in numbers.reversed() { first = Link(number, first) }
            try archiver.encode(first, forKey: "\(numbers[0])")
        }
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
        for number in [1, 2] {
            #expect(try unarchiver.decodeObject(of: Link.self, forKey: "\(number)")?.numbers == [number])
        }
        for _ in 0..<2 {
            #expect(throws: CancellationError.self) { try unarchiver.decodeObject(of: Link.self, forKey: "3") }
        }
        #expect(try unarchiver.decodeObject(of: Link.self, forKey: "7")?.numbers == [7, 8])
        let again = try unarchiver.decodeObject(of: Link.self, forKey: "2")
        #expect(try again === unarchiver.decodeObject(of: Link.self, forKey: "2"))
    }

    /// Refers to an object whose hook asks for a link and fails, and then to that link.
    private final class Caller: TwoPhaseCodingable {
        static var codedClassName: String { "Caller" }
        var link: Link?

        /// Is decoded at once, and asks for the link afterwards.
        final class Failing: Codingable {
            static var codedClassName: String { "Failing" }

            init() {}
            init(coder unarchiver: KeyedUnarchiver) throws {}
            func encode(with archiver: KeyedArchiver) throws { try archiver.encode(1, forKey: "number") }

            func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)? {
                _ = try unarchiver.decodeObject(of: Link.self, forKey: "link")
                throw CancellationError()
            }
        }

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(Failing(), forKey: "failing")
            try archiver.encode(link, forKey: "link")
        }

        func decode(with unarchiver: KeyedUnarchiver) throws {
            #expect(throws: CancellationError.self) {
                try unarchiver.decodeObject(of: Failing.self, forKey: "failing")
            }
            link = try unarchiver.decodeObject(of: Link.self, forKey: "link")
        }
    }

    /// Counts how often it is filled.
    private final class Counted: Link {
        override class var codedClassName: String { "Link" }
        var fillCount = 0

        override func decode(with unarchiver: KeyedUnarchiver) throws {
            fillCount += 1
            try super.decode(with: unarchiver)
        }
    }

    @Test func `what a hook asked for before it failed is filled once when it is asked for again`() throws {
        let caller = Caller()
        caller.link = Link(1, Link(2))
        let archiver = KeyedArchiver()
        try archiver.encode(caller, forKey: "root")
        try archiver.encode(caller.link, forKey: "link")
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
        unarchiver.setClass(Counted.self, forClassName: "Link")
        let decoded = try unarchiver.decodeObject(of: Caller.self, forKey: "root")
        let counted = try #require(decoded?.link as? Counted)
        #expect(counted.numbers == [1, 2] && counted.fillCount == 1)
        #expect(try unarchiver.decodeObject(of: Link.self, forKey: "link") === counted)
    }

    @Test func `an instance is of a type that the calls around it allow, in a chain as in a list`() throws {
        final class Holder: TwoPhaseCodingable {
            static var codedClassName: String { "Holder" }
            var link: Link?
            var other: (any Codingable)?

            func encode(with archiver: KeyedArchiver) throws {
                try archiver.encode(link, forKey: "link")
                try archiver.encode(Special(9), forKey: "other")
            }

            func decode(with unarchiver: KeyedUnarchiver) throws {
                link = try unarchiver.decodeObject(of: Link.self, forKey: "link")
                other = try unarchiver.decodeObject(of: [Holder.self], forKey: "other")
            }
        }
        let holder = Holder()
        holder.link = Link(1, Link(2))
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: holder)
        let error = #expect(throws: ArchiveError.self) {
            try KeyedUnarchiver.unarchivedObject(of: Holder.self, from: bytes)
        }
        #expect(error?.className == "Special")
    }

    /// A class whose objects take whatever type was asked for themselves.
    private class Parent: TwoPhaseCodingable {
        class var codedClassName: String { "Parent" }
        class var supportsSecureCoding: Bool { true }
        var child: Parent?

        required init() {}
        init(_ child: Parent?) { self.child = child }
        func encode(with archiver: KeyedArchiver) throws { try archiver.encode(child, forKey: "child") }
        func decode(with unarchiver: KeyedUnarchiver) throws {
            child = try unarchiver.decodeObject(forKey: "child") as? Parent
        }
    }

    private final class Stepparent: Parent {
        override class var codedClassName: String { "Stepparent" }
    }

    @Test func `objects of a subclass inherit the type that was asked for, the first and all others`() throws {
        let archiver = KeyedArchiver()
        for key in ["first", "second", "third"] { try archiver.encode(Stepparent(Parent(nil)), forKey: key) }
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
        unarchiver.setClass(Stepparent.self, forClassName: "Stepparent")
        unarchiver.setClass(Parent.self, forClassName: "Parent")
        for key in ["first", "second", "third"] {
            let parent = try unarchiver.decodeObject(of: Parent.self, forKey: key)
            #expect(parent is Stepparent)
            #expect(parent?.child.map { type(of: $0) == Parent.self } == true)
        }
    }

    /// Reads lists with types of their elements while it is filled.
    private final class Owner: TwoPhaseCodingable {
        static var codedClassName: String { "Owner" }
        var pets: [any Codingable] = []
        var table: [ArchivedDictionary.Entry] = []

        init() {}

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(ArchivedArray(["Rex", 7]), forKey: "pets")
            try archiver.encode(ArchivedDictionary([("a", "b")]), forKey: "table")
        }

        func decode(with unarchiver: KeyedUnarchiver) throws {
            pets = try unarchiver.decodeArrayOfObjects(of: [String.self, Int.self], forKey: "pets") ?? []
            table =
                try unarchiver.decodeDictionary(ofKeys: [String.self], objects: [String.self], forKey: "table") ?? []
        }
    }

    /// Its children know the list that they are in.
    private final class Node: Codingable {
        static var codedClassName: String { "Node" }
        var children: [Node] = []
        var siblings: [Node]?
        private var list: ArchivedArray?

        init(_ children: [Node]) {
            self.children = children
            let list = ArchivedArray(children)
            for child in children { child.list = list }
            self.list = list
        }

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(list, forKey: children.isEmpty ? "siblings" : "children")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            children = try unarchiver.decodeObject(of: [Node].self, forKey: "children") ?? []
            try unarchiver.decodeObject(of: [Node].self, forKey: "siblings") { [weak self] in self?.siblings = $0 }
        }
    }

    @Test func `lists that are asked for with types, or waited for, come with their elements`() throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: Owner())
        let owner = try #require(try KeyedUnarchiver.unarchivedObject(of: Owner.self, from: bytes))
        #expect(owner.pets.count == 2 && owner.table.count == 1)

        let waiting = try KeyedArchiver.archivedBytes(withRootObject: Node([Node([]), Node([])]))
        let node = try #require(try KeyedUnarchiver.unarchivedObject(of: Node.self, from: waiting))
        #expect(node.children.map { $0.siblings?.count } == [2, 2])
    }
}
