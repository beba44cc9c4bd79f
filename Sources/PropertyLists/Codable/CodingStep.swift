#if !hasFeature(Embedded)

/// How a coder of a value is reached from the one around it.
package enum CodingStep {
    /// It is the same value, or the outermost one.
    case none
    case key(any CodingKey)
    case position(Int)

    /// How many keys it is.
    package var length: Int {
        if case .none = self { 0 } else { 1 }
    }

    /// The key in a coding path.
    package var key: (any CodingKey)? {
        switch self {
        case .none: nil
        case .key(let key): key
        case .position(let position): TreeKey.position(position)
        }
    }
}

/// A coder of one value, which knows the one around it.
package protocol NestedCoder: AnyObject {
    /// The coder around it; nil for the outermost.
    var parent: Self? { get }
    /// How it is reached from there.
    var step: CodingStep { get }
}

extension NestedCoder {
    /// The coders from the outermost to this one.
    var ancestors: [Self] {
        var coders = [self]
        while let parent = coders.last?.parent { coders.append(parent) }
        return coders.reversed()
    }

    /// The keys that lead to the value, put together only when somebody asks.
    var pathOfKeys: [any CodingKey] { ancestors.compactMap(\.step.key) }

    /// How many keys lead to the value.
    package var countOfKeys: Int {
        var count = step.length
        var coder = self
        while let parent = coder.parent {
            count &+= parent.step.length
            coder = parent
        }
        return count
    }
}

/// The place of an element, or of the fields of a superclass.
///
/// The text of a position is made when somebody asks for it: of a thousand elements hardly one is ever named.
package enum TreeKey: CodingKey {
    case name(String)
    case position(Int)

    package init(stringValue: String) {
        self = .name(stringValue)
    }

    package init(intValue: Int) {
        self = .position(intValue)
    }

    package var stringValue: String {
        switch self {
        case .name(let name): name
        case .position(let position): "Index \(position)"
        }
    }

    package var intValue: Int? {
        if case .position(let position) = self { position } else { nil }
    }

    /// The key under which a superclass encodes its fields if no key is named.
    package static let superclass = TreeKey(stringValue: "super")
}

/// The key of an entry of a dictionary that is stored as two lists, with its position there.
///
/// Several entries can have one key: an error is about the one at the position. Stored as an existential `CodingKey` it
/// fits inline, so that no memory is allocated for each entry.
package struct EntryKey: CodingKey {
    package let stringValue: String
    package let position: FieldPosition

    package init(_ name: String, at position: FieldPosition) {
        stringValue = name
        self.position = position
    }

    package init(stringValue: String) {
        self.stringValue = stringValue
        position = .none
    }

    package init?(intValue: Int) { nil }

    package var intValue: Int? { nil }
}

#endif
