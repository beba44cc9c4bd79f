internal import PropertyLists

// What containers put into a tree. Nothing here is generic over keys, so that the calls of every type of keys share it.

extension EncodedTree {
    /// Puts a small value under a key.
    func put(_ content: EncodedNode.Content, under key: String, in record: Int) {
        table.put(table.add(content), under: key, in: record)
    }

    /// Puts a text under a key.
    func put(text: String, under key: String, in record: Int) {
        put(table.content(of: text), under: key, in: record)
    }

    /// Puts a node under a key.
    func put(_ node: Int, under key: String, in record: Int) {
        table.put(node, under: key, in: record)
    }

    /// Appends a small value to an array.
    func append(_ content: EncodedNode.Content, to list: Int) {
        table.append(table.add(content), to: list)
    }

    /// Appends a text to an array.
    func append(text: String, to list: Int) {
        append(table.content(of: text), to: list)
    }

    /// The number of elements of an array.
    func count(of list: Int) -> Int {
        table.containers[list].count
    }

    /// The content of a node.
    func content(of node: Int) -> EncodedNode.Content {
        table.nodes[node].content
    }

    /// The content of an array that is kept as it is, as one whose elements are nodes, or nil for any other content.
    func list(from content: EncodedNode.Content) -> Int? {
        switch content {
        case .list(let list): list
        case .texts(let index): list(table.textLists[index]) { table.content(of: $0) }
        case .integers(let index): list(table.integerLists[index]) { .integer(Int64($0)) }
        case .reals(let index): list(table.realLists[index]) { .double($0) }
        default: nil
        }
    }

    private func list<Element>(_ elements: [Element], _ content: (Element) -> EncodedNode.Content) -> Int {
        let list = table.addContainer()
        for element in elements { append(content(element), to: list) }
        return list
    }
}
