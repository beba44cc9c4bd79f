internal import PropertyLists

/// The rules for how ``KeyedArchiveEncoder`` stores values in an archive.
final class ArchiveRules: EncodingRules {
    private let options: KeyedArchiveEncoder
    /// The classes of types that are written as objects, as far as values of them were seen.
    private(set) var classes: [ArchivedClass] = []
    /// The values that encode themselves as objects.
    private(set) var objects: [any Codingable] = []

    init(_ options: KeyedArchiveEncoder) {
        self.options = options
    }

    func isObject(_ type: any Encodable.Type) -> Bool { type is any CodableAsObject.Type }

    func content(ofObject value: any Encodable) -> EncodedNode.Content? {
        guard let object = value as? any CodableAsObject else { return nil }
        if let object = value as? any PartlyCodedAsObject, !object.isWholeAsObject { return nil }
        objects.append(object)
        return .object(objects.count - 1)
    }

    func classIndex(of type: any Encodable.Type) -> Int? {
        guard let known = options.classes[ObjectIdentifier(type)] else { return nil }
        let index = classes.firstIndex(of: known) ?? classes.count
        if index == classes.count { classes.append(known) }
        return index
    }

    func classNames(at index: Int) -> [String] { [classes[index].name] + classes[index].hierarchy }

    /// An object counts as its class and the result of its `Encodable` conformance, or else as the bytes of its
    /// archive, which is made only then.
    func ordered(_ index: Int, limits: Limits) -> PropertyList {
        let object = objects[index]
        let name = PropertyList.string(PropertyListString(type(of: object).codedClassName))
        let tree = EncodedTree(limits: limits)
        let encoder = TreeEncoder(tree)
        if let value = object as? any Encodable, (try? encoder.encode(value)) != nil {
            return .array([name, tree.propertyList(of: encoder.place)])
        }
        let bytes = (try? KeyedArchiver.archivedBytes(withRootObject: object, limits: limits)) ?? []
        return .array([name, .data(bytes)])
    }
}
