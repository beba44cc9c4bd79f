// What compiles in a module of either default isolation.
import Foundation
import KeyedArchivingFoundation
import SequentialArchives

// A class of CodedObject belongs to no actor, so it compiles as the articles have it.
class Account: CodedObject {
    override class var codedClassName: String { "Account" }
    var owner: String

    init(owner: String) {
        self.owner = owner
        super.init()
    }

    override func encode(with archiver: KeyedArchiver) throws {
        try super.encode(with: archiver)
        try archiver.encode(owner, forKey: "owner")
    }

    required init(coder unarchiver: KeyedUnarchiver) throws {
        owner = try unarchiver.decode(String.self, forKey: "owner")
        try super.init(coder: unarchiver)
    }

    // A method may use what belongs to the main actor.
    @MainActor func show() { Screen.shared.text = owner }
}

final class Savings: Account {
    override class var codedClassName: String { "Savings" }
}

@MainActor final class Screen {
    static let shared = Screen()
    var text = ""
}

nonisolated struct Point3D: Codingable, Sendable {
    var x = 0.0

    func encode(with archiver: KeyedArchiver) throws { try archiver.encode(x, forKey: "x") }
    init(coder unarchiver: KeyedUnarchiver) throws { x = try unarchiver.decode(Double.self, forKey: "x") }
}

nonisolated enum Kind: String, Codingable { case small, large }

// Types that belong to no actor are registered, and decoded anywhere.
nonisolated func registry() -> ClassRegistry {
    var registry = ClassRegistry.foundation
    registry.register(Account.self, Savings.self)
    registry.register(Point3D.self)
    registry.register(Savings.self, forClassName: "OldSavings")
    return registry
}

nonisolated func account(in data: Data) throws -> Account? {
    try KeyedUnarchiver.unarchivedObject(of: Account.self, from: data, registry: registry())
}

@concurrent nonisolated func accounts(in data: Data) async throws -> Int {
    try KeyedUnarchiver.unarchivedArrayOfObjects(of: Account.self, from: data)?.count ?? 0
}

// A class of the main actor is decoded and encoded there.
@MainActor final class Window: @MainActor Codingable {
    static var codedClassName: String { "Window" }
    var title: String

    init(title: String) { self.title = title }
    func encode(with archiver: KeyedArchiver) throws { try archiver.encode(title, forKey: "title") }
    init(coder unarchiver: KeyedUnarchiver) throws { title = try unarchiver.decode(String.self, forKey: "title") }
}

@MainActor func windows(in data: Data) throws -> Window? {
    let unarchiver = try KeyedUnarchiver(forReadingFrom: data)
    unarchiver.setClass(Window.self, forClassName: "OldWindow")
    _ = try unarchiver.decodeObject(of: [Window.self], forKey: "all")
    return try KeyedUnarchiver.unarchivedObject(of: Window.self, from: data)
}

@MainActor func data(of window: Window) throws -> Data {
    try KeyedArchiver.archivedData(withRootObject: window)
}

@MainActor final class Panel: @MainActor SequentialCodingable {
    static var codedClassName: String { "Panel" }
    init() {}
    func encode(with archiver: SequentialArchiver) throws {}
    init(coder unarchiver: SequentialUnarchiver) throws {}
}

@MainActor func panel() throws -> Panel? {
    let bytes = try SequentialArchiver.archivedBytes(withRootObject: Panel())
    return try SequentialUnarchiver.unarchivedObject(of: Panel.self, from: bytes)
}
