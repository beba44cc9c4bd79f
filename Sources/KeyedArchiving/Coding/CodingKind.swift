public import PropertyLists

/// How the values of a type are stored, and how they are made when they are decoded.
public enum _CodingKind {
    /// Objects with a class; the type isn't a class, and its initializer makes a value.
    case value

    /// Plain property-list values.
    case inline

    /// Objects with a class, which the initializer makes.
    case instance(any (Codingable & AnyObject).Type)

    /// Objects with a class, which are created empty and then filled.
    case twoPhase(any TwoPhaseCodingable.Type)
}

/// Where a value is read from.
@frozen public enum _CodingSource {
    /// The object at a UID.
    case reference(UID)

    /// What is under a key: a reference, or where that is allowed an inline value.
    case key(String, allowsInline: Bool)

    /// An inline value, by its object index in the property list.
    case inline(Int)
}

extension _CodingKind {
    /// Whether values are stored as plain property-list values.
    var isInline: Bool {
        if case .inline = self { true } else { false }
    }

    /// The type, if its instances are created empty and then filled.
    ///
    /// A class may have become a ``TwoPhaseCodingable`` where a superclass was ``Codingable`` already; it inherits the
    /// conformance of that, so the kind doesn't say it.
    var twoPhaseType: (any TwoPhaseCodingable.Type)? {
        switch self {
        case .value, .inline: nil
        case .instance(let type): type as? any TwoPhaseCodingable.Type
        case .twoPhase(let type): type
        }
    }
}
