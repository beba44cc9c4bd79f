#if !hasFeature(Embedded)

/// A place of an archive or of a property list as a decoder sees it: an entry that the place refers to, or an inline
/// value.
package enum TreePlace: BitwiseCopyable {
    /// An entry of `$objects`, or a container of a property list; the one of number 0 is nil.
    case entry(EntryUID)
    /// A value in the place of a reference, by its object index.
    case inline(ObjectIndex)
    /// A number that is part of an entry: a byte of data, an index of an index set.
    case integer(Int64)
    /// A value that was made, by its index among those.
    case made(Int)
}

/// The keys and values of an object, or of a dictionary whose keys and values are lists of references.
package struct TreeFields: BitwiseCopyable {
    package var fields: BinaryFields
    /// The index of the shape of the keys.
    package var shape: Int
    /// The look-ups recorded for the keys.
    package var lookUps: LookUpRun

    package init(fields: BinaryFields, shape: Int, lookUps: LookUpRun) {
        self.fields = fields
        self.shape = shape
        self.lookUps = lookUps
    }
}

/// The keys and values of a keyed container.
package struct TreeKeys: BitwiseCopyable {
    /// The entries of a dictionary.
    package enum Entries: BitwiseCopyable {
        /// It is an object that isn't a dictionary.
        case none
        /// A dictionary stored as a list of keys and a list of values.
        case listed(TreeFields)
        /// A dictionary whose entries were made, by their index among such dictionaries.
        case made(Int)
    }

    package var entries = Entries.none
    /// The fields of the object; nil for a dictionary that isn't one.
    package var object: TreeFields?
    /// The index of the object's class.
    package var classIndex = OptionalIndex.none

    package init() {}
}

/// The values of an unkeyed container.
package enum TreeElements: BitwiseCopyable {
    /// Values of the file.
    case stored(BinaryReferences)
    /// Values that were made, by their index among those lists.
    case made(Int, count: Int)

    package var count: Int {
        switch self {
        case .stored(let run): run.count
        case .made(_, let count): count
        }
    }
}

/// The position of the look-ups recorded for the keys of some objects: for the first key asked for, the second and so
/// on.
package struct LookUpRun: BitwiseCopyable {
    package let first: Int
    /// How many keys there are; 0 if nothing is known.
    package let count: Int

    package init(first: Int, count: Int) {
        self.first = first
        self.count = count
    }

    package static var none: Self { Self(first: 0, count: 0) }
}

#endif
