package import PropertyLists

/// A hand-made archive; its table starts with `$null`, and the objects given follow as UIDs 1, 2 and so on.
package struct SmallArchive {
    package var objects: [PropertyList]
    package var top: PropertyList

    package init(_ objects: PropertyList..., top: PropertyList = ["root": .uid(1)]) {
        self.init(entries: objects, top: top)
    }

    package init(entries: [PropertyList], top: PropertyList = ["root": .uid(1)]) {
        objects = entries
        self.top = top
    }

    /// The archive as a property list, with its keys in the order of current Apple systems.
    package var propertyList: PropertyList {
        [
            "$version": 100_000,
            "$archiver": "NSKeyedArchiver",
            "$top": top,
            "$objects": .array(PropertyListArray(["$null"] + objects)),
        ]
    }

    /// The archive in the binary form.
    package func bytes() throws -> [UInt8] {
        try BinaryPropertyListWriter().write(propertyList)
    }
}

extension PropertyList {
    /// A class record with its superclasses.
    package static func classRecord(_ names: String...) -> PropertyList {
        let names = names.map { PropertyList.string(PropertyListString($0)) }
        return ["$classname": names.first ?? "", "$classes": .array(PropertyListArray(names))]
    }
}
