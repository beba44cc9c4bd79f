import KeyedArchiving

/// A person with relatives, whose every call to a coder is a step of the fuse.
final class FamilyMember: Codingable {
    static var codedClassName: String { "FamilyMember" }
    let token = Token()
    var name: String
    var children: [FamilyMember] = []
    var pets: ArchivedArray?
    weak var parent: FamilyMember?

    init(_ name: String, children: [FamilyMember] = [], pets: ArchivedArray? = nil) {
        self.name = name
        self.children = children
        self.pets = pets
        for child in children { child.parent = self }
    }

    func encode(with archiver: KeyedArchiver) throws {
        try StepFault.step()
        try archiver.encode(name, forKey: "name")
        try StepFault.step()
        try archiver.encode(children, forKey: "children")
        try StepFault.step()
        try archiver.encode(pets, forKey: "pets")
        try StepFault.step()
        try archiver.encodeConditionalObject(parent, forKey: "parent")
        try StepFault.step()
    }

    init(coder unarchiver: KeyedUnarchiver) throws {
        try StepFault.step()
        name = try unarchiver.decode(String.self, forKey: "name")
        try unarchiver.register(self)
        try StepFault.step()
        children = try unarchiver.decode([FamilyMember].self, forKey: "children")
        try StepFault.step()
        pets = try unarchiver.decodeObject(of: [ArchivedArray.self, Pet.self], forKey: "pets") as? ArchivedArray
        try StepFault.step()
        parent = try unarchiver.decodeObject(of: FamilyMember.self, forKey: "parent")
        try StepFault.step()
    }

    func replacementObject(for archiver: KeyedArchiver) throws -> (any Codingable)? {
        try StepFault.step()
        return self
    }

    func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)? {
        try StepFault.step()
        return nil
    }

    /// The names of the family from here down, with those of the parents and the pets.
    var summary: String {
        let pets = (pets?.elements ?? []).compactMap { ($0 as? Pet)?.name }
        return "\(name) of \(parent?.name ?? "-") \(pets) (\(children.map(\.summary).joined(separator: ", ")))"
    }

    /// Three generations, and pets in an array that holds itself.
    static func family() -> FamilyMember {
        let pets = ArchivedArray([Pet("Rex"), Pet("Mia")])
        pets.elements.append(pets)
        let grandchildren = [FamilyMember("Ann"), FamilyMember("Bob")]
        return FamilyMember(
            "Ada", children: [FamilyMember("Eve", children: grandchildren, pets: pets), FamilyMember("Joe")])
    }

    /// Takes the array of pets out of itself, which no one else can.
    func breakCycles() {
        pets?.elements = []
        for child in children { child.breakCycles() }
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
        try StepFault.step()
        try archiver.encode(name, forKey: "name")
        try StepFault.step()
    }

    func decode(with unarchiver: KeyedUnarchiver) throws {
        try StepFault.step()
        name = try unarchiver.decode(String.self, forKey: "name")
        try StepFault.step()
    }
}
