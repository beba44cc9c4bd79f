public import PropertyLists

/// A value that a call of a sequential coder writes or reads, as its type code says.
///
/// Objects are those of types that conform to ``SequentialCodingable``; a class is itself and its superclasses, with
/// their versions.
public typealias CodedValue = TypeCodedValue<any SequentialCodingable, [CodedClassVersion]>
