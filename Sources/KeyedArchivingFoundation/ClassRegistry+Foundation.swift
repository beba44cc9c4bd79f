internal import Foundation
internal import KeyedArchiving
public import PropertyLists

extension ClassRegistry {
    /// The standard classes, and those of Foundation whose contents have a type.
    ///
    /// Classes that are programs rather than content, such as predicates, expressions, sort descriptors, regular
    /// expressions and formatters, are not in it: they are decoded as ``/KeyedArchiving/ArchivedObject`` where unknown
    /// classes are kept, and nothing of them is evaluated.
    public static let foundation: ClassRegistry = {
        var registry = ClassRegistry.standard
        for type in foundationTypes { registry.add(type) }
        // Mutable data have an identity, which a value would lose.
        registry.add(MutableArchivedData.self)
        registry.markLibraryTypes(standardContentTypes + foundationTypes)
        return registry
    }()

    /// The types that stand for classes of Foundation, and of the frameworks above it that attributed strings need.
    static let foundationTypes: [any (Codingable & SendableMetatype).Type] = [
        Data.self, Date.self, URL.self, URLQueryItem.self, UUID.self, Decimal.self, IndexSet.self, IndexPath.self,
        BoxedValue.self, AffineTransform.self, ArchivedOrderedSet.self, ArchivedCountedSet.self,
        Locale.self, TimeZone.self, Calendar.self, DateComponents.self, DateInterval.self,
        ArchivedUnit.self, ArchivedUnitConverter.self, Measurement<Unit>.self,
        CharacterSet.self, PersonNameComponents.self, PersonNames.self, ArchivedAttributedString.self,
        Notification.self, ArchivedNSError.self,
        ArchivedColor.self, ArchivedColorSpace.self, ArchivedFont.self,
    ]

    /// The types of the standard registry that hold other objects, or that Foundation's types do not replace.
    static let standardContentTypes: [any (Codingable & SendableMetatype).Type] = [
        String.self, ArchivedNumber.self, ArchivedNull.self, ArchivedArray.self, ArchivedDictionary.self,
        ArchivedSet.self,
        MutableArchivedString.self, MutableArchivedData.self,
    ]
}
