/// The parts of the text of a URL, which is whole or relative to another one: RFC 3986.
struct URLReference {
    private var scheme: Substring?
    private var authority: Substring?
    private var path: Substring
    private var query: Substring?
    private var fragment: Substring?

    init(_ text: String) {
        var rest = text[...]
        fragment = rest.cutEnd(from: "#")
        query = rest.cutEnd(from: "?")
        let scalars = rest.unicodeScalars
        if let colon = scalars.firstIndex(of: ":"), !scalars[..<colon].contains("/") {
            scheme = rest[..<colon]
            rest = Substring(scalars[scalars.index(after: colon)...])
        }
        if rest.unicodeScalars.starts(with: "//".unicodeScalars) {
            let inner = rest.unicodeScalars.dropFirst(2)
            let end = inner.firstIndex(of: "/") ?? inner.endIndex
            authority = Substring(inner[..<end])
            rest = Substring(inner[end...])
        }
        path = rest
    }

    /// The text.
    var text: String {
        var text = scheme.map { "\($0):" } ?? ""
        if let authority { text += "//\(authority)" }
        text += path
        if let query { text += "?\(query)" }
        if let fragment { text += "#\(fragment)" }
        return text
    }

    /// The reference resolved against a base: section 5.2.2.
    func resolved(against base: URLReference) -> URLReference {
        var whole = self
        guard scheme == nil else { return whole }
        whole.scheme = base.scheme
        guard authority == nil else { return whole }
        whole.authority = base.authority
        if path.isEmpty {
            whole.path = base.path
            if query == nil { whole.query = base.query }
        } else {
            whole.path = Self.withoutDotSegments(path.hasPrefix("/") ? path : base.merged(path))
        }
        return whole
    }

    /// A path that goes on from the folder of this one's.
    private func merged(_ other: Substring) -> Substring {
        if authority != nil, path.isEmpty { return "/\(other)" }
        let scalars = path.unicodeScalars
        guard let slash = scalars.lastIndex(of: "/") else { return other }
        return Substring(scalars[...slash]) + other
    }

    /// A path in which no part says "here" or "one folder up".
    private static func withoutDotSegments(_ path: Substring) -> Substring {
        let parts = path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map { Substring($0) }
        let isAbsolute = parts.first?.isEmpty == true && parts.count > 1
        var kept: [Substring] = []
        for part in isAbsolute ? parts.dropFirst() : parts[...] where part != "." {
            if part == ".." { _ = kept.popLast() } else { kept.append(part) }
        }
        // What ends so is a folder.
        if let last = parts.last, last == "." || last == ".." { kept.append("") }
        return Substring((isAbsolute ? "/" : "") + kept.joined(separator: "/"))
    }
}

extension Substring {
    /// Takes the end away from a mark on.
    ///
    /// - Returns: The part after the mark; nil without one.
    fileprivate mutating func cutEnd(from mark: Unicode.Scalar) -> Substring? {
        let scalars = unicodeScalars
        guard let place = scalars.firstIndex(of: mark) else { return nil }
        self = Substring(scalars[..<place])
        return Substring(scalars[scalars.index(after: place)...])
    }
}
