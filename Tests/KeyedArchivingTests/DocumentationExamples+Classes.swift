import KeyedArchiving
import PropertyLists

/// The examples of the documentation comments of the class registry and of names of classes, so that they compile; they
/// aren't run.
private struct ClassExamples {
    typealias Person = ExampleTypes.Person
    typealias Dog = ExampleTypes.Dog
    typealias Cat = ExampleTypes.Cat

    func registry() {
        var registry = ClassRegistry.standard
        registry.register(Dog.self)
        registry.register(Cat.self, forClassName: "OldApp.Cat")
        registry.renameModule("OldApp", to: "NewApp")
        _ = registry
    }

    func classNames(_ archiver: KeyedArchiver, _ unarchiver: KeyedUnarchiver) {
        archiver.setClassName("OldPerson", for: Person.self)
        unarchiver.setClass(Person.self, forClassName: "OldPerson")
    }

    func register(_ registry: inout ClassRegistry) {
        registry.register(Dog.self)
    }

    func register2(_ registry: inout ClassRegistry) {
        registry.register(Cat.self, forClassName: "OldApp.Cat")
    }

    func renameModule(_ registry: inout ClassRegistry) {
        registry.renameModule("OldApp", to: "NewApp")
    }

    func type(_ registry: ClassRegistry) {
        if registry.type(forClassName: "Dog") == nil { print("no type reads dogs") }
    }

    func className(_ archiver: KeyedArchiver) {
        let name = archiver.className(for: Person.self) ?? Person.codedClassName
        _ = name
    }

    func classForName(_ unarchiver: KeyedUnarchiver) {
        let type = unarchiver.class(forClassName: "OldPerson")
        _ = type
    }
}
