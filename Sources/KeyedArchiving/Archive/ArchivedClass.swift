/// A class record of an archive: the name an object was stored under, its superclasses and its stand-ins.
///
/// ```swift
/// let person = ArchivedClass(name: "Person", hierarchy: ["Person", "NSObject"])
/// ```
public struct ArchivedClass: Hashable, Sendable {
    /// The coded class name (`$classname`).
    public var name: String

    /// The class and its superclasses, most derived first (`$classes`); empty if the archive does not say.
    ///
    /// Apple's archiver leaves the chain out where the program replaced the name.
    public var hierarchy: [String]

    /// Names of classes to use where the class is unknown, best first (`$classhints`); usually empty.
    public var fallbacks: [String]

    /// Creates a class record.
    public init(name: String, hierarchy: [String] = [], fallbacks: [String] = []) {
        self.name = name
        self.hierarchy = hierarchy
        self.fallbacks = fallbacks
    }
}
