#if !hasFeature(Embedded)

/// The tree of a value that is being encoded, which all its containers write into.
@usableFromInline package final class EncodedTree {
    /// The nodes, without dynamic exclusivity checks.
    ///
    /// They are not needed: the table is private to this class, none of its methods calls code of the user, and a tree
    /// belongs to one task at a time, so no access can begin while another is open.
    @exclusivity(unchecked) @usableFromInline var uncheckedTable = EncodedTable()

    @inlinable package var table: EncodedTable {
        @inline(__always) _read { yield unsafe uncheckedTable }
        @inline(__always) _modify { yield unsafe &uncheckedTable }
    }

    let limits: Limits
    /// How many keys may lead to a value.
    let depthLimit: Int
    /// How much stack there is for more.
    @exclusivity(unchecked) private var stack = StackLimit()
    /// A mistake found where no error could be thrown.
    @exclusivity(unchecked) private var mistake = FirstMistake()
    /// The types seen last, with the facts about them.
    @exclusivity(unchecked) private var types = DirectMappedCache<ObjectIdentifier?, TypeFacts>(
        placeCount: 16, noKey: nil, noValue: TypeFacts())

    /// The rules for storing values in a separate archive; nil if they become a property list.
    package let rules: (any EncodingRules)?
    /// Whether Foundation's dates and data are refused where they aren't values of property lists.
    private let refusesForeign: Bool
    /// Contextual information that types can read from their encoder.
    let userInfo: [CodingUserInfoKey: any Sendable]

    /// A tree of values that become a property list or, with rules, a separate archive.
    package init(
        limits: Limits,
        userInfo: [CodingUserInfoKey: any Sendable] = [:],
        rules: (any EncodingRules)? = nil,
        refusesForeign: Bool = false
    ) {
        self.limits = limits
        self.userInfo = userInfo
        depthLimit = limits.depth
        self.rules = rules
        self.refusesForeign = refusesForeign
        unsafe stack.begin()
    }

    // MARK: Mistakes

    /// Notes a mistake, if it is the first.
    func fail(_ error: EncodingError) { unsafe mistake.note(error) }

    /// Throws the mistake that was noted, if there is one; a tree with one is of no use.
    @inline(__always)
    func checkFailure() throws { try unsafe mistake.check() }

    /// Checks how many keys lead to a value, and that there is stack for it.
    @inline(__always)
    package func checkDepth(_ depth: Int) throws {
        if unsafe depth >= depthLimit || !stack.hasRoom() {
            throw StackLimit.error(.encode, depth: depth, limit: depthLimit)
        }
    }

    // MARK: Types

    /// The facts about a type.
    struct TypeFacts {
        /// The type as one whose values are values of a property list themselves.
        var value: (any PropertyListValue.Type)?
        /// The type as a collection.
        var collection: (any CollectionEncodable.Type)?
        /// Whether its values are separate objects.
        var isObject = false
        /// Whether they can only be encoded where the module for Foundation's types is imported.
        var needsImport = false
        /// The index of the class whose objects its values are, if they are objects.
        var classIndex = OptionalIndex.none
    }

    /// The facts about a type.
    ///
    /// Whether a type conforms to a protocol is asked at run time, once for each (row `encode Codable person` of
    /// `Instructions.tsv`).
    @inline(__always)
    func facts(of type: any Encodable.Type) -> TypeFacts {
        let identifier = ObjectIdentifier(type)
        return unsafe types[identifier, UInt(bitPattern: identifier) &>> 4] ?? newFacts(of: type)
    }

    @inline(never)
    private func newFacts(of type: any Encodable.Type) -> TypeFacts {
        let identifier = ObjectIdentifier(type)
        var facts = TypeFacts(
            value: type as? any PropertyListValue.Type,
            collection: type as? any CollectionEncodable.Type
        )
        if refusesForeign { facts.needsImport = ForeignType.isOne(type) }
        if let rules {
            facts.isObject = rules.isObject(type)
            if let classIndex = rules.classIndex(of: type) {
                facts.classIndex = OptionalIndex(classIndex)
                // A list isn't one: that it should be an object is a mistake, which is found after it encoded itself.
                if facts.collection is any ListEncodable.Type { facts.collection = nil }
            }
        }
        unsafe types.set(facts, for: identifier, UInt(bitPattern: identifier) &>> 4)
        return facts
    }
}

// What containers put into a tree. Nothing here is generic over keys, so that the calls of every type of keys share it.

extension EncodedTree {
    /// Puts a small value under a key.
    func put(_ content: EncodedNode.Content, under key: String, in container: Int) {
        put(table.add(content), under: key, in: container)
    }

    /// Puts a text under a key.
    func put(text: String, under key: String, in container: Int) {
        put(table.content(of: text), under: key, in: container)
    }

    /// Puts a node under a key.
    @inline(never)
    func put(_ node: Int, under key: String, in container: Int) {
        table.put(node, under: key, in: container)
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
    @inlinable
    package func content(of node: Int) -> EncodedNode.Content {
        table.nodes[node].content
    }

    /// The container of an array, for numbers one whose elements are nodes from now on; nil for any other content.
    func list(from content: EncodedNode.Content) -> Int? {
        guard case .numbers(let index) = content else {
            if case .list(let list) = content { return list }
            return nil
        }
        let list = table.addContainer()
        switch table.numbers[index] {
        case .integers(let numbers): for number in numbers { append(.integer(Int64(number)), to: list) }
        case .reals(let numbers): for number in numbers { append(.double(number), to: list) }
        }
        return list
    }
}

/// The rules for storing values in a separate archive: which of them are objects, and of which classes.
package protocol EncodingRules: AnyObject {
    /// Whether values of a type encode themselves as objects.
    func isObject(_ type: any Encodable.Type) -> Bool

    /// Keeps a value that encodes itself as an object.
    ///
    /// - Returns: Nil if it doesn't.
    func content(ofObject value: any Encodable) -> EncodedNode.Content?

    /// The index of the class whose objects the values of a type are; nil if they are dictionaries.
    func classIndex(of type: any Encodable.Type) -> Int?

    /// The names of a class and of its chain.
    func classNames(at index: Int) -> [String]

    /// A property list that represents a kept object for ordering the members of a set.
    func ordered(_ index: Int, limits: Limits) -> PropertyList
}

#endif
