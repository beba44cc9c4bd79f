internal import PropertyLists

/// What nearly every archive starts with: `$null`, the archiver's own keys, and the shapes of class records, of arrays
/// and sets, and of a top level with a root object.
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
    /// The number of the shape of class records.
    let recordShape: Int

    private init() {
        var table = BinaryObjectTable()
        var shapes = ObjectShapes(KeyOrder())
        null = table.addString("$null")
        recordShape = shapes.addShape(of: ["$classname", "$classes"], isObject: false, to: &table)
        _ = shapes.addShape(of: ["NS.objects", "$class"], isObject: true, to: &table)
        _ = shapes.addShape(of: [KeyedArchiver.rootObjectKey], isObject: false, to: &table)
        self.table = table
        self.shapes = shapes
    }
}
