package import PropertyLists

extension KeyedArchive {
    /// A value found by a path, with the archive it is in: that of the last `!` of the path, or the one asked.
    package struct LocatedValue: Sendable {
        /// The archive that holds the value.
        package var archive: KeyedArchive
        /// The value: a reference into that archive, or an inline value.
        package var value: PropertyList
    }

    /// Follows a path from the top level.
    ///
    /// ```swift
    /// let located = try archive.value(at: ArchivePath("root.items[0]"))
    /// ```
    ///
    /// - Parameter path: Such as `root.items[2].name`; see ``/PropertyLists/ArchivePath``.
    /// - Returns: The value at the end of the path. A reference is not resolved.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/valueNotFound`` if a step leads nowhere, with the content found
    ///   instead; its path names that step. ``/PropertyLists/ArchiveError/Code/invalidPath`` for a pattern, for which
    ///   see ``matches(_:)``.
    /// - Complexity: O(*n*) in the number of steps and of the fields of the objects on the way; collections on the way
    ///   are entered in O(1), except for the first key in a large dictionary, which has all keys looked at once.
    package func value(at path: ArchivePath) throws(ArchiveError) -> LocatedValue {
        let place = try PathPlace.topLevel(SharedArchive(self)).following(path).place
        switch place {
        case .slot(let slot, let shared):
            return LocatedValue(archive: shared.archive, value: try shared.archive.value(slot))
        case .topLevel, .value:
            if path.steps.isEmpty {
                throw ArchiveError(
                    .invalidPath, "the path is empty", remedy: "start it with a top-level key such as root")
            }
            throw ArchiveError(
                .invalidPath,
                "the path ends at the top level of an archive",
                path: path,
                remedy: "go on with a top-level key such as root"
            )
        }
    }
}

extension PathPlace {
    /// Follows a path.
    ///
    /// - Returns: The place that a path leads to, and the path with positions counted from the start.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/valueNotFound`` if a step leads nowhere; its path names that step.
    func following(_ path: ArchivePath) throws(ArchiveError) -> (place: PathPlace, path: ArchivePath) {
        var place = self
        var steps: [ArchivePath.Step] = []
        for (position, step) in path.steps.enumerated() {
            do throws(ArchiveError) {
                guard let taken = try place.taking(step) else { throw try place.missing(at: position, of: path) }
                place = taken.place
                taken.append(to: &steps)
            } catch {
                var error = error
                error.path = ArchivePath(Array(path.steps[...position]))
                throw error
            }
        }
        return (place, ArchivePath(steps))
    }
}

extension KeyedArchive {
    /// Opens an archive held in a data value of this one.
    ///
    /// Many programs archive an object into data and store that data in another archive.
    ///
    /// ```swift
    /// if let inner = try archive.nestedArchive(in: payload) { print(inner.objectCount) }
    /// ```
    ///
    /// - Parameter data: The content of a data value.
    /// - Returns: The archive, or nil if the bytes are not a keyed archive.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/limitExceeded`` if archives nest deeper than
    ///   ``/PropertyLists/Limits/nestedArchives``, or if the archive exceeds another limit of this one.
    public func nestedArchive(in data: [UInt8]) throws(ArchiveError) -> KeyedArchive? {
        try Self.nestedArchive(in: data, limits: limits, depth: nestingDepth)
    }

    /// Opens an archive held in data at a depth.
    static func nestedArchive(in data: [UInt8], limits: Limits, depth nestingDepth: Int) throws(ArchiveError)
        -> KeyedArchive?
    {
        guard let format = PropertyListFormat(recognizing: data), format != .openStep else { return nil }
        guard nestingDepth < limits.nestedArchives else {
            throw .limit("nestedArchives", limits.nestedArchives)
        }
        do {
            let archive = try KeyedArchive(
                bytes: data, limits: limits.ofNested, validation: .offsetTable, nestingDepth: nestingDepth + 1)
            // What follows it would be lost where it is written back.
            return format == .binary && archive.reader.bytes.count < data.count ? nil : archive
        } catch  where error.endsWork {
            throw error
        } catch {
            return nil
        }
    }
}
