internal import PropertyLists

/// An index into one of a coder's tables, or none.
typealias OptionalIndex = TableIndex<Never>
