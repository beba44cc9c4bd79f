import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What examples print is not for the tests' output.
private func print(_ items: Any...) {}

/// The examples of the documentation comments of the class registry and of names of classes, which are run.
private struct ClassExamples {
    typealias Person = ExampleTypes.Person
    typealias Dog = ExampleTypes.Dog
    typealias Cat = ExampleTypes.Cat

    func registry() {
        var registry = ClassRegistry.standard
        registry.register(Dog.self, Cat.self)
        registry.register(Cat.self, forClassName: "OldApp.Cat")
        registry.renameClasses(withPrefix: "OldApp.", to: "NewApp.")
        _ = registry
    }

    func classNames(_ archiver: KeyedArchiver, _ unarchiver: KeyedUnarchiver) {
        archiver.setClassName("OldPerson", for: Person.self)
        unarchiver.setClass(Person.self, forClassName: "OldPerson")
    }

    func register2(_ registry: inout ClassRegistry) {
        registry.register(Cat.self, forClassName: "OldApp.Cat")
    }

    func registerBoth(_ registry: inout ClassRegistry) {
        registry.register(Dog.self, Cat.self)
    }

    func removeTypes(_ registry: inout ClassRegistry) {
        registry.removeTypes(forClassName: "OldApp.Cat")
    }

    func merge(_ registry: inout ClassRegistry, zoo: ClassRegistry) {
        registry.merge(zoo)
    }

    func renameClasses(_ registry: inout ClassRegistry) {
        registry.renameClasses(withPrefix: "OldApp.", to: "NewApp.")
    }

    func renameClasses2(_ registry: inout ClassRegistry) {
        registry.renameClasses { name in name.hasPrefix("Old.") ? "PL" + name.dropFirst(4) : nil }
    }

    func type(_ registry: ClassRegistry) {
        if registry.type(forClassName: "Dog") == nil { print("no type reads dogs") }
    }

    func className(_ archiver: KeyedArchiver) {
        let name = archiver.className(for: Person.self) ?? Person.codedClassName
        _ = name
    }

    func readableName() {
        print(ArchivedClass(name: "_TtCC3App5Outer5Inner").readableName)  // App.Outer.Inner
    }

    func classForName(_ unarchiver: KeyedUnarchiver) {
        let type = unarchiver.class(forClassName: "OldPerson")
        _ = type
    }
}

@Suite struct ClassExampleTests {
    @Test func `the examples of classes run`() throws {
        let examples = ClassExamples()
        let archiver = KeyedArchiver()
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archive { _ in })
        var registry = ClassRegistry.standard
        let runs = ExampleRuns()
        examples.registry()
        examples.classNames(archiver, unarchiver)
        examples.register2(&registry)
        examples.registerBoth(&registry)
        examples.removeTypes(&registry)
        examples.merge(&registry, zoo: ClassRegistry())
        examples.renameClasses(&registry)
        examples.renameClasses2(&registry)
        examples.type(registry)
        examples.className(archiver)
        examples.classForName(unarchiver)
        examples.readableName()
        try runs.expectAll(of: #filePath)
    }
}
