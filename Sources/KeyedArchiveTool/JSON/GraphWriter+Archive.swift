import KeyedArchiving
import PropertyLists

extension GraphWriter {
    /// Makes JSON of the objects of one archive.
    struct ArchiveWriter {
        private var writer: GraphWriter
        private let archive: KeyedArchive
        private let document: Document
        private let opening: Opening
        private var forms: ObjectForms
        /// Where the shortest path to an entry ends.
        private var homes: [UID: Place] = [:]
        /// Objects that stand in one place, to which others refer.
        private var placed: Set<UID> = []
        /// How many places show an entry, or refer to it.
        private var uses: [UID: Int] = [:]
        /// The name by which a class goes here.
        private var labels: [ArchivedClass: String] = [:]
        private var labelsOfRecords: [UID: String] = [:]
        private var labeled: [(label: String, archivedClass: ArchivedClass)] = []
        private var classesOfName: [String: Int] = [:]
        /// Objects that were put off, since they would nest too deep.
        private var continued: [UID] = []
        private(set) var unshown = UnshownParts()

        /// How many arrays and objects of JSON may lie around an object.
        private static let maximumDepth = 32

        /// A place in an object, or at the top level.
        private struct Place: Equatable {
            /// The object; nil for the top level.
            let owner: UID?
            /// How many values of it come before.
            var position: Int
        }

        init(
            _ archive: KeyedArchive,
            of document: Document,
            _ writer: GraphWriter,
            _ opening: Opening
        ) throws(ArchiveError) {
            self.archive = archive
            self.document = document
            self.writer = writer
            self.opening = opening
            self.writer.forget()
            forms = try ObjectForms(
                KeyedEntries(archive), showsRawFields: writer.options.showsRawFields,
                showsReadings: writer.showsReadings,
                dates: writer.options.dates,
                Budget(inputSize: document.readSize, limits: document.limits))
        }

        // MARK: The document

        /// The JSON of the whole archive.
        mutating func members() throws(ArchiveError) -> [JSONValue.Member] {
            forget()
            let top = forms.fields(try archive.topLevel())
            var members = header
            try survey(top.map(\.part))
            var place = Place(owner: nil, position: 0)
            for (key, part) in top {
                members.append(JSONValue.Member(key: key, value: try json(part, &place, depth: 1, objects: 0)))
            }
            let extra = try archive.extraTopLevelValues()
            if !extra.isEmpty {
                let values = extra.map { JSONValue.Member(key: $0.key, value: JSONValue(envelope: $0.value)) }
                members.append(JSONValue.Member(key: "$extra", value: .object(values)))
            }
            var objects: [JSONValue] = []
            while objects.count < continued.count {
                let uid = continued[objects.count]
                objects.append(try whole(uid, depth: 2, objects: 0, hasID: true))
            }
            if !objects.isEmpty { members.append(JSONValue.Member(key: "$continued", value: .array(objects))) }
            let classes = labeled.filter { ArchivedClass(standardNamed: $0.label) != $0.archivedClass }
            if !classes.isEmpty {
                let records = classes.map {
                    JSONValue.Member(
                        key: PropertyListString($0.label), value: $0.archivedClass.json(labeled: $0.label))
                }
                members.append(JSONValue.Member(key: "$classes", value: .object(records)))
            }
            unshown += writer.unshown
            return members
        }

        private var header: [JSONValue.Member] {
            var members: [JSONValue.Member] = []
            if archive.format == .xml { members.append(JSONValue.Member(key: "$format", value: .text("xml"))) }
            if archive.archiver != GraphBuilder.usualArchiver {
                members.append(JSONValue.Member(key: "$archiver", value: .text(archive.archiver)))
            }
            if forms.isNumbered { members.append(JSONValue.Member(key: "$layout", value: .text("numbered"))) }
            return members
        }

        /// Forgets what was shown, of which what is shown next stands apart.
        private mutating func forget() {
            (homes, placed, uses, continued) = ([:], [], [:], [])
            (labels, labelsOfRecords, labeled, classesOfName) = ([:], [:], [], [:])
            unshown = UnshownParts()
            writer.forget()
        }

        /// The JSON of one value.
        mutating func value(_ value: PropertyList) throws(ArchiveError) -> JSONValue {
            forget()
            let part = forms.part(of: value)
            try survey([part])
            var place = Place(owner: nil, position: 0)
            defer { unshown += writer.unshown }
            let json = try json(part, &place, depth: 0, objects: 0)
            var objects: [JSONValue] = []
            while objects.count < continued.count {
                objects.append(try whole(continued[objects.count], depth: 2, objects: 0, hasID: true))
            }
            return json.with(continued: objects)
        }

        // MARK: Shortest paths

        /// Finds to each object the shortest path, and how many places refer to it.
        private mutating func survey(_ top: [FormPart]) throws(ArchiveError) {
            var queue: [UID] = []
            try survey(top, of: nil, &queue)
            // One object alone, of which nothing else is shown, has no other place.
            if queue.count == 1, writer.options.maximumDepth == 0 { return }
            var next = 0
            while next < queue.count {
                let uid = queue[next]
                next += 1
                let parts = try ObjectForms.readable { () throws(ArchiveError) -> [FormPart] in
                    switch try forms.entry(at: uid) {
                    case .object(let record):
                        let form = try forms.form(of: record)
                        if !form.isNull { placed.insert(uid) }
                        return form.members.map(\.part)
                    case .null, .value, .classRecord: return []
                    }
                }
                // What is cut anyway has no place.
                if let parts, writer.options.maximumDepth > 0 { try survey(parts, of: uid, &queue) }
            }
        }

        private mutating func survey(
            _ parts: [FormPart],
            of owner: UID?,
            _ queue: inout [UID]
        ) throws(ArchiveError) {
            var pending: [FormPart] = parts.reversed()
            var place = Place(owner: owner, position: 0)
            while let part = pending.popLast() {
                switch part {
                case .json: break
                case .list(let parts): pending += parts.reversed()
                case .members(let members): pending += members.reversed().map(\.part)
                case .elements(let values): for value in values { try survey(value, at: &place, &queue) }
                case .value(let value, _): try survey(value, at: &place, &queue)
                }
            }
        }

        private mutating func survey(
            _ value: PropertyList,
            at place: inout Place,
            _ queue: inout [UID]
        ) throws(ArchiveError) {
            defer { place.position += 1 }
            guard case .uid(let uid) = value else { return }
            try document.budget.step()
            uses[uid, default: 0] += 1
            guard homes[uid] == nil else { return }
            homes[uid] = place
            queue.append(uid)
        }

        // MARK: Values

        /// The JSON of a part.
        ///
        /// - Parameters:
        ///   - depth: How many arrays and objects of JSON lie around it.
        ///   - objects: How many objects of the archive lie around it.
        private mutating func json(
            _ part: FormPart,
            _ place: inout Place,
            depth: Int,
            objects: Int
        ) throws(ArchiveError) -> JSONValue {
            try document.budget.make(values: 1)
            switch part {
            case .json(let json):
                try document.budget.make(json.size)
                if json["$problem"] != nil { unshown.deepCount += 1 }
                return json
            case .elements(let values):
                // Charged before any of them is made.
                try document.budget.make(values: values.count)
                var elements: [JSONValue] = []
                elements.reserveCapacity(values.count)
                for value in values {
                    elements.append(try json(value, &place, isElement: true, depth: depth + 1, objects: objects))
                }
                return .array(elements)
            case .list(let parts):
                var elements: [JSONValue] = []
                for part in parts { elements.append(try json(part, &place, depth: depth + 1, objects: objects)) }
                return .array(elements)
            case .members(let parts):
                var members: [JSONValue.Member] = []
                for (key, part) in parts {
                    let value = try json(part, &place, depth: depth + 1, objects: objects)
                    members.append(JSONValue.Member(key: key, value: value))
                }
                return .object(members)
            case .value(let value, let isElement):
                return try json(value, &place, isElement: isElement, depth: depth, objects: objects)
            }
        }

        private mutating func json(
            _ value: PropertyList,
            _ place: inout Place,
            isElement: Bool,
            depth: Int,
            objects: Int
        ) throws(ArchiveError) -> JSONValue {
            defer { place.position += 1 }
            guard case .uid(let uid) = value else { return .number(value) }
            do throws(ArchiveError) {
                return try json(at: uid, place, isElement: isElement, depth: depth, objects: objects)
            } catch {
                // Where a limit is reached for the file as a whole, the same would be said of every further place.
                if error.endsWork { throw error }
                unshown.unreadableCount += 1
                return .marked("$problem", .text(error.shownLine))
            }
        }

        private func number(_ uid: UID) -> JSONValue { .integer(uid.rawValue) }

        private mutating func json(
            at uid: UID,
            _ place: Place,
            isElement: Bool,
            depth: Int,
            objects: Int
        ) throws(ArchiveError) -> JSONValue {
            // Many may refer to an object that is long.
            if homes[uid] != place, placed.contains(uid) { return .marked("$ref", number(uid)) }
            switch try forms.entry(at: uid) {
            case .null: return isElement ? .marked("$ref", .scalar(.null)) : .scalar(.null)
            case .classRecord(let archivedClass):
                return .marked("$classRecord", .text(label(of: archivedClass, at: uid)))
            case .value(let value): return try scalar(value, at: uid, place, isElement: isElement)
            case .object(let record):
                let form = try forms.form(of: record)
                if form.isNull { return isElement ? .scalar(.null) : .marked("$class", .text("NSNull")) }
                if objects >= writer.options.maximumDepth, form.holdsValues {
                    return try cut(record, form, at: uid)
                }
                if depth > Self.maximumDepth, form.holdsValues {
                    continued.append(uid)
                    return .marked("$ref", number(uid))
                }
                return try object(record, form, at: uid, depth: depth, objects: objects, hasID: uses[uid] != 1)
            }
        }

        /// A value that is an entry.
        private mutating func scalar(
            _ value: PropertyList,
            at uid: UID,
            _ place: Place,
            isElement: Bool
        ) throws(ArchiveError) -> JSONValue {
            let isShared = uses[uid] != 1 && value.isLongInJSON
            if isShared, homes[uid] != place { return .marked("$ref", number(uid)) }
            try document.budget.make(value.textSizeInJSON)
            let mark: String
            let json: JSONValue
            switch value {
            case .string where !isShared: return .scalar(value)
            case .string: (mark, json) = ("$value", .scalar(value))
            case .data(let bytes):
                if let document = try writer.opened(bytes, in: document, opening) {
                    (mark, json) = ("$document", document)
                } else {
                    (mark, json) = ("$data", .text(JSONText.base64Text(bytes)))
                }
            case .date(let seconds): (mark, json) = ("$value", .marked("$date", .date(seconds, writer.options.dates)))
            case .boolean, .integer, .unsignedInteger, .integer128, .float, .double:
                if isElement { return .number(value) }
                (mark, json) = ("$value", .number(value))
            // An archive has no such entries.
            case .null, .uid, .array, .set, .orderedSet, .dictionary: return .marked("$problem", .text(value.kind))
            }
            guard isShared else { return .marked(mark, json) }
            return .object([
                JSONValue.Member(key: "$id", value: number(uid)),
                JSONValue.Member(key: PropertyListString(mark), value: json),
            ])
        }

        /// An object that was put off.
        private mutating func whole(
            _ uid: UID,
            depth: Int,
            objects: Int,
            hasID: Bool
        ) throws(ArchiveError) -> JSONValue {
            guard case .object(let record) = try forms.entry(at: uid) else { return .scalar(.null) }
            let form = try forms.form(of: record)
            return try object(record, form, at: uid, depth: depth, objects: objects, hasID: hasID)
        }

        private mutating func object(
            _ record: ArchivedRecord,
            _ form: ObjectForm,
            at uid: UID,
            depth: Int,
            objects: Int,
            hasID: Bool
        ) throws(ArchiveError) -> JSONValue {
            var members: [JSONValue.Member] = []
            if hasID { members.append(JSONValue.Member(key: "$id", value: number(uid))) }
            var isImplied = false
            var problem: ArchiveError?
            do throws(ArchiveError) {
                let archivedClass = try forms.archivedClass(at: record.classUID)
                let label = label(of: archivedClass, at: record.classUID)
                isImplied = form.impliedClass == label
                if !isImplied { members.append(JSONValue.Member(key: "$class", value: .text(label))) }
            } catch {
                if error.endsWork { throw error }
                problem = error
                unshown.unreadableCount += 1
                members.append(
                    JSONValue.Member(key: "$class", value: .marked("$problem", .text(error.shownLine))))
            }
            var place = Place(owner: uid, position: 0)
            if let bytes = form.data, let document = try writer.opened(bytes, in: document, opening) {
                members.append(JSONValue.Member(key: "$document", value: document))
                return .object(members)
            }
            for (key, part) in form.members {
                // An array alone is its elements.
                let isBare = form.isBareList && isImplied && !hasID
                let value = try json(part, &place, depth: depth + (isBare ? 0 : 1), objects: objects + 1)
                if isBare { return value }
                members.append(JSONValue.Member(key: key, value: value))
            }
            if writer.showsDerived, !writer.options.showsRawFields, problem == nil,
                let text = try forms.derivedText(of: record)
            {
                members.append(JSONValue.Member(key: "$derived", value: .text(text)))
            }
            return .object(members)
        }

        /// An object without the objects that it holds: its class, its plain values and what it says of itself.
        private mutating func cut(
            _ record: ArchivedRecord,
            _ form: ObjectForm,
            at uid: UID
        ) throws(ArchiveError) -> JSONValue {
            var plain = form
            plain.members.removeAll(where: \.part.holdsValues)
            for (key, part) in try forms.reading(of: record)?.members ?? [] where !part.holdsValues {
                if !plain.members.contains(where: { $0.key == key }) { plain.members.append((key, part)) }
            }
            (plain.impliedClass, plain.data) = (nil, nil)
            let json = try object(record, plain, at: uid, depth: 0, objects: 0, hasID: false)
            return .object([JSONValue.Member(key: "$cut", value: number(uid))] + (json.members ?? []))
        }

        private mutating func label(of archivedClass: ArchivedClass, at uid: UID) -> String {
            if let label = labelsOfRecords[uid] { return label }
            let label = label(of: archivedClass)
            labelsOfRecords[uid] = label
            return label
        }

        private mutating func label(of archivedClass: ArchivedClass) -> String {
            if let label = labels[archivedClass] { return label }
            let name = archivedClass.name
            var label = name
            repeat {
                let count = classesOfName[name, default: 0] + 1
                classesOfName[name] = count
                label = count == 1 ? name : "\(name)#\(count)"
            } while label != name && classesOfName[label] != nil
            classesOfName[label] = max(1, classesOfName[label] ?? 0)
            labels[archivedClass] = label
            labeled.append((label, archivedClass))
            return label
        }
    }
}

extension ObjectForm {
    /// Whether the object holds values that may be objects.
    fileprivate var holdsValues: Bool { members.contains(where: \.part.holdsValues) }
}

extension FormPart {
    /// Whether values that may be objects are in the part; it nests within bounds, so this may recurse.
    fileprivate var holdsValues: Bool {
        switch self {
        case .json: false
        case .value: true
        case .elements(let values): !values.isEmpty
        case .list(let parts): parts.contains(where: \.holdsValues)
        case .members(let members): members.contains(where: \.part.holdsValues)
        }
    }
}

extension PropertyList {
    /// Whether a text or data that several places share has an identity in JSON.
    fileprivate var isLongInJSON: Bool {
        switch self {
        case .string(let text): text.isLongInJSON
        case .data(let bytes): bytes.isLongInJSON
        default: false
        }
    }

    fileprivate var textSizeInJSON: Int {
        switch self {
        case .string(let text): text.utf16.count
        case .data(let bytes): bytes.count.multipliedOrMaximum(by: 2)
        default: 0
        }
    }
}

extension JSONValue {
    /// A value that is printed alone, with the objects that follow elsewhere in a document.
    fileprivate func with(continued objects: [JSONValue]) -> JSONValue {
        guard !objects.isEmpty else { return self }
        // Without a member to stand beside, the value is a list.
        let members = members ?? [Member(key: "$elements", value: self)]
        return .object(members + [Member(key: "$continued", value: .array(objects))])
    }

    /// The value under `$value`, with the objects under `$continued`.
    var withValueAlone: JSONValue {
        (self["$value"] ?? self).with(continued: self["$continued"]?.elements ?? [])
    }
}
