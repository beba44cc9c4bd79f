/// A class of the library whose instances hold others.
///
/// Swift releases a chain of objects recursively, and a long chain would exhaust the stack. So an instance of this
/// class that is released takes apart, one by one, the containers that nothing else holds. Those that hold each other
/// in a cycle are not released.
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
