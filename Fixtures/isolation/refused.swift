// What is refused in a module of either default isolation: a line with "// error:" names what the compiler says of it.
import Foundation
import KeyedArchivingFoundation
import SequentialArchives

@MainActor final class Window: @MainActor Codingable {
    static var codedClassName: String { "Window" }
    func encode(with archiver: KeyedArchiver) throws {}
    init(coder unarchiver: KeyedUnarchiver) throws {}
}

nonisolated final class Sheet: Codingable {
    func encode(with archiver: KeyedArchiver) throws {}
    init(coder unarchiver: KeyedUnarchiver) throws {}
}

@MainActor final class Screen {
    static let shared = Screen()
    var text = ""
}

// A type of the main actor can't get into a registry, which is used elsewhere.
@MainActor func registry() -> ClassRegistry {
    var registry = ClassRegistry.foundation
    registry.register(Window.self)  // error: main actor-isolated conformance of 'Window' to 'Codingable'
    registry.register(Sheet.self, Window.self)  // error: main actor-isolated conformance of 'Window' to 'Codingable'
    registry.register([Window.self])  // error: name the types, as in 'register(A.self, B.self)'
    for type in [Sheet.self] as [any Codingable.Type] { registry.register(type) }  // error: name the types, as in
    registry.register(Window.self, forClassName: "W")  // error: main actor-isolated conformance of 'Window'
    return registry
}

// It can't be decoded or encoded elsewhere.
nonisolated func window(in data: Data) throws -> Window? {
    try KeyedUnarchiver.unarchivedObject(of: Window.self, from: data)  // error: in nonisolated context
}

nonisolated func setClass(_ unarchiver: KeyedUnarchiver) {
    unarchiver.setClass(Window.self, forClassName: "W")  // error: in nonisolated context
}

nonisolated func data(of window: Window) throws -> Data {
    try KeyedArchiver.archivedData(withRootObject: window)  // error: in nonisolated context
}

@MainActor final class Panel: @MainActor SequentialCodingable {
    static var codedClassName: String { "Panel" }
    func encode(with archiver: SequentialArchiver) throws {}
    init(coder unarchiver: SequentialUnarchiver) throws {}
}

// The same holds for sequential archives.
@MainActor func sequentialRegistry() -> ClassRegistry {
    var registry = ClassRegistry.sequential
    registry.register(Panel.self)  // error: main actor-isolated conformance of 'Panel' to 'SequentialCodingable'
    return registry
}

nonisolated func panel(in bytes: [UInt8]) throws -> Panel? {
    try SequentialUnarchiver.unarchivedObject(of: Panel.self, from: bytes)  // error: in nonisolated context
}

nonisolated func bytes(of panel: Panel) throws -> [UInt8] {
    try SequentialArchiver.archivedBytes(withRootObject: panel)  // error: in nonisolated context
}

class Account: CodedObject {
    override class var codedClassName: String { "Account" }
    var owner = ""

    // What belongs to the main actor isn't used by a method that belongs to none.
    func show() { Screen.shared.text = owner }  // error: main actor-isolated
}
