extension TypeCodeParser {
    /// Finds out how large a union is: archives hold it as the bytes of its largest member.
    ///
    /// Sizes are those of the 32-bit systems that wrote unions, with every type at a multiple of its size.
    mutating func measureUnion(_ index: Int) throws(ArchiveError) {
        var size = 0
        var alignment = 1
        var member = index + 1
        let end = index + Int(nodes[index].nodeCount)
        while member < end {
            let layout = try layout(member)
            size = max(size, layout.size)
            alignment = max(alignment, layout.alignment)
            member += Int(nodes[member].nodeCount)
        }
        size = Self.rounded(size, to: alignment)
        guard let count = UInt32(exactly: size) else {
            throw ArchiveError(.invalidType, "a union is larger than 4 GB", at: Int(nodes[index].start))
        }
        setUnionSize(count, at: index)
    }

    /// The size and alignment of the C type of a node; the nesting of types is bounded, so this may recurse.
    private func layout(_ index: Int) throws(ArchiveError) -> (size: Int, alignment: Int) {
        let node = nodes[index]
        if let scalar = node.scalar, scalar.isNumber { return (scalar.size, scalar.size) }
        switch node.code {
        case UInt8(ascii: "!"): return (0, 1)
        case UInt8(ascii: "("): return (Int(node.count), 1)
        case UInt8(ascii: "["):
            let element = try layout(index + 1)
            return (element.size.multipliedOrMaximum(by: Int(node.count)), element.alignment)
        case UInt8(ascii: "{"):
            var (size, alignment, field) = (0, 1, index + 1)
            while field < index + Int(node.nodeCount) {
                let layout = try layout(field)
                size = Self.rounded(size, to: layout.alignment).addingOrMaximum(layout.size)
                alignment = max(alignment, layout.alignment)
                field += Int(nodes[field].nodeCount)
            }
            return (Self.rounded(size, to: alignment), alignment)
        default:
            throw ArchiveError(
                .invalidType, "a union of an archive holds numbers only, not a pointer", at: Int(node.start))
        }
    }

    private static func rounded(_ size: Int, to alignment: Int) -> Int {
        size.addingOrMaximum(alignment - 1) / alignment * alignment
    }
}
