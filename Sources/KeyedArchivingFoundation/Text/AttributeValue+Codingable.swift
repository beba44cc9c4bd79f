internal import Foundation
internal import KeyedArchiving

extension AttributeValue {
    /// Creates a value from a decoded object.
    ///
    /// - Throws: Whatever archiving an object of another class throws.
    init(_ object: any Codingable) throws {
        switch object {
        case let string as String: self = .string(string)
        case let integer as Int64: self = .integer(integer)
        case let real as Double: self = .real(real)
        case let boolean as Bool: self = .boolean(boolean)
        case let data as Data: self = .data(data)
        case let date as Date: self = .date(date)
        case let url as URL: self = .url(url)
        case let color as ArchivedColor: self = .color(color)
        case let font as ArchivedFont: self = .font(font)
        default: self = .archive(try KeyedArchiver.archivedData(withRootObject: object))
        }
    }

    /// The value as an object to encode.
    ///
    /// - Throws: Whatever decoding an archive throws.
    var object: (any Codingable)? {
        get throws {
            switch self {
            case .string(let string): string
            case .integer(let integer): integer
            case .real(let real): real
            case .boolean(let boolean): boolean
            case .data(let data): data
            case .date(let date): date
            case .url(let url): url
            case .color(let color): color
            case .font(let font): font
            case .archive(let data): try KeyedUnarchiver.unarchivedGraph(from: data)
            }
        }
    }
}
