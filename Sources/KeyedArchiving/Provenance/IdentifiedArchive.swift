internal import PropertyLists

/// An archive's objects by UID, as far as comparing them takes.
///
/// What cannot be read, of a damaged archive, is as if it were not there.
struct IdentifiedArchive {
    typealias Dictionary = (keys: BinaryReferences, values: BinaryReferences)

    let reader: BinaryPropertyListReader
    /// The elements of `$objects`.
    let objects: BinaryReferences
    /// `$top`.
    let top: Dictionary

    init(_ reader: BinaryPropertyListReader, _ objects: BinaryReferences, _ top: Dictionary) {
        self.reader = reader
        self.objects = objects
        self.top = top
    }

    /// Opens an archive that was just encoded.
    init(_ bytes: [UInt8]) throws(ArchiveError) {
        do {
            let reader = try BinaryPropertyListReader(bytes, limits: .unlimited, validation: .onAccess)
            let envelope = try ArchiveEnvelope(of: reader)
            self.init(reader, envelope.objects, envelope.top)
        } catch let error as ArchiveError {
            throw error
        } catch {
            throw ArchiveError(.invalidPropertyList, "\(error)")
        }
    }

    /// The outer dictionary.
    var outer: Dictionary? { dictionary(at: reader.topObject) }

    /// The object index of a UID.
    func index(of uid: Int) -> Int { reader.unchecked(uid, of: objects) }

    /// The object index of an element of a run.
    func index(_ position: Int, of references: BinaryReferences) -> Int { reader.unchecked(position, of: references) }

    /// The number of the UID at an object index, if it leads to an object.
    func uid(at index: Int) -> Int? {
        if let uid = reader.fastUID(at: index) { return uid < objects.count ? uid : nil }
        guard case .uid(let uid)? = try? reader.object(at: index) else { return nil }
        return uid.rawValue < UInt64(objects.count) ? Int(uid.rawValue) : nil
    }

    /// The keys and values of the dictionary at an object index.
    func dictionary(at index: Int) -> Dictionary? {
        guard case .dictionary(let keys, let values)? = try? reader.object(at: index) else { return nil }
        return (keys, values)
    }

    /// The elements of the array at an object index.
    func array(at index: Int) -> BinaryReferences? {
        guard case .array(let elements)? = try? reader.object(at: index) else { return nil }
        return elements
    }

    /// The value of the first key with a text.
    func value(of key: String, in dictionary: Dictionary) -> Int? {
        for position in 0..<dictionary.keys.count where isString(index(position, of: dictionary.keys), key) {
            return index(position, of: dictionary.values)
        }
        return nil
    }

    func isString(_ index: Int, _ text: String) -> Bool { (try? reader.isString(at: index, text)) == true }
}
