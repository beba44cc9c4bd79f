internal import PropertyLists

// The entries of the file that is written.

extension IdentityWriter {
    /// Writes the archive.
    consuming func bytes() throws(ArchiveError) -> [UInt8] {
        var plan = ContainerPlan(next: source.table.nextContainer)
        let outer = Child(index: matching.written.reader.topObject, stored: matching.stored.reader.topObject)
        let top = plan.entry(for: outer, &source.table)
        let slots = slotEntries(&plan)
        while let item = plan.next() {
            guard case .container(let container) = item else {
                _ = source.table.addContainer(.array, of: slots)
                continue
            }
            let kind = header(of: container)?.kind ?? .array
            var items: [Entry] = []
            for child in children(of: container) {
                items.append(isObjectList(child) ? plan.objectList(&source.table) : entry(of: child, &plan))
            }
            _ = source.table.addContainer(kind, of: items)
        }
        return try source.table.write(top: top, options: options(plan))
    }

    /// The entries of the objects by number.
    private mutating func slotEntries(_ plan: inout ContainerPlan) -> [Entry] {
        var slots: [Entry] = []
        for (uid, storedUID) in objects {
            let object = Child(
                index: uid.map { matching.written[$0] },
                stored: storedUID.map { matching.stored[$0] }
            )
            slots.append(entry(of: object, &plan, isNew: storedUID == nil))
        }
        return slots
    }

    private mutating func entry(of child: Child, _ plan: inout ContainerPlan, isNew: Bool = false) -> Entry {
        if let number = number(of: child) {
            if let stored = child.stored, matching.stored.entryUID(at: stored)?.number == number {
                return source.entries[stored]
            }
            return source.table.uid(UID(UInt64(number)))
        }
        guard isContainer(child) else { return scalarEntry(child, &plan) }
        if !isNew, let known = plan.entry(ofStored: child), isSame(known.index, child.index) { return known.entry }
        return plan.entry(for: child, &source.table, isNew: isNew)
    }

    /// The number of the object that a reference leads to; nil if the value isn't a reference.
    private mutating func number(of child: Child) -> Int? {
        if let index = child.index {
            return matching.written.entryUID(at: index).map { numbers[target(of: $0, child.stored)] ?? 0 }
        }
        return child.stored.flatMap { matching.stored.entryUID(at: $0) }.map { numbers[.stored($0)] ?? 0 }
    }

    /// Whether two written containers that were one hold the same.
    private mutating func isSame(_ first: ObjectIndex?, _ second: ObjectIndex?) -> Bool {
        if first == second { return true }
        guard let first, let second, let header = try? matching.written.reader.header(at: first),
            let other = try? matching.written.reader.header(at: second), header.kind == other.kind
        else { return false }
        return matching.areEqual(header.references, other.references)
    }

    private mutating func scalarEntry(_ child: Child, _ plan: inout ContainerPlan) -> Entry {
        guard let index = child.index else { return child.stored.map { source.entries[$0] } ?? .false }
        if let stored = child.stored, matching.contents.areSimilar(index, stored: stored) {
            return source.entries[stored]
        }
        if let stored = scalarDefaults[index] { return source.entries[stored] }
        if let known = plan.scalars[index] { return known }
        let entry = source.table.add((try? matching.written.reader.scalar(at: index)) ?? .null)
        plan.scalars[index] = entry
        return entry
    }

    /// The layout of the file; its own order holds only as long as all containers are there.
    private func options(_ plan: ContainerPlan) -> BinaryWritingOptions {
        var options = source.options
        guard case .listed = options.objectOrder else { return options }
        var order: [Entry] = []
        let list = matching.stored.outer.flatMap { matching.stored.value(of: OuterKey.objects.rawValue, in: $0) }
        for index in matching.stored.reader.objectIndices {
            guard (try? matching.stored.reader.header(at: index))?.kind.isContainer == true else {
                order.append(source.entries[index])
                continue
            }
            guard let entry = index == list ? plan.list : plan.entries[index]?.entry else {
                options.objectOrder = .depthFirst
                return options
            }
            order.append(entry)
        }
        options.objectOrder = .listed(order)
        return options
    }
}

/// The containers that are still to be added to a table, in the order of the numbers that they will have.
private struct ContainerPlan {
    typealias Entry = BinaryObjectTable.Entry
    typealias Child = IdentityWriter.Child

    enum Item {
        case container(Child)
        /// The list of objects.
        case objectList
    }

    private var nextNumber: Int
    private var pending: [Item] = []
    private var position = 0
    /// The entries of the containers that were stored, by index there, and the written ones that they are now.
    private(set) var entries: [ObjectIndex: (index: ObjectIndex?, entry: Entry)] = [:]
    /// The entry of the list of objects.
    private(set) var list: Entry?
    /// The entries of scalars that were not stored.
    var scalars: [ObjectIndex: Entry] = [:]

    init(next: Int) {
        nextNumber = next
    }

    /// The next container to add.
    mutating func next() -> Item? {
        guard position < pending.count else { return nil }
        defer { position += 1 }
        return pending[position]
    }

    /// The entry that a container will have.
    mutating func entry(for container: Child, _ table: inout BinaryObjectTable, isNew: Bool = false) -> Entry {
        let entry = add(.container(container), &table)
        if !isNew, let stored = container.stored, entries[stored] == nil { entries[stored] = (container.index, entry) }
        return entry
    }

    /// The entry that the list of objects will have.
    mutating func objectList(_ table: inout BinaryObjectTable) -> Entry {
        let entry = list ?? add(.objectList, &table)
        list = entry
        return entry
    }

    /// The entry of the container that was stored where another was.
    func entry(ofStored container: Child) -> (index: ObjectIndex?, entry: Entry)? {
        container.stored.flatMap { entries[$0] }
    }

    private mutating func add(_ item: Item, _ table: inout BinaryObjectTable) -> Entry {
        defer { nextNumber += 1 }
        pending.append(item)
        return table.containerEntry(nextNumber)
    }
}
