/// The name of a class and its version, as sequential archives store them.
public struct CodedClassVersion: Hashable, Sendable {
    /// The name in archives.
    public var name: String
    /// The version of the class: Apple's `+version`.
    public var version: Int

    /// Creates one.
    public init(_ name: String, version: Int = 0) {
        self.name = name
        self.version = version
    }
}

extension CodedClassVersion: CustomStringConvertible {
    /// The name and the version, such as `NSString:1`.
    public var description: String { "\(name):\(version)" }
}
