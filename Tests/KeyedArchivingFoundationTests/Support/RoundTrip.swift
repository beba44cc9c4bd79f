import Foundation
import KeyedArchivingFoundation
import Testing

/// A value after it has been archived and decoded as its own type.
func roundTrip<Value: Codingable>(_ value: Value) throws -> Value {
    let data = try KeyedArchiver.archivedData(withRootObject: value)
    return try #require(try KeyedUnarchiver.unarchivedObject(of: Value.self, from: data))
}

/// A value after it has been archived and decoded without naming its type.
func graphRoundTrip(_ value: any Codingable) throws -> any Codingable {
    let data = try KeyedArchiver.archivedData(withRootObject: value)
    return try #require(try KeyedUnarchiver.unarchivedGraph(from: data))
}
