internal import PropertyLists

/// The entries and shapes that nearly every archive starts with: `$null`, the archiver's keys, the shapes of class
/// records, of arrays and sets, of a top level with a root object, and of the outer dictionary, and the class record of
/// arrays.
///
/// For a small archive, making these takes longer than copying them (row `encode archive of two persons` of
/// `Instructions.tsv`). Like all entries of a table, unused ones aren't written.
struct CommonShapes: ~Copyable, Sendable {
    /// The common shapes of layouts with the usual order of keys, in which equal strings have separate entries.
    static let shared = CommonShapes()

    let table: BinaryObjectTable
    let shapes: ObjectShapes
    /// The names in the class record of arrays, for layouts in which short strings are tagged, and the version.
    let values: ValueTable
    let null: BinaryObjectTable.Entry
    /// The usual name of the archiver's class.
    let archiver: BinaryObjectTable.Entry
    /// The numbers of the shapes.
    let numbers: Numbers
    /// The keys of the outer dictionary in the order of current systems, as a list in the table.
    let outerKeyList: Int
    /// The class of arrays.
    let arrayClass = ArchivedClass(standardNamed: [String].codedClassName)
    /// Its record, for layouts in which short strings are tagged.
    let arrayRecord: BinaryObjectTable.Entry

    /// The numbers of the shapes that most archives have.
    struct Numbers: BitwiseCopyable {
        /// The shape of class records.
        let record: Int
        /// The shape of arrays and sets.
        let list: Int
        /// The shape of a top level with a root object.
        let root: Int
    }

    private init() {
        var table = BinaryObjectTable()
        var shapes = ObjectShapes(KeyOrder())
        var values = ValueTable()
        null = table.addString(NullText.text)
        archiver = table.addString(ArchiveEnvelope.usualArchiver)
        numbers = Numbers(
            record: shapes.addShape(of: [ClassFields.name, ClassFields.hierarchy], isObject: false, to: &table),
            list: shapes.addShape(
                of: [CollectionPart.values.key, ClassFields.instanceClass], isObject: true, to: &table),
            root: shapes.addShape(of: [KeyedArchiver.rootObjectKey], isObject: false, to: &table)
        )
        outerKeyList = table.addKeyList(of: ArchiveLayout.modernKeys.map { table.addString($0.rawValue) })
        if let version = SharingPolicy().key(of: ArchiveEnvelope.supportedVersion, .int32) {
            _ = values.entry(of: version, GrowingTable(), &table) { $0.addInteger(ArchiveEnvelope.supportedVersion) }
        }
        let name = values.entry(ofTagged: arrayClass.name, &table)
        let hierarchy = table.addArray(arrayClass.hierarchy.map { values.entry(ofTagged: $0, &table) })
        var fields = GrowingTable<ObjectShapes.Field>()
        fields.append(ObjectShapes.Field(key: shapes.classNameKey, value: name))
        fields.append(ObjectShapes.Field(key: shapes.hierarchyKey, value: hierarchy))
        arrayRecord = shapes.addDictionary(numbers.record, fields, from: 0, to: &table)
        self.table = table
        self.shapes = shapes
        self.values = values
    }
}

extension ValueTable {
    /// The entry of a string that is tagged, which is added if there is none.
    fileprivate mutating func entry(ofTagged string: String, _ table: inout BinaryObjectTable) -> Entry {
        guard let key = SharingPolicy().key(of: string) else { return table.addString(string) }
        return entry(of: key, GrowingTable(), &table) { $0.addString(string) }
    }
}
