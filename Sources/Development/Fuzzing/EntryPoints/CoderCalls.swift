import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists

/// Opens an input for decoding in every way and asks its top level; settings of the unarchiver differ from call to
/// call.
enum CoderCalls {
    static func exerciseAll(_ bytes: [UInt8]) {
        ExecutionCounts.count(.coders)
        sources(bytes)
        topLevel(bytes)
        byTypes(bytes)
        values(bytes)
        fail(bytes)
    }

    private static var registry: ClassRegistry {
        var registry = ClassRegistry.foundation
        registry.register(Probe.self)
        registry.register(ArchivedArray.self, forClassName: "Record")
        registry.renameClasses(withPrefix: "Old.", to: "New.")
        var more = ClassRegistry()
        more.register(ArchivedArray.self, ArchivedDictionary.self)
        more.renameClasses { $0.hasPrefix("X") ? "NS" + $0.dropFirst() : nil }
        registry.merge(more)
        registry.removeTypes(forClassName: "Gone")
        _ = (registry.type(forClassName: "New.Probe"), registry.description)
        return registry
    }

    /// Opens the input as what else may hold an archive.
    private static func sources(_ bytes: [UInt8]) {
        _ = try? KeyedArchive(bytes[...], limits: .untrusted).archiver
        _ = try? KeyedArchive(PropertyList.data(bytes), limits: .untrusted).archiver
        if let list = try? BinaryPropertyListReader(bytes, limits: .untrusted).tree() {
            _ = try? KeyedArchive(list, limits: .untrusted).archiver
        }
        let data = Data(bytes)
        _ = (try? data.archiveBytes(), data.defaultRegistry)
    }

    private static func topLevel(_ bytes: [UInt8]) {
        guard let unarchiver = try? KeyedUnarchiver(forReadingFrom: bytes, registry: registry, limits: .untrusted)
        else { return }
        unarchiver.setClass(Probe.self, forClassName: "NSObject")
        _ = (unarchiver.class(forClassName: "NSObject"), unarchiver.requiresSecureCoding, unarchiver.registry)
        try? unarchiver.disableSecureCoding()
        let root = KeyedArchiver.rootObjectKey
        use(try? unarchiver.decodeTopLevelObject(forKey: root))
        use(try? unarchiver.decodeTopLevelObject(of: TypedCalls.foundationTypes, forKey: root))
        use(try? unarchiver.decodeTopLevelObject())
        _ = try? unarchiver.decodeAny(forKey: root)
        for field in (try? unarchiver.decodeTopLevelFields()) ?? [] { CycleBreaker.takeApart(field.value) }
    }

    private static func byTypes(_ bytes: [UInt8]) {
        let types = TypedCalls.foundationTypes
        use(try? KeyedUnarchiver.unarchivedObject(of: types, from: bytes, registry: registry, limits: .untrusted))
        for object in (try? KeyedUnarchiver.unarchivedArrayOfObjects(of: types, from: bytes, limits: .untrusted)) ?? []
        {
            use(object)
        }
        _ = try? KeyedUnarchiver.unarchivedArrayOfObjects(of: Date.self, from: bytes, limits: .untrusted)
        _ = try? KeyedUnarchiver.unarchivedDictionary(
            ofKey: String.self, object: URL.self, from: bytes, limits: .untrusted)
    }

    /// Types whose values are looked into once they are decoded.
    private static func values(_ bytes: [UInt8]) {
        look(bytes, TypedCountedSet<String>.self) { _ = ($0.count(for: "a"), $0.counts.count) }
        look(bytes, TypedOrderedSet<Double>.self) { _ = $0.members.count }
        look(bytes, MutableVariant<Data>.self) { _ = $0.value.count }
        look(bytes, ConstantString.self) { _ = $0.string }
        look(bytes, ArchivedNumber.self) { _ = ($0.doubleValue, $0.integerValue) }
        look(bytes, ArchivedUnit.self) { _ = $0.unit?.symbol }
        look(bytes, ArchivedUnitConverter.self) { _ = ($0.baseUnitValue(fromValue: 1), $0.unitConverter) }
        look(bytes, ArchivedColor.self) { color in
            _ = (color.colorComponents?.space.componentCount, color.colorComponents?.shown, color.hexadecimal)
            _ = color.description
            _ = (color.shown.description, color.shown.space.description, color.shown.fallback?.hexadecimal)
        }
        look(bytes, ArchivedNSError.self) { _ = ($0.nsError.code, $0.description) }
        look(bytes, ArchivedAttributedString.self) { _ = $0.description }
        look(bytes, ArchivedFont.self) { _ = $0.description }
        look(bytes, BoxedValue.self) {
            _ = ($0 == $0, $0.hashValue, $0.kind)
            if let range = NSRange($0) { _ = (range.boxed, range.geometryText.count) }
            if let transform = AffineTransform($0) { _ = transform.geometryText.count }
        }
        look(bytes, ArchivedDictionary.self) {
            _ = $0["a"]
            CycleBreaker.takeApart($0)
        }
        look(bytes, ArchivedObject.self) { object in
            let record = object.archivedClass
            object.archivedClass.name += " changed"
            _ = (record == object.archivedClass, record.hashValue)
            for field in object.fields.prefix(2) { object[field.key] = field.value }
            object["NS.objects"] = nil
            var fields = ArchivedObject.Fields()
            fields.replaceSubrange(fields.startIndex..<fields.endIndex, with: object.fields)
            if !fields.isEmpty { fields[0].value = .objects([object, nil]) }
            _ = fields.description
            object.fields = fields
            CycleBreaker.takeApart(object)
        }
        look(bytes, String.self) { text in
            _ = AffineTransform(geometryText: text)
            guard let point = CGPoint(geometryText: text) else { return }
            _ = (Range<Int>(geometryText: text), point.geometryText)
        }
    }

    private static func look<Value: Codingable>(_ bytes: [UInt8], _ type: Value.Type, _ body: (Value) -> Void) {
        let value = try? KeyedUnarchiver.unarchivedObject(of: type, from: bytes, registry: .foundation)
        if let value { body(value) }
    }

    /// Errors, in the forms in which programs see them.
    private static func fail(_ bytes: [UInt8]) {
        do {
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, limits: .untrusted)
            unarchiver.decodingFailurePolicy = .setErrorAndReturn
            _ = try unarchiver.decodeObject(of: UUID.self, forKey: KeyedArchiver.rootObjectKey)
            try unarchiver.failWithError(unarchiver.error ?? CancellationError())
            unarchiver.finishDecoding()
            _ = try unarchiver.decodeObject(of: [Probe.self], forKey: "gone")
        } catch let error as ArchiveError {
            ErrorCalls.look(at: error)
            _ = (error.cocoaError, error.cocoaErrorCode, error.errorCode, error.errorUserInfo.count)
        } catch {}
    }

    private static func use(_ object: (any Codingable)?) {
        if let object { CycleBreaker.takeApart(object) }
    }
}
