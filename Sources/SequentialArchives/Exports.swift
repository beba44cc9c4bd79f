@_exported public import PropertyLists
