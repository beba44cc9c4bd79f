internal import PropertyLists

/// What nearly every archive starts with: `$null`, the archiver's own keys, and the shapes of class records, of arrays
/// and sets, of a top level with a root object, and of the outer dictionary.
///
/// For a small archive, finding these out takes longer than copying them (row `encode archive of two persons` of
/// `Benchmarks/Instructions.tsv`). They are entries like all others, so that none is written that isn't used.
struct CommonShapes: ~Copyable, Sendable {
    /// Those of layouts in which tables of keys start without room, and in which equal strings are entries of their
    /// own.
    static let shared = CommonShapes()

    let table: BinaryObjectTable
    let shapes: ObjectShapes
    let null: BinaryObjectTable.Entry
    /// The numbers of the shapes.
    let numbers: Numbers
    /// The keys of the outer dictionary in the order of current systems, as a list in the table.
    let outerKeyList: Int

    /// The numbers of the shapes that most archives have.
    struct Numbers: BitwiseCopyable {
        /// That of class records.
        let record: Int
        /// That of arrays and sets.
        let list: Int
        /// That of a top level with a root object.
        let root: Int
    }

    private init() {
        var table = BinaryObjectTable()
        var shapes = ObjectShapes(KeyOrder())
        null = table.addString(NullText.text)
        numbers = Numbers(
            record: shapes.addShape(of: [ClassFields.name, ClassFields.hierarchy], isObject: false, to: &table),
            list: shapes.addShape(
                of: [CollectionFields.elements, ClassFields.instanceClass], isObject: true, to: &table),
            root: shapes.addShape(of: [KeyedArchiver.rootObjectKey], isObject: false, to: &table)
        )
        outerKeyList = table.addKeyList(of: ArchiveLayout.modernKeys.map { table.addString($0.rawValue) })
        self.table = table
        self.shapes = shapes
    }
}
