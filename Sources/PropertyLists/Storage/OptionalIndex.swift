/// An index into one of a coder's tables, or none.
@usableFromInline package typealias OptionalIndex = TableIndex<Never>
