@_exported public import KeyedArchiving
