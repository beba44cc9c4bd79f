/// Takes apart what the library's own containers hold.
///
/// Swift releases an object that held the last reference to another recursively, so the depth of an archive would decide
/// whether releasing it overflows the stack.
enum ObjectGraph {
    /// Releases objects, and what they held alone, one after the other.
    ///
    /// The list is changed in place: a copy of it would hold every object a second time. So would a variable that is not
    /// optional, because calling a generic function opens it into a copy.
    static func release(_ objects: inout [AnyObject]) {
        while !objects.isEmpty {
            var object = objects.popLast()
            if isKnownUniquelyReferenced(&object) { moveContents(of: object, to: &objects) }
        }
    }

    private static func moveContents(of object: AnyObject?, to rest: inout [AnyObject]) {
        switch object {
        case let array as ObjectArray: rest += array.takeContents()
        case let dictionary as ObjectDictionary: rest += dictionary.takeContents()
        case let set as ObjectSet: rest += set.takeContents()
        case let object as ArchivedObject: rest += object.takeContents()
        default: break
        }
    }
}
