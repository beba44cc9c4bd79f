/// The archives that objects came from which an archiver encodes; mostly none, or one.
struct EncodedOrigins {
    private(set) var sources: [StoredSource] = []
    private var numbers: [ObjectIdentifier: Int] = [:]

    var isEmpty: Bool { sources.isEmpty }

    /// The archive whose entries keep their numbers: the first one from which values came with their identity.
    var identity: StoredSource? { sources.first { $0.origin.preservesIdentity } }

    /// The number of an archive.
    mutating func number(of origin: Origin) -> Int {
        if let known = numbers[ObjectIdentifier(origin)] { return known }
        let number = sources.count
        numbers[ObjectIdentifier(origin)] = number
        sources.append(StoredSource(origin))
        return number
    }
}
