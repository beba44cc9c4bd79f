internal import PropertyLists

/// The types of a type string.
struct SequentialTypeList {
    let nodes: [TypeCodeNode]
    let bytes: [UInt8]

    init(_ types: String) throws(SequentialArchiveError) {
        bytes = Array(types.utf8)
        nodes = try SequentialGroup.nodes(of: bytes)
    }
}
