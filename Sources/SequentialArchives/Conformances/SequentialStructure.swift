internal import PropertyLists

/// A C structure that an `NSValue` holds, with named fields.
///
/// ```swift
/// let value = SequentialBoxedValue(.point(x: 3, y: 4))
/// if case .point(let x, let y) = value.structure { print(x, y) }
/// ```
///
/// It is known by the name in the type string, so points of AppKit, `{_NSPoint=ff}`, and of Core Graphics,
/// `{CGPoint=dd}`, are both points. Other structures are read and written too, by
/// ``SequentialBoxedValue/value`` and ``SequentialBoxedValue/type``.
public enum SequentialStructure: Hashable, Sendable {
    /// A point.
    case point(x: Double, y: Double)
    /// A size.
    case size(width: Double, height: Double)
    /// A rectangle.
    case rect(x: Double, y: Double, width: Double, height: Double)
    /// A range.
    case range(location: UInt64, length: UInt64)
    /// Distances from the edges of a rectangle.
    case edgeInsets(top: Double, left: Double, bottom: Double, right: Double)
    /// A distance to the right and downward.
    case offset(horizontal: Double, vertical: Double)
    /// A direction with a length.
    case vector(dx: Double, dy: Double)
    /// A transform of the plane.
    case affineTransform(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double)
}

extension SequentialBoxedValue {
    /// Boxes a structure: `NSValue`, with the type that macOS has for it on 64-bit systems.
    public convenience init(_ structure: SequentialStructure) {
        self.init(structure.value, type: CodedCString.shared(structure.type))
    }

    /// The structure that the value holds; nil if it isn't a structure, or has another name or other fields.
    public var structure: SequentialStructure? {
        let text = type.text
        guard text.hasPrefix("{"), let end = text.firstIndex(of: "=") else { return nil }
        var fields: [CodedValue] = []
        guard value.appendScalars(to: &fields) else { return nil }
        return SequentialStructure(name: String(text[text.index(after: text.startIndex)..<end]), fields)
    }
}

extension SequentialStructure {
    /// The structure with a name and fields, inner structures taken apart.
    fileprivate init?(name: String, _ fields: [CodedValue]) {
        if name == "_NSRange" || name == "NSRange" {
            let numbers = fields.compactMap { $0.integer(as: UInt64.self) }
            guard fields.count == 2, numbers.count == 2 else { return nil }
            self = .range(location: numbers[0], length: numbers[1])
            return
        }
        let reals = fields.compactMap(\.real)
        guard reals.count == fields.count else { return nil }
        switch (name, reals.count) {
        case ("CGPoint", 2), ("_NSPoint", 2), ("NSPoint", 2): self = .point(x: reals[0], y: reals[1])
        case ("CGSize", 2), ("_NSSize", 2), ("NSSize", 2): self = .size(width: reals[0], height: reals[1])
        case ("CGRect", 4), ("_NSRect", 4), ("NSRect", 4):
            self = .rect(x: reals[0], y: reals[1], width: reals[2], height: reals[3])
        case ("NSEdgeInsets", 4), ("UIEdgeInsets", 4):
            self = .edgeInsets(top: reals[0], left: reals[1], bottom: reals[2], right: reals[3])
        case ("UIOffset", 2): self = .offset(horizontal: reals[0], vertical: reals[1])
        case ("CGVector", 2): self = .vector(dx: reals[0], dy: reals[1])
        case ("CGAffineTransform", 6):
            self = .affineTransform(
                a: reals[0], b: reals[1], c: reals[2], d: reals[3], tx: reals[4], ty: reals[5])
        default: return nil
        }
    }

    /// The type string.
    fileprivate var type: String {
        switch self {
        case .point: "{CGPoint=dd}"
        case .size: "{CGSize=dd}"
        case .rect: "{CGRect={CGPoint=dd}{CGSize=dd}}"
        case .range: "{_NSRange=QQ}"
        case .edgeInsets: "{NSEdgeInsets=dddd}"
        case .offset: "{UIOffset=dd}"
        case .vector: "{CGVector=dd}"
        case .affineTransform: "{CGAffineTransform=dddddd}"
        }
    }

    /// The fields, in the structures that the type says.
    fileprivate var value: CodedValue {
        switch self {
        case .point(let x, let y): .reals(x, y)
        case .size(let width, let height): .reals(width, height)
        case .rect(let x, let y, let width, let height): .structure([.reals(x, y), .reals(width, height)])
        case .range(let location, let length):
            .structure([.unsignedInteger(location), .unsignedInteger(length)])
        case .edgeInsets(let top, let left, let bottom, let right): .reals(top, left, bottom, right)
        case .offset(let horizontal, let vertical): .reals(horizontal, vertical)
        case .vector(let dx, let dy): .reals(dx, dy)
        case .affineTransform(let a, let b, let c, let d, let tx, let ty): .reals(a, b, c, d, tx, ty)
        }
    }
}

extension CodedValue {
    fileprivate static func reals(_ reals: Double...) -> CodedValue { .structure(reals.map { .real($0) }) }

    /// Appends the numbers of a structure; types nest within bounds, so this may recurse.
    ///
    /// - Returns: Whether there are numbers only.
    fileprivate func appendScalars(to scalars: inout [CodedValue]) -> Bool {
        switch self {
        case .structure(let fields):
            for field in fields { guard field.appendScalars(to: &scalars) else { return false } }
        case .integer, .unsignedInteger, .real: scalars.append(self)
        default: return false
        }
        return true
    }
}
