// Stands in until the XML reader and writer land; whoever lands them deletes this file.
public struct XMLPropertyListReader: Sendable { public init(limits: Limits = .default) {}; public func read(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyList { .null }
 public static func documentType(of b: [UInt8]) -> XMLPropertyListWriter.DocumentType { .apple } }
public struct XMLPropertyListWriter: Sendable { public enum DocumentType: Sendable { case apple }; public var documentType = DocumentType.apple; public init() {}; public func write(_ v: PropertyList) throws(PropertyListError) -> [UInt8] { [] } }
