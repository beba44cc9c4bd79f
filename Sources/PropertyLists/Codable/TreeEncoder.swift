#if !hasFeature(Embedded)

/// Encodes a value into a place of a tree.
///
/// It is a class because the standard library passes encoders as existentials, in which an object takes one word. The
/// coding path is put together only on demand, from encoder to encoder.
package final class TreeEncoder: Encoder, NestedCoder {
    package let tree: EncodedTree
    @exclusivity(unchecked) private var uncheckedPlace: Int
    /// How many keys lead to the value.
    let depth: Int
    package private(set) var parent: TreeEncoder?
    @exclusivity(unchecked) private var uncheckedStep: CodingStep

    /// An encoder for the outermost value.
    package init(_ tree: EncodedTree) {
        self.tree = tree
        unsafe uncheckedPlace = tree.table.add(.nothing)
        depth = 0
        unsafe uncheckedStep = .none
    }

    /// An encoder for a value within another.
    init(_ place: Int, in parent: TreeEncoder, _ step: consuming CodingStep) {
        tree = parent.tree
        unsafe uncheckedPlace = place
        depth = parent.depth + step.length
        self.parent = parent
        unsafe uncheckedStep = step
    }

    /// Makes this the encoder of another element of the same list: one that wasn't kept.
    @inline(__always)
    func move(to place: Int, at position: Int) {
        unsafe uncheckedPlace = place
        unsafe uncheckedStep = .position(position)
    }

    /// The node that the value is encoded into.
    package var place: Int {
        @inline(__always) get { unsafe uncheckedPlace }
    }

    package var step: CodingStep { unsafe uncheckedStep }

    deinit {
        // One after the other: releasing each with the one before it would overflow the stack where containers were
        // made in one another without end.
        var next = parent.take()
        while isKnownUniquelyReferenced(&next) { next = next?.parent.take() }
    }

    package var codingPath: [any CodingKey] { pathOfKeys }

    package var userInfo: [CodingUserInfoKey: Any] { tree.userInfo }

    package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(KeyedTreeContainer<Key>(encoder: self, tree: tree, container: openDictionary()))
    }

    package func unkeyedContainer() -> any UnkeyedEncodingContainer {
        UnkeyedTreeContainer(encoder: self, tree: tree, list: openList())
    }

    package func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleValueTreeContainer(encoder: self)
    }

    /// The content of an integer of 128 bits.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func content(ofLarge value: some FixedWidthInteger) throws -> EncodedNode.Content {
        if let content = tree.table.content(ofLarge: value) { return content }
        throw error(
            value, "the number \(value) is above \(Int128.max), the largest that an archive holds",
            remedy: "encode it as a text or as bytes")
    }

    // MARK: Containers

    /// The dictionary at this place: a value may ask for its keyed container several times.
    func openDictionary() -> Int {
        let content = tree.content(of: place)
        if case .nothing = content {
            let container = tree.table.addContainer()
            tree.table.fill(place, .dictionary(container))
            return container
        }
        guard case .dictionary(let container) = content else { return contradiction() }
        return container
    }

    /// The array at this place.
    private func openList() -> Int {
        let content = tree.content(of: place)
        if case .nothing = content {
            let list = tree.table.addContainer()
            tree.table.fill(place, .list(list))
            return list
        }
        guard let list = tree.list(from: content) else { return contradiction() }
        tree.table.fill(place, .list(list))
        return list
    }

    /// A container that leads nowhere, for a value that encodes itself in two ways at once; encoding ends with an
    /// error.
    private func contradiction() -> Int {
        tree.fail(severalKinds)
        return tree.table.addContainer()
    }

    /// The error for a value that encodes itself in two ways at once.
    var severalKinds: EncodingError {
        error(
            PendingValue(), "a value encodes itself in more than one kind of container",
            remedy: "ask for one kind of container in its `encode(to:)`")
    }

    /// The error for a value that encodes nothing.
    package func nothingEncoded(by value: some Encodable) -> EncodingError {
        error(
            value, "the value did not encode anything",
            remedy: "ask for a container in its `encode(to:)`, even for an empty one")
    }

    func error(_ value: Any, _ reason: String, remedy: String) -> EncodingError {
        let text = ErrorLine.text(reason: reason, remedy: remedy)
        return EncodingError.invalidValue(value, EncodingError.Context(codingPath: codingPath, debugDescription: text))
    }
}

/// Stands in an error for the value that is being encoded, where only the call that encodes it has it.
struct PendingValue {}

#endif
