/// The keys by which objects refer to their classes, and those of class records.
enum ClassFields {
    /// The class of an object, a reference to its record.
    static var instanceClass: String { "$class" }

    /// The name of a class.
    static var name: String { "$classname" }

    /// The names of a class and its superclasses.
    static var hierarchy: String { "$classes" }

    /// The names of the classes that may take the place of one that isn't known.
    static var fallbacks: String { "$classhints" }
}
