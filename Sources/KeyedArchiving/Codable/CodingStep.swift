/// How a coder of a value is reached from the one around it.
enum CodingStep {
    /// It is the same value, or the outermost one.
    case none
    case key(any CodingKey)
    case position(Int)

    /// How many keys it is.
    @inline(__always)
    var length: Int {
        if case .none = self { 0 } else { 1 }
    }

    /// The key in a coding path.
    var key: (any CodingKey)? {
        switch self {
        case .none: nil
        case .key(let key): key
        case .position(let position): TreeKey.position(position)
        }
    }
}

/// A coder of one value, which knows the one around it.
protocol NestedCoder: AnyObject {
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
    var countOfKeys: Int {
        var count = step.length
        var coder = self
        while let parent = coder.parent {
            count &+= parent.step.length
            coder = parent
        }
        return count
    }
}
