import KeyedArchiving

/// A person with relatives, whose every call to a coder is a step of the fuse.
final class Kin: Codingable {
    static var codedClassName: String { "Kin" }
    let token = Token()
    var name: String
    var children: [Kin] = []
    var pets: ObjectArray?
    weak var parent: Kin?

    init(_ name: String, children: [Kin] = [], pets: ObjectArray? = nil) {
        self.name = name
        self.children = children
        self.pets = pets
        for child in children { child.parent = self }
    }

    func encode(with archiver: KeyedArchiver) throws {
        try Fuse.step()
        try archiver.encode(name, forKey: "name")
        try Fuse.step()
        try archiver.encode(children, forKey: "children")
        try Fuse.step()
        try archiver.encode(pets, forKey: "pets")
        try Fuse.step()
        try archiver.encodeConditionalObject(parent, forKey: "parent")
        try Fuse.step()
    }

    init(coder unarchiver: KeyedUnarchiver) throws {
        try Fuse.step()
        name = try unarchiver.decode(String.self, forKey: "name")
        try unarchiver.register(self)
        try Fuse.step()
        children = try unarchiver.decode([Kin].self, forKey: "children")
        try Fuse.step()
        pets = try unarchiver.decodeObject(of: [ObjectArray.self, Pet.self], forKey: "pets") as? ObjectArray
        try Fuse.step()
        parent = try unarchiver.decodeObject(of: Kin.self, forKey: "parent")
        try Fuse.step()
    }

    func replacementObject(for archiver: KeyedArchiver) throws -> (any Codingable)? {
        try Fuse.step()
        return self
    }

    func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)? {
        try Fuse.step()
        return nil
    }

    /// The names of the family from here down, with those of the parents and the pets.
    var summary: String {
        let pets = (pets?.elements ?? []).compactMap { ($0 as? Pet)?.name }
        return "\(name) of \(parent?.name ?? "-") \(pets) (\(children.map(\.summary).joined(separator: ", ")))"
    }

    /// Three generations, and pets in an array that holds itself.
    static func family() -> Kin {
        let pets = ObjectArray([Pet("Rex"), Pet("Mia")])
        pets.elements.append(pets)
        let grandchildren = [Kin("Ann"), Kin("Bob")]
        return Kin("Ada", children: [Kin("Eve", children: grandchildren, pets: pets), Kin("Joe")])
    }

    /// Takes the array of pets out of itself, which no one else can.
    func breakCircles() {
        pets?.elements = []
        for child in children { child.breakCircles() }
    }
}

/// A two-phase object whose every call to a coder is a step of the fuse.
final class Pet: TwoPhaseCodingable {
    static var codedClassName: String { "Pet" }
    let token = Token()
    var name = ""

    init() {}

    init(_ name: String) {
        self.name = name
    }

    func encode(with archiver: KeyedArchiver) throws {
        try Fuse.step()
        try archiver.encode(name, forKey: "name")
        try Fuse.step()
    }

    func decode(with unarchiver: KeyedUnarchiver) throws {
        try Fuse.step()
        name = try unarchiver.decode(String.self, forKey: "name")
        try Fuse.step()
    }
}
