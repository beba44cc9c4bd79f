/// The class records of collections with a mutable variant.
package enum CollectionClass {
    package static func record(_ name: String, _ mutableName: String, _ isMutable: Bool) -> ArchivedClass {
        isMutable
            ? ArchivedClass(name: mutableName, hierarchy: [mutableName, name, "NSObject"])
            : ArchivedClass(name: name, hierarchy: [name, "NSObject"])
    }
}
