public import PropertyLists

/// A view of the place that a path leads to, in an archive or in a property list that holds archives.
///
/// Making a view reads nothing, and the place need not exist. The properties of a view, such as ``string`` and ``int``,
/// are nil if the place doesn't exist or holds a value of another kind; ``require(_:)`` throws an error that names the
/// step where the path stopped and the value found there.
///
/// ```swift
/// let friend = archive["root.friend"]
/// print(friend["name"].string ?? "nobody", friend["scores"][-1].double ?? 0)
/// let name = try archive["root.friend.name"].require(\.string)
/// ```
///
/// Dictionaries are entered by key, arrays and sets by position. Objects of Foundation's classes for text, numbers,
/// dates and data are read as the values that they represent, regardless of their fields.
public struct ArchiveView: Sendable {
    private enum State {
        case found(PathPlace)
        /// The path stopped at a place, after so many steps.
        case stopped(PathPlace, after: Int)
        case failed(ArchiveError)
    }

    /// The path that leads here.
    private enum Location {
        case path(ArchivePath)
        /// One of those that a pattern led to, by its number.
        case number(Int, FoundPaths)
    }

    private let state: State
    private let location: Location
    /// The place for the error of a property that is required.
    var failure: Failure?

    /// The path that leads here, with positions counted from the start as far as it goes.
    ///
    /// - Complexity: O(1); O(*n*) in the number of its steps if a pattern led here.
    public var path: ArchivePath {
        switch location {
        case .path(let path): path
        case .number(let number, let paths): paths[number]
        }
    }

    init(_ place: PathPlace, _ path: ArchivePath) {
        self.init(.found(place), path)
    }

    /// A place that a pattern led to.
    init(_ place: PathPlace, at number: Int, of paths: FoundPaths) {
        state = .found(place)
        location = .number(number, paths)
    }

    private init(_ state: State, _ path: ArchivePath) {
        self.state = state
        location = .path(path)
    }

    /// Follows a path.
    init(from start: PathPlace, _ path: some ArchivePathConvertible) {
        do throws(ArchiveError) {
            self = ArchiveView(start, ArchivePath()).taking(try path.archivePath.steps)
        } catch {
            self.init(.failed(error), ArchivePath())
        }
    }

    /// Takes steps one after the other; the path that leads there is put together once.
    private func taking(_ steps: some Collection<ArchivePath.Step>) -> ArchiveView {
        var state = state
        var path = path.steps
        path.reserveCapacity(path.count + steps.count)
        for step in steps {
            var taken: PathPlace.Taken?
            if case .found(let place) = state {
                do throws(ArchiveError) {
                    taken = try place.taking(step)
                    state = taken.map { .found($0.place) } ?? .stopped(place, after: path.count)
                } catch {
                    var error = error
                    error.path = ArchivePath(path + [step])
                    state = .failed(error)
                }
            }
            taken?.append(to: &path) ?? path.append(step)
        }
        return ArchiveView(state, ArchivePath(path))
    }

    /// The place; nil if the path leads nowhere.
    var foundPlace: PathPlace? {
        if case .found(let place) = state { place } else { nil }
    }

    /// The place, which exists.
    ///
    /// - Throws: As ``require()`` does.
    var place: PathPlace {
        get throws(ArchiveError) {
            switch state {
            case .found(let place): return place
            case .failed(let error): throw error
            case .stopped(let place, let count):
                var error = try place.missing(at: count, of: path)
                error.path = ArchivePath(Array(path.steps[...count]))
                throw error
            }
        }
    }
}

extension ArchiveView {
    /// The field, the value of a dictionary or the top-level value with a key.
    ///
    /// The key is taken as it is; `view[path: "friend.name"]` takes a path.
    ///
    /// ```swift
    /// let name = archive["root"]["name"].string
    /// ```
    public subscript(key: String) -> ArchiveView { taking(CollectionOfOne(.key(key))) }

    /// The element at a position of an array or a set, from 0; a negative position counts from the end.
    ///
    /// ```swift
    /// let last = archive["root.items"][-1]
    /// ```
    public subscript(position: Int) -> ArchiveView { taking(CollectionOfOne(.index(position))) }

    /// A view of the place that a path leads to from here.
    ///
    /// ```swift
    /// let name = archive["root"][path: "friend.name"].string
    /// ```
    public subscript(path path: some ArchivePathConvertible) -> ArchiveView {
        guard let steps = try? path.archivePath.steps else { return ArchiveView(from: .none, path) }
        return taking(steps)
    }

    /// The top level of the archive, or the property list, that is held in the data here: the place that `!` in a path
    /// leads to.
    ///
    /// ```swift
    /// let payload = archive["root.payload"].nestedArchive["root"]
    /// ```
    public var nestedArchive: ArchiveView { taking(CollectionOfOne(.nestedArchive)) }

    /// Whether the path leads somewhere; a reference to nil counts.
    public var exists: Bool {
        if case .found = state { true } else { false }
    }

    /// The view itself, of a place that exists.
    ///
    /// ```swift
    /// let friend = try archive["root.friend"].require()
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/valueNotFound`` if a step of the path leads nowhere, naming it and
    ///   the content found instead: the keys of a dictionary, the length of an array.
    ///   ``/PropertyLists/ArchiveError/Code/invalidPath`` if the text isn't a path or is a pattern, or another
    ///   ``/PropertyLists/ArchiveError`` if an object on the path cannot be read.
    @discardableResult
    public func require() throws(ArchiveError) -> ArchiveView {
        _ = try place
        return self
    }
}

extension KeyedArchive {
    /// A view of the place that a path leads to: `archive["root.friend.name"].string`.
    ///
    /// ```swift
    /// print(archive["root.items[0].name"].string ?? "nothing")
    /// ```
    ///
    /// - Parameter path: A path, or its text; see ``/PropertyLists/ArchivePath``.
    /// - Complexity: O(*n*) in the number of steps and of the fields of the objects on the way; collections on the way
    ///   are entered in O(1), except for the first key in a large dictionary, which has all keys looked at once.
    public subscript(path: some ArchivePathConvertible) -> ArchiveView {
        ArchiveView(from: .topLevel(SharedArchive(self)), path)
    }
}

extension PathPlace {
    /// A place that nothing is at.
    fileprivate static var none: PathPlace { .value(.null, ListBounds(limits: .default, size: 0)) }
}
