// Containers that refer to others before those are added.

extension BinaryObjectTable {
    /// The number that the container has that is added next.
    package var nextContainer: Int { containers.count }

    /// The entry of the container of a number, which may still have to be added.
    ///
    /// A reference to a container that is never added is an error when the table is written.
    package mutating func containerEntry(_ number: Int) -> Entry { entry(.container, number) }

    /// Adds a container with as many elements as are given; for a dictionary all keys, then all values.
    package mutating func addContainer(_ kind: BinaryObjectKind, of items: [Entry]) -> Entry {
        addContainer(kind, items)
    }
}
