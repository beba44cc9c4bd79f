import KeyedArchiving
import PropertyLists

extension GraphWalk {
    /// Shows a value, or says where its content is.
    mutating func show(_ value: PropertyList, _ label: GraphLabel, depth: Int) throws(ArchiveError) {
        if case .uid(let uid) = value, try showReference(to: uid, label) { return }
        let item = GraphItem(label: label, content: try resolve(value), value: value)
        switch item.content {
        case .null, .classRecord, .archive, .list: sayLeaf(item)
        case .problem: showProblem(item)
        case .scalar(.data(let bytes)) where options.opensNestedArchives:
            try show(data: bytes, in: nil, of: value, item, depth: depth)
        case .scalar: showLeaf(item, value)
        case .container(let container): show(container, item, depth: depth)
        case .object(let object):
            if case .data(let bytes) = object.content, options.opensNestedArchives, object.children.isEmpty {
                try show(data: bytes, in: object, of: value, item, depth: depth)
            } else {
                show(object, item, depth: depth)
            }
        }
    }

    /// Shows a reference to an object whose content is printed elsewhere; false if it isn't printed yet.
    private mutating func showReference(to uid: UID, _ label: GraphLabel) throws(ArchiveError) -> Bool {
        let repeatLabel: GraphItem.RepeatLabel
        let classUID: UID
        switch level[uid] {
        case .unseen, .shown: return false
        case .enqueued(let known):
            if case .continued = label { return false }
            (repeatLabel, classUID) = (.later(uid), known)
        case .awaited(let known):
            if isPlace(of: uid) { return false }
            if case .continued = label { return false }
            (repeatLabel, classUID) = (.again(uid), known)
        case .open(let known): (repeatLabel, classUID) = (.cycle(uid), known)
        case .done(let known): (repeatLabel, classUID) = (.again(uid), known)
        }
        let content = try resolveAgain(uid, ofClass: classUID)
        sayLeaf(GraphItem(label: label, content: content, repeatLabel: repeatLabel))
        return true
    }

    /// Shows an object for the first time, or puts it off.
    private mutating func show(_ object: GraphObject, _ item: GraphItem, depth: Int) {
        guard !object.children.isEmpty || object.classProblem != nil else { return showLeaf(item, .uid(object.uid)) }
        var item = item
        if depth >= options.maximumDepth {
            item.repeatLabel = .cut(object.uid)
            return sayLeaf(item)
        } else if item.label.isOnItsOwn {
            item.repeatLabel = .first(object.uid)
        } else if isTooDeep {
            level.enqueue(object, depth: depth)
            item.repeatLabel = .later(object.uid)
            return sayLeaf(item)
        } else if !isPlace(of: object.uid) {
            level.leaveToItsPlace(object, depth: depth)
            item.repeatLabel = .again(object.uid)
            return sayLeaf(item)
        } else if level.graph.isShared(object.uid) {
            item.repeatLabel = .first(object.uid)
        }
        level[object.uid] = .open(classUID: object.classUID)
        begin(item, object.children, depth: depth)
        if let error = object.classProblem {
            showProblem(GraphItem(label: .field("$class"), content: .problem(error)))
        }
    }

    private mutating func show(_ container: PropertyList, _ item: GraphItem, depth: Int) {
        guard depth < options.maximumDepth else {
            var item = item
            item.repeatLabel = .cut(nil)
            return sayLeaf(item)
        }
        begin(item, container.graphChildren, depth: depth)
    }

    /// Shows an item without contents; the UID of a shared item is shown unless the item is short.
    mutating func showLeaf(_ item: GraphItem, _ value: PropertyList) {
        var item = item
        if case .uid(let uid) = value, item.content.isWorthSharing, level.graph.isShared(uid) {
            item.repeatLabel = repeatLabelOfLine(uid)
        }
        sayLeaf(item)
    }

    /// The label of an entry that is shown in one line: whether it is the first time.
    mutating func repeatLabelOfLine(_ uid: UID) -> GraphItem.RepeatLabel {
        if case .shown = level[uid] { return .repeated(uid) }
        level[uid] = .shown
        return .first(uid)
    }

    mutating func showProblem(_ item: GraphItem) {
        unshown.unreadableCount += 1
        sayLeaf(item)
    }
}
