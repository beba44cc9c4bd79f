extension ArchivedObject {
    /// The fields of an object, in their order.
    ///
    /// It is the form in which the object keeps them: keys, which objects of one class share, and small values. A field
    /// is made when it is asked for; one with an inline array of references takes O(*n*) in their number.
    public struct Fields: RandomAccessCollection, MutableCollection, RangeReplaceableCollection,
        ExpressibleByArrayLiteral, CustomStringConvertible
    {
        /// The stored keys.
        private(set) var keys: [String] = []
        /// The values, as many as there are keys.
        private(set) var values = CompactList.leaves([])

        /// No fields.
        public init() {}

        /// Decoded values under as many keys, which objects may share.
        init(keys: [String], values: consuming CompactList) {
            assert(keys.count == values.count)
            self.keys = keys
            self.values = values
        }

        /// The fields of a literal.
        public init(arrayLiteral elements: Field...) { self.init(elements) }

        /// The first position, 0.
        public var startIndex: Int { 0 }

        /// The number of fields.
        public var endIndex: Int { keys.count }

        /// The field at a position, which must be one of the collection's.
        public subscript(position: Int) -> Field {
            get { Field(keys[position], value(at: position)) }
            set { replaceSubrange(position..<position + 1, with: CollectionOfOne(newValue)) }
        }

        /// Replaces a range of fields, which must be within the collection.
        ///
        /// - Complexity: O(1) for each field that is added or replaced at the end, O(*n*) elsewhere.
        public mutating func replaceSubrange(_ range: Range<Int>, with fields: some Collection<Field>) {
            keys.replaceSubrange(range, with: fields.lazy.map(\.key))
            values.replaceSubrange(range, with: fields.map { CompactValue($0.value) })
        }

        /// The fields, as those of an array.
        public var description: String { Array(self).description }

        /// The position of the first field with a stored key.
        func position(ofKey key: String) -> Int? { keys.firstIndex { $0.isIdentical(to: key) } }

        /// The value of the field at a position.
        func value(at position: Int) -> ArchivedValue { values.elements[position].value }
    }
}
