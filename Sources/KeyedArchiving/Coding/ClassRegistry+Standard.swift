extension ClassRegistry {
    /// The classes whose contents the standard library can express: strings, numbers, data, dates, arrays, dictionaries
    /// and sets, immutable and mutable.
    ///
    /// Where a call asks for any object, collections come as ``ArchivedArray``, ``ArchivedDictionary`` and
    /// ``ArchivedSet``, which may hold objects of different types and may contain themselves, mutable strings as
    /// ``MutableArchivedString`` and mutable data as ``MutableArchivedData``. Where a call names a Swift type, it gets
    /// that. A class that these types would not write back as it was, such as the localizable strings of nibs, is not
    /// among them.
    public static let standard: ClassRegistry = {
        var registry = ClassRegistry()
        for type in standardTypes { registry.register(type) }
        registry.register(nil, forClassName: "NSLocalizableString")
        registry.markLibraryTypes()
        return registry
    }()

    private static let standardTypes: [any Codingable.Type] = [
        String.self, ArchivedNumber.self, ArchivedData.self, ArchivedDate.self, ArchivedNull.self,
        ArchivedArray.self, ArchivedDictionary.self, ArchivedSet.self, MutableArchivedString.self,
        MutableArchivedData.self,
    ]
}
