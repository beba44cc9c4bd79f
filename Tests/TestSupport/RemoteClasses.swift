public import KeyedArchiving
public import SequentialArchives

// Classes of another module than the tests', each the superclass of others here and there.

/// Has its hooks from `CodedObject`.
open class RemoteAnimal: CodedObject {
    /// Creates one.
    override public init() { super.init() }
    /// Reads nothing.
    public required init(coder unarchiver: KeyedUnarchiver) throws { try super.init(coder: unarchiver) }
    override open class var codedClassName: String { "RemoteAnimal" }
}

/// A superclass and a subclass.
open class RemoteDog: RemoteAnimal {
    override open class var codedClassName: String { "RemoteDog" }
}

/// Is three levels below `CodedObject`.
public final class RemotePuppy: RemoteDog {
    override public static var codedClassName: String { "RemotePuppy" }
    override public static var codedClassFallbacks: [String] { ["RemoteDog"] }
}

/// Declares a name and leaves the other hooks to the defaults of the protocol.
open class RemoteShape: Codingable {
    /// Creates one.
    public init() {}
    /// Reads nothing.
    public required init(coder unarchiver: KeyedUnarchiver) throws {}
    open class var codedClassName: String { "RemoteShape" }
    open func encode(with archiver: KeyedArchiver) throws {}
}

/// Is below a class without `CodedObject`.
open class RemoteCircle: RemoteShape {
    override open class var codedClassName: String { "RemoteCircle" }
}

/// A generic class.
open class RemoteBox<Content>: CodedObject {
    /// Creates one.
    override public init() { super.init() }
    /// Reads nothing.
    public required init(coder unarchiver: KeyedUnarchiver) throws { try super.init(coder: unarchiver) }
    override open class var codedClassName: String { "RemoteBox<\(Content.self)>" }
}

/// Is written to sequential archives.
open class RemoteNote: SequentialCodingable {
    /// Creates one.
    public init() {}
    /// Reads nothing.
    public required init(coder unarchiver: SequentialUnarchiver) throws {}
    open class var codedClassName: String { "RemoteNote" }
    open class var version: Int { 1 }
    open func encode(with archiver: SequentialArchiver) throws {}
}

/// Is below another class of sequential archives.
open class RemoteMemo: RemoteNote {
    override open class var codedClassName: String { "RemoteMemo" }
    override open class var version: Int { 2 }
}
