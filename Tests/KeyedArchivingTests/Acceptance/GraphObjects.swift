import KeyedArchiving

/// A class that makes itself known while it is decoded, so that it may take part in cycles.
final class Friend: Codingable {
    static var codedClassName: String { "Friend" }
    let name: String
    var best: Friend?
    var others: [Friend] = []

    init(_ name: String) { self.name = name }

    func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(name, forKey: "name")
        try archiver.encode(best, forKey: "best")
        try archiver.encode(others, forKey: "others")
    }

    init(coder unarchiver: KeyedUnarchiver) throws {
        name = try unarchiver.decode(String.self, forKey: "name")
        try unarchiver.register(self)
        best = try unarchiver.decodeObject(of: Friend.self, forKey: "best")
        others = try unarchiver.decode([Friend].self, forKey: "others")
    }
}

/// A class that is decoded in two phases and may form chains of any length.
final class Node: TwoPhaseCodingable {
    static var codedClassName: String { "Node" }
    var number = 0
    var next: Node?

    init() {}

    init(_ number: Int, next: Node?) {
        self.number = number
        self.next = next
    }

    func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(number, forKey: "number")
        try archiver.encode(next, forKey: "next")
    }

    func decode(with unarchiver: KeyedUnarchiver) throws {
        number = try unarchiver.decodeInteger(forKey: "number")
        next = try unarchiver.decodeObject(of: Node.self, forKey: "next")
    }

    deinit {
        // A chain of a million nodes must not be released by recursion.
        var rest = next.take()
        while isKnownUniquelyReferenced(&rest) { rest = rest?.next.take() }
    }
}

/// A class that is decoded in one phase and never makes itself known.
final class Link: Codingable {
    static var codedClassName: String { "Link" }
    var next: Link?

    init(next: Link? = nil) { self.next = next }

    func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(next, forKey: "next")
    }

    init(coder unarchiver: KeyedUnarchiver) throws {
        next = try unarchiver.decodeObject(of: Link.self, forKey: "next")
    }
}

/// A class that waits for the object it refers to.
final class Waiter: Codingable {
    static var codedClassName: String { "Waiter" }
    weak var owner: Waiter?
    var child: Waiter?

    init() {}

    func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(owner, forKey: "owner")
        try archiver.encode(child, forKey: "child")
    }

    init(coder unarchiver: KeyedUnarchiver) throws {
        child = try unarchiver.decodeObject(of: Waiter.self, forKey: "child")
        try unarchiver.decodeObject(of: Waiter.self, forKey: "owner") { [weak self] owner in self?.owner = owner }
    }
}
