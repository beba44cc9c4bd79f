import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists

/// Infers the layout of an archive, decodes it with the identity of its values, and encodes it in that layout.
enum LayoutCalls {
    static func exerciseAll(_ archive: KeyedArchive) {
        ExecutionCounts.count(.layouts)
        let layout = archive.layout
        guard let bytes = try? archive.bytes() else { return }
        for registry in [ClassRegistry(), .foundation] {
            guard let unarchiver = try? KeyedUnarchiver(forReadingFrom: bytes, registry: registry, limits: .untrusted)
            else { return }
            unarchiver.keepsUnknownClasses = true
            unarchiver.preservesValueIdentity = true
            guard (try? unarchiver.disableSecureCoding()) != nil, let fields = try? unarchiver.decodeTopLevelFields()
            else { continue }
            for archiver in [
                KeyedArchiver(layout: layout, limits: .untrusted), try? KeyedArchiver(rewriting: unarchiver),
            ] {
                _ = try? archiver?.encodeTopLevelFields(fields)
                _ = try? archiver?.encodedBytes
            }
            for field in fields { CycleBreaker.takeApart(field.value) }
        }
    }
}
