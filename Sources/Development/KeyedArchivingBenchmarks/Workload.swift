import Foundation
import KeyedArchiving

/// One workload: a graph of objects, made twice with equal contents, once for our coder and once for Foundation's.
protocol Workload: SendableMetatype {
    /// `W1` and so on.
    static var name: String { get }
    /// What the graph is, in a few words.
    static var summary: String { get }
    /// How many objects or values make up one unit of `size`, for rates.
    static var defaultSize: Int { get }

    /// Makes the graph for our coder.
    init(size: Int)

    /// Encodes the graph.
    func encode() throws -> [UInt8]
    /// Decodes an archive into the types of the graph; the result is released inside.
    func decode(_ bytes: [UInt8]) throws -> Int
    /// Builds the same objects directly from arrays: the limit for decoding.
    func buildDirectly() -> Int

    /// Operations that only this workload has, each with the platform's counterpart if there is one.
    func furtherOperations() throws -> [(String, () throws -> Void)]

    /// Makes the graph for Foundation's coder and encodes it.
    func foundationEncode() throws -> Data
    /// What Foundation's coder is given to decode.
    func foundationArchive() throws -> Data
    /// Decodes with Foundation's coder.
    func foundationDecode(_ data: Data) throws -> Int
    /// Makes the graph for Foundation's coder, outside of the time measured.
    mutating func prepareFoundation()
}

extension Workload {
    func buildDirectly() -> Int { 0 }

    func furtherOperations() throws -> [(String, () throws -> Void)] { [] }

    func foundationArchive() throws -> Data { try foundationEncode() }
}

/// A benchmark whose result is not what it must be.
struct WrongResult: Error, CustomStringConvertible {
    var description: String
}

/// Gives a class a plain name in Foundation's archives: on Linux a nested class has none that can be looked up.
func registerFoundationClass(_ type: AnyClass, as name: String) {
    NSKeyedUnarchiver.setClass(type, forClassName: name)
}
