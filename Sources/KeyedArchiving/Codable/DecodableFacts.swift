/// What is known of a type that is decoded.
struct DecodableFacts {
    /// The type as one that its own objects are decoded as.
    var object: (any CodedAsObject.Type)?
    /// The type as one whose values are values of a property list themselves.
    var value: (any PropertyListValue.Type)?
    /// The type as a dictionary with strings as keys.
    var dictionary: (any StringKeyedDecodable.Type)?
    /// The type as a list.
    var list: (any ListDecodable.Type)?
    /// Whether there is to be one instance for each object.
    var isShared = false
    /// Whether an object must have one of some names of classes.
    var hasClassNames = false
    /// Whether nothing of the above holds, so that the type decodes itself.
    var isPlain = true
    /// Whether it is one of the types that containers hold most often, which are decoded without their initializer.
    var isCommon = false

    init() {}

    init(_ type: any Decodable.Type, hasClassNames: Bool) {
        object = type as? any CodedAsObject.Type
        value = object == nil ? type as? any PropertyListValue.Type : nil
        dictionary = type as? any StringKeyedDecodable.Type
        list = object == nil && value == nil ? type as? any ListDecodable.Type : nil
        isShared = type is any SharedDecodable.Type
        self.hasClassNames = hasClassNames
        isPlain = object == nil && value == nil && dictionary == nil && list == nil && !isShared && !hasClassNames
        isCommon = type == String.self || type == Int.self || type == Double.self || type == Bool.self
    }
}
