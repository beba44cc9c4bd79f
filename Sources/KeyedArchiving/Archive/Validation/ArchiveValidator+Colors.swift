internal import PropertyLists

// Fields of a color that contradict each other: the same components in several forms, or fewer or more than there are.

extension ArchiveValidator {
    /// The components of a color as text, and the object that holds it.
    private typealias Components = (numbers: [Double], object: ObjectIndex)

    /// Reports fields of a color that contradict each other.
    mutating func checkColor(_ fields: BinaryFields, _ uid: UID) {
        checkDoubles(of: fields, uid)
        let kind = kind(of: fields)
        let stored = kind.flatMap { checkComponents(of: fields, $0, uid) }
        if kind == .catalog { return checkNames(of: fields, uid) }
        checkCount(of: fields, kind, uid)
        guard let kind, let stored, let (values, alpha) = kind.split(stored.numbers) else { return }
        checkNumbers(of: fields, kind, values, at: stored.object, uid)
        checkCustom(fields, kind, values, alpha, uid)
    }

    private func kind(of fields: BinaryFields) -> ColorFields.Kind? {
        index.value(of: ColorFields.kind, in: fields).flatMap { integer(at: $0) }
            .flatMap { ColorFields.Kind(rawValue: $0) }
    }

    private func integer(at object: ObjectIndex) -> Int? {
        (try? index.reader.scalar(at: object))?.storedInteger.flatMap { Int(exactly: $0) }
    }

    private func real(_ key: String, in fields: BinaryFields) -> Double? {
        guard let object = index.value(of: key, in: fields) else { return nil }
        switch try? index.reader.scalar(at: object) {
        case .float(let value): return Double(value)
        case .double(let value): return value
        default: return nil
        }
    }

    /// Reports a component as a real of 32 bits that isn't the one of 64 bits, rounded.
    private mutating func checkDoubles(of fields: BinaryFields, _ uid: UID) {
        for key in UIColorFields.components {
            let doubleKey = key + UIColorFields.doubleSuffix
            guard let exact = real(doubleKey, in: fields), let rounded = real(key, in: fields),
                Float(rounded) != Float(exact), !(rounded.isNaN && exact.isNaN)
            else { continue }
            let place = index.value(of: key, in: fields)
            report(.invalidValue, "\(key) is \(rounded), and \(doubleKey) \(exact)", uid, at: place)
        }
    }

    /// The numbers in the text of a field, or nil; text of anything else is reported.
    private mutating func numbers(_ key: String, in fields: BinaryFields, _ uid: UID) -> Components? {
        guard let object = index.value(of: key, in: fields),
            case .data(let bytes)? = try? index.reader.scalar(at: object)
        else { return nil }
        guard let numbers = ColorFields.numbers(bytes) else {
            report(.invalidValue, "the text of \(key) isn't one of numbers", uid, at: object)
            return nil
        }
        return (numbers, object)
    }

    /// The components of a color as text, which are reported if they aren't numbers, or not as many as its kind has.
    private mutating func checkComponents(
        of fields: BinaryFields, _ kind: ColorFields.Kind, _ uid: UID
    ) -> Components? {
        guard let (key, count) = kind.components, let found = numbers(key, in: fields, uid) else { return nil }
        if kind.split(found.numbers) != nil { return found }
        let expected = "a color of kind \(kind.rawValue) has \(count) or \(count + 1)"
        report(
            .invalidValue, "\(key) has \(found.numbers.count.counted("number")), and \(expected)", uid, at: found.object
        )
        return nil
    }

    /// Reports a color of a catalog that lacks a name, unless it is one of UIKit's system.
    private mutating func checkNames(of fields: BinaryFields, _ uid: UID) {
        guard index.value(of: UIColorFields.systemName, in: fields) == nil else { return }
        for key in [ColorFields.catalog, ColorFields.name] where index.value(of: key, in: fields) == nil {
            report(.invalidValue, "it is a color of a catalog, and lacks \(key)", uid)
        }
    }

    /// Reports a number of components that isn't that of the components.
    private mutating func checkCount(of fields: BinaryFields, _ kind: ColorFields.Kind?, _ uid: UID) {
        let has = { [index] (key: String) in index.value(of: key, in: fields) != nil }
        guard let place = index.value(of: UIColorFields.componentCount, in: fields), let count = integer(at: place),
            let known = ColorFields.Form.uiKitKeys(has)?.count ?? kind?.components?.count, count != known + 1
        else { return }
        report(.invalidValue, "\(UIColorFields.componentCount) is \(count), and there are \(known + 1)", uid, at: place)
    }

    /// Reports the components of a color of UIKit that its text contradicts, which has the same in the space of the
    /// device.
    private mutating func checkNumbers(
        of fields: BinaryFields, _ kind: ColorFields.Kind, _ values: [Double], at text: ObjectIndex, _ uid: UID
    ) {
        let has = { [index] (key: String) in index.value(of: key, in: fields) != nil }
        guard kind.isOfDevice, let field = kind.components?.field, let keys = ColorFields.Form.uiKitKeys(has),
            let first = keys.first
        else { return }
        guard keys.count == values.count else {
            return report(
                .invalidValue,
                "\(field) has \(values.count.counted("component")), and \(first) is one of \(keys.count)", uid,
                at: text)
        }
        for (key, value) in zip(keys, values) {
            // Outside of 0 to 1, text may have the nearest color of the device.
            guard let real = real(key, in: fields), (0...1).contains(real),
                (real - value).magnitude > ColorFields.tolerance
            else { continue }
            return report(.invalidValue, "\(key) is \(real), and \(field) has \(value)", uid, at: text)
        }
    }

    /// Reports the components of a color in a space of its own that can't be the same color as the others.
    private mutating func checkCustom(
        _ fields: BinaryFields, _ kind: ColorFields.Kind, _ values: [Double], _ alpha: Double, _ uid: UID
    ) {
        guard let (numbers, place) = numbers(ColorFields.customComponents, in: fields, uid),
            let reference = index.value(of: ColorFields.customSpace, in: fields).flatMap({ index.uid(at: $0) }),
            let space = index[reference].flatMap({ index.fields(at: $0) }), let field = kind.components?.field
        else { return }
        func number(_ key: String) -> Int? { index.value(of: key, in: space).flatMap { integer(at: $0) } }
        let custom = ShownColor.CustomSpace(
            identifier: number(ColorFields.Space.identifier), spaceIdentifier: number(ColorFields.Space.newIdentifier),
            profile: nil)
        let key = ColorFields.customComponents
        if let count = custom.componentCount, !(count...count + 1).contains(numbers.count) {
            let expected = "its space has \(count), and the opacity"
            report(.invalidValue, "\(key) has \(numbers.count.counted("number")), and \(expected)", uid, at: place)
        }
        // Spaces of another model have other components.
        guard numbers.count == values.count + 1, let opacity = numbers.last else { return }
        if (opacity - alpha).magnitude > ColorFields.tolerance {
            report(.invalidValue, "the opacity in \(key) is \(opacity), and in \(field) \(alpha)", uid, at: place)
        }
        guard let difference = custom.greatestDifference(from: kind) else { return }
        for (own, value) in zip(numbers, values) {
            guard (min(max(own, 0), 1) - min(max(value, 0), 1)).magnitude > difference else { continue }
            return report(.invalidValue, "\(key) has \(own), and \(field) \(value), of another color", uid, at: place)
        }
    }
}
