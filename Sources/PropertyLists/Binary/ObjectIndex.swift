/// The index of an object in a binary property list: its place in the offset table, from 0.
///
/// It is not a ``UID``, the index of an entry in the `$objects` array of an archive. That array refers to its entries
/// by object index, like every container of the list.
@usableFromInline package typealias ObjectIndex = TableIndex<BinaryPropertyListReader>
