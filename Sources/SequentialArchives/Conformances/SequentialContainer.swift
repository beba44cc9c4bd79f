/// A class of the library whose instances hold others.
///
/// Swift releases a chain of objects recursively, which a long chain doesn't survive. Instances of this class take
/// those that nothing else holds apart one by one. Instances that hold each other in a cycle are not released.
public class SequentialContainer {
    init() {}

    /// Gives away the containers that the instance holds, when nothing else holds the instance.
    func takeChildren(_ children: inout [SequentialContainer]) {}

    deinit {
        var children: [SequentialContainer] = []
        takeChildren(&children)
        while var child = children.popLast() {
            if isKnownUniquelyReferenced(&child) { child.takeChildren(&children) }
        }
    }
}

extension [SequentialContainer] {
    /// Adds an object if it is a container.
    mutating func append(_ object: (any SequentialCodingable)?) {
        if let container = object as? SequentialContainer { append(container) }
    }
}

/// A class of Foundation's that the library knows.
protocol StandardSequentialClass: SequentialCodingable {
    /// Whether an instance keeps all that an object of some classes has, so that it is written as it was.
    static func canHold(_ versions: [CodedClassVersion]) -> Bool
}
