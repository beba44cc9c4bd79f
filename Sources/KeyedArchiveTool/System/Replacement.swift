/// A new file that takes the place of another in one step, when it is complete.
///
/// Until then it is a file of this user beside the other, `.NAME.keyed-archive`, and it is locked: whoever else wants
/// to replace the same file waits until this one is in its place, and reads it only then, so that no change is lost. If
/// it doesn't get that far, it is removed; a file that a killed program left there is used for the next replacement.
struct Replacement: ~Copyable {
    /// Why the file isn't replaced.
    enum Refusal: Error {
        case system(SystemError)
        /// Only one of the file's names would get the new bytes.
        case severalNames(Int)
        /// This user can't give a file to the owner or the group of the old one.
        case otherOwner
        /// Another program has changed the file since it was locked.
        case changed
    }

    private let place: Place
    private let newName: FilePath
    private let descriptor: Int32
    /// The file whose place the new one takes; nil if there is none, or if it is a link that goes.
    private let old: FileStatus?
    private let interruption: Interruption
    private var isInPlace = false

    /// The suffix of the names of new files.
    private static let suffix = ".keyed-archive"

    /// Whether a file has the name of a new one, which isn't complete.
    static func isNewFile(_ name: FilePath) -> Bool {
        name.bytes.first == UInt8(ascii: ".") && name.bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }

    deinit {
        if !isInPlace { unlinkat(place.folder, newName.withNUL, 0) }
        close(descriptor)
    }

    /// Begins to replace a file.
    ///
    /// - Parameter keepsLink: Whether a link stays one and leads to the new file. Otherwise the new file takes the place
    ///   of the link, and of one of several names of a file.
    static func begin(at path: FilePath, keepsLink: Bool = true) throws(Refusal) -> Replacement {
        let replacement: Replacement
        do throws(SystemError) {
            let place = keepsLink ? try Place.behindLinks(of: path) : try Place(path)
            replacement = try Replacement(at: place)
        } catch {
            throw .system(error)
        }
        if let old = replacement.old {
            if old.isFolder { throw .system(SystemError(number: EISDIR)) }
            if keepsLink, old.nameCount > 1 { throw .severalNames(old.nameCount) }
        }
        return replacement
    }

    private init(at place: consuming Place) throws(SystemError) {
        let isNew = try place.status() == nil
        // A signal that came between the new file and its removal would leave it behind.
        let interruption = Interruption()
        (newName, descriptor) = try Self.lockNewFile(beside: place, isNew: isNew, interruption)
        self.interruption = interruption
        // Nobody who asks for the lock changes the file from here on.
        let status = try? place.status()
        old = status?.isLink == true ? nil : status
        self.place = place
    }

    // MARK: - The new file

    /// Opens the new file, creates it if there is none, and waits until nobody else holds it.
    private static func lockNewFile(
        beside place: borrowing Place,
        isNew: Bool,
        _ interruption: borrowing Interruption
    ) throws(SystemError) -> (name: FilePath, descriptor: Int32) {
        do throws(SystemError) {
            let name = FilePath(Array(".".utf8) + place.name.bytes + Array(suffix.utf8))
            return (name, try lockFile(named: name, in: place, isNew: isNew, interruption))
        } catch {
            guard error.number == ENAMETOOLONG else { throw error }
            // The same short name for everyone who replaces this file.
            let hash = place.name.bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
            let name = FilePath(".\(String(hash, radix: 36))\(suffix)")
            return (name, try lockFile(named: name, in: place, isNew: isNew, interruption))
        }
    }

    private static func lockFile(
        named name: FilePath,
        in place: borrowing Place,
        isNew: Bool,
        _ interruption: borrowing Interruption
    ) throws(SystemError) -> Int32 {
        while true {
            let flags = O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY
            var descriptor = openat(place.folder, name.withNUL, flags | O_CREAT | O_EXCL, isNew ? 0o666 : 0o600)
            let isThere = descriptor < 0 && SystemError.last.number == EEXIST
            if isThere { descriptor = openat(place.folder, name.withNUL, flags) }
            if descriptor < 0 {
                let error = SystemError.last
                // It has been put into its place meanwhile.
                if isThere, error.number == ENOENT { continue }
                guard error.number == ELOOP else { throw error }
                // A link isn't from this tool.
                guard unlinkat(place.folder, name.withNUL, 0) == 0 else { throw .last }
                continue
            }
            do throws(SystemError) {
                try Descriptor.lock(descriptor) { () throws(SystemError) in try interruption.check() }
                let status = try FileStatus(of: descriptor)
                if let named = try place.status(of: name), named.isSameFile(as: status) {
                    // A new file has the permissions that it is created with, unlike what a killed command left.
                    let isOwn = status.isRegularFile && status.owner == geteuid() && status.nameCount == 1
                    if isOwn, !isThere || !isNew { return descriptor }
                    // What somebody else put there isn't written to.
                    guard unlinkat(place.folder, name.withNUL, 0) == 0 else { throw .last }
                }
            } catch {
                close(descriptor)
                throw error
            }
            // It has been put into its place meanwhile, or removed.
            close(descriptor)
        }
    }

    // MARK: - Completing it

    /// Writes the new file and puts it into its place.
    ///
    /// It gets the owner, the group and the permissions of the old one, but not the bits that let a program run as its
    /// owner or its group: they were given to other bytes.
    ///
    /// - Parameter permissions: Other permissions than those of the old file.
    consuming func complete(with bytes: [UInt8], permissions: mode_t? = nil) throws(Refusal) {
        guard takesOwner() else { throw .otherOwner }
        let isUnchanged: Bool
        do throws(SystemError) {
            try fill(with: bytes, permissions)
            isUnchanged = try isOldUnchanged()
            if isUnchanged {
                guard renameat(place.folder, newName.withNUL, place.folder, place.name.withNUL) == 0 else {
                    throw .last
                }
                isInPlace = true
            }
        } catch {
            throw .system(error)
        }
        if !isUnchanged { throw .changed }
    }

    /// Gives the new file the owner and the group of the old one.
    ///
    /// - Returns: False if this user can't give files to that owner or group.
    private func takesOwner() -> Bool {
        guard let old, let new = try? FileStatus(of: descriptor) else { return true }
        if new.owner == old.owner, new.group == old.group { return true }
        return fchown(descriptor, old.owner, old.group) == 0
    }

    /// Writes all bytes, down to the disk.
    private func fill(with bytes: [UInt8], _ permissions: mode_t?) throws(SystemError) {
        if let permissions = permissions ?? old?.permissions {
            guard fchmod(descriptor, permissions) == 0 else { throw .last }
        }
        // What a program left that was killed.
        guard ftruncate(descriptor, 0) == 0 else { throw .last }
        try Descriptor.writeAll(bytes, to: descriptor) { () throws(SystemError) in try interruption.check() }
        guard fsync(descriptor) == 0 else { throw .last }
        try interruption.check()
    }

    /// Whether the file at the place is unchanged since it was locked.
    private func isOldUnchanged() throws(SystemError) -> Bool {
        let current = try place.status()
        guard let old else { return current == nil || current?.isLink == true }
        return current?.isUnchanged(since: old) == true
    }
}
