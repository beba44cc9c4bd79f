/// A class of the library's own that holds other objects, and so may hold itself.
///
/// Each has a `deinit` that passes its contents to ``ObjectGraph/release(_:)``.
package protocol ObjectContainer: AnyObject {
    /// Leaves the container empty.
    ///
    /// - Returns: The instances that it held.
    func takeContents() -> [AnyObject]
}

/// A container that knows whether its elements may hold other objects; if not, releasing it goes no deeper.
protocol GraphContainer: ObjectContainer {
    /// Whether instances may be here that hold others.
    var holdsGraphs: Bool { get }

    /// Leaves the container empty, and adds the instances that it held to a list.
    func moveContents(to instances: inout [AnyObject])
}

extension GraphContainer {
    package func takeContents() -> [AnyObject] {
        var instances: [AnyObject] = []
        moveContents(to: &instances)
        return instances
    }

    /// Moves the instances here to a list, if one of them may hold others.
    func moveGraphs(to instances: inout [AnyObject]) {
        if holdsGraphs { moveContents(to: &instances) }
    }
}

/// Releases the contents of the library's containers without recursion.
///
/// Swift releases an object that held the last reference to another recursively, so the depth of an archive would
/// decide whether releasing it overflows the stack.
package enum ObjectGraph {
    /// Releases objects, and the objects that only they held, one after the other.
    ///
    /// The list is changed in place: a copy of it would hold every object a second time. So would a variable that is
    /// not optional, because calling a generic function opens it into a copy.
    package static func release(_ objects: inout [AnyObject]) {
        var otherClass: ObjectIdentifier?
        while !objects.isEmpty {
            var object = objects.popLast()
            if isKnownUniquelyReferenced(&object) { moveContents(of: object, to: &objects, &otherClass) }
        }
    }

    /// Empties those of the objects that are containers, even if something else holds them, and releases all.
    ///
    /// Containers that could not be decoded may hold each other in a cycle, and no one else can break it.
    static func takeApart(_ objects: inout [AnyObject]) {
        var contents: [AnyObject] = []
        for object in objects { contents += (object as? any ObjectContainer)?.takeContents() ?? [] }
        release(&contents)
        release(&objects)
    }

    /// Moves the contents of an object to a list, if it is a container.
    ///
    /// - Parameter otherClass: The class that was found last not to be one, which is compared first: the elements of a
    ///   list are mostly of one class.
    private static func moveContents(
        of object: AnyObject?,
        to rest: inout [AnyObject],
        _ otherClass: inout ObjectIdentifier?
    ) {
        switch object {
        case let object as ArchivedObject: object.moveGraphs(to: &rest)
        case let array as ArchivedArray: array.moveGraphs(to: &rest)
        case let dictionary as ArchivedDictionary: dictionary.moveGraphs(to: &rest)
        case let set as ArchivedSet: rest += set.takeContents()
        case let object?:
            let type = ObjectIdentifier(type(of: object))
            if type == otherClass { return }
            if let container = object as? any ObjectContainer {
                rest += container.takeContents()
            } else {
                otherClass = type
            }
        case nil: break
        }
    }
}
