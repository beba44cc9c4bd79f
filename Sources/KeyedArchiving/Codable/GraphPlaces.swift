internal import PropertyLists

// What decoders hand around, as the source of an archive knows it.

typealias GraphValue = TreePlace
typealias GraphFields = TreeFields
typealias GraphKeys = TreeKeys
typealias GraphElements = TreeElements
