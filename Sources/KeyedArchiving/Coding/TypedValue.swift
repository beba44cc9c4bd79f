public import PropertyLists

/// A value that a keyed coder writes or reads without a key, as its type code says.
///
/// A class is its name in archives; C strings and the names of selectors have to be UTF-8, as they are stored as
/// strings.
public typealias TypedValue = TypeCodedValue<any Codingable, String, CodedCString>

/// The type of a value without a key: one type code, or a C array of one.
struct UnkeyedType {
    /// The type of the value, or of the elements.
    let code: TypeCode
    /// The number of elements; nil if the value isn't an array.
    let count: Int?

    /// Reads a type string as keyed coders do.
    ///
    /// A call takes one type. Qualifiers such as `r` for `const` say nothing about the value and are skipped. An array
    /// records one type code, so its elements are neither arrays nor structures; a structure has no form at all.
    ///
    /// - Parameter failure: The code of the error for types that keyed coders refuse.
    /// - Throws: An error with that code.
    init(_ text: String, failure: ArchiveError.Code) throws(ArchiveError) {
        let bytes = text.utf8.filter { !Self.isQualifier($0) }
        guard bytes.first != UInt8(ascii: "{") else { throw Self.structure(failure) }
        var parser = TypeCodeParser()
        let nodes: [TypeCodeNode]
        do {
            nodes = parser.nodes.elements(try parser.parse(bytes[...]))
        } catch {
            throw Self.unknown(text, failure, ": \(error.reason)")
        }
        guard let first = nodes.first else { throw Self.unknown(text, failure, ": it is empty") }
        guard Int(first.nodeCount) == nodes.count else {
            throw Self.unknown(text, failure, ": a call takes one type")
        }
        guard first.code == UInt8(ascii: "["), let element = nodes.dropFirst().first else {
            guard let type = first.scalar, type.isKeyed else { throw Self.unknown(text, failure) }
            (code, count) = (type, nil)
            return
        }
        guard element.code != UInt8(ascii: "{") else { throw Self.structure(failure) }
        guard let type = element.scalar, type.isKeyed else { throw Self.unknown(text, failure) }
        guard first.count > 0 else {
            throw ArchiveError(
                failure, "a keyed archive cannot hold a C array without elements",
                remedy: "leave it out; a missing value decodes as an empty array")
        }
        (code, count) = (type, Int(first.count))
    }

    /// The types of a string of several, each as a string.
    ///
    /// - Throws: An error with the code if the string is malformed.
    static func list(_ text: String, failure: ArchiveError.Code) throws(ArchiveError) -> [String] {
        let bytes = text.utf8.filter { !isQualifier($0) }
        var parser = TypeCodeParser()
        do {
            let nodes = try parser.parse(bytes[...])
            var (types, index): ([String], Int) = ([], nodes.lowerBound)
            while index < nodes.upperBound {
                let node = parser.nodes[index]
                types.append(String(decoding: bytes[Int(node.start)..<Int(node.end)], as: UTF8.self))
                index += Int(node.nodeCount)
            }
            return types
        } catch {
            throw unknown(text, failure, ": \(error.reason)")
        }
    }

    /// The type codes that an array may have which is asked for with a code, that one first: on 64-bit systems the
    /// longs of the same size too, and for booleans the `c` that they are on Intel systems.
    static func readable(_ code: UInt8) -> [UInt8] {
        switch TypeCode(rawValue: code) {
        case .int64: [code, TypeCode.long.rawValue]
        case .uint64: [code, TypeCode.unsignedLong.rawValue]
        case .boolean: [code, TypeCode.int8.rawValue]
        default: [code]
        }
    }

    /// The codes that keyed coders take.
    static let codes = TypeCode.allCases.filter(\.isKeyed).map(\.rawValue)

    /// How many bytes an element of a stored array may take: a long takes eight on some systems.
    static func sizes(of code: UInt8) -> [Int] {
        switch TypeCode(rawValue: code) {
        case .long, .unsignedLong: [4, 8]
        case let type?: [type.size]
        case nil: []
        }
    }

    /// Whether the value is an array of characters, which is bytes.
    var isBytes: Bool { count != nil && code.isCharacter }

    /// The value decoded for a missing one: 0, nil, or an empty array.
    var missing: TypedValue {
        guard count == nil else { return isBytes ? .bytes([]) : .array([]) }
        return switch code.kind {
        case .real: .real(0)
        case .reference: .null
        case .integer: .integer(0)
        case .unsignedInteger: .unsignedInteger(0)
        }
    }

    private static func isQualifier(_ byte: UInt8) -> Bool { "rnNoORV".utf8.contains(byte) }

    private static func structure(_ failure: ArchiveError.Code) -> ArchiveError {
        let (coder, work) = failure == .invalidUnarchiveOperation ? ("unarchiver", "decode") : ("archiver", "encode")
        return ArchiveError(
            failure, "this \(coder) cannot \(work) structs",
            remedy: "\(work) each field under its own key, or the value as an object")
    }

    private static func unknown(_ text: String, _ failure: ArchiveError.Code, _ reason: String = "") -> ArchiveError {
        let quoted = String(text.prefix(64)).quotedForDisplay
        return ArchiveError(
            failure, "the type encoding \(quoted) is not one of a keyed archive\(reason)",
            remedy: "use one for numbers, objects, classes, selectors, C strings or arrays, such as i, @ or [3d]")
    }
}

extension TypeCode {
    /// Whether keyed coders take the type; unique strings and the characters of strings are only in sequential
    /// archives.
    var isKeyed: Bool { self != .atom && self != .characters }

    /// The type that holds values of a number's code; nil if the code isn't one of a number.
    ///
    /// A long has 64 bits, as GNUstep's has; archives of Apple's hold 32.
    var scalarType: (any CScalar.Type)? {
        switch self {
        case .int8: Int8.self
        case .uint8: UInt8.self
        case .boolean: Bool.self
        case .int16: Int16.self
        case .uint16: UInt16.self
        case .int32: Int32.self
        case .uint32: UInt32.self
        case .long, .int64: Int64.self
        case .unsignedLong, .uint64: UInt64.self
        case .float: Float.self
        case .double: Double.self
        case .object, .class, .selector, .cString, .atom, .characters: nil
        }
    }
}
