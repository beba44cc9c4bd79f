import PropertyLists

/// A regular expression whose search always takes time in proportion to the text and to the expression.
///
/// All ways of matching are followed at once (Thompson's construction), so that no text makes it try one after another.
/// It knows characters, `.`, classes in brackets, `\d`, `\w`, `\s` and their opposites, `\b`, `^`, `$`, groups, `|`,
/// and `*`, `+`, `?`, `{m,n}` after a repeated part.
struct LinearPattern: Sendable {
    /// A state: what it takes to go on.
    private enum State: Sendable {
        case character(CharacterClass, next: Int)
        case check(Check, next: Int)
        case either(Int, Int)
        case found
    }

    /// A condition between two characters.
    fileprivate enum Check { case start, end, wordBoundary }

    private var states: [State] = [.found]
    private var first = 0
    /// How many parts were added, as often as they are repeated.
    private var partCount = 0
    private let ignoresCase: Bool

    /// How many states there may be.
    private static let maximumSize = 10_000

    /// How many states there are, which a character of text costs.
    var size: Int { states.count }

    /// Reads an expression.
    init(_ text: String, ignoringCase ignoresCase: Bool) throws(Failure) {
        self.ignoresCase = ignoresCase
        var parser = PatternParser(text)
        let tree = try parser.parse()
        first = try add(tree, before: 0)
    }

    /// Adds the states of a part; after it comes the state `next`.
    private mutating func add(_ part: PatternPart, before next: Int) throws(Failure) -> Int {
        partCount += 1
        guard max(states.count, partCount) < Self.maximumSize else {
            throw .usage("the regular expression repeats too much; write it with smaller numbers in braces")
        }
        switch part {
        case .character(let characters): return append(.character(characters, next: next))
        case .check(let check): return append(.check(check, next: next))
        case .sequence(let parts):
            var next = next
            for part in parts.reversed() { next = try add(part, before: next) }
            return next
        case .choice(let parts):
            var start: Int?
            for part in parts.reversed() {
                let branch = try add(part, before: next)
                start = start.map { append(.either(branch, $0)) } ?? branch
            }
            return start ?? next
        case .repetition(let part, let minimum, let maximum):
            var next = next
            if let maximum {
                for _ in 0..<(maximum - minimum) {
                    let start = try add(part, before: next)
                    next = append(.either(start, next))
                }
            } else {
                let loop = append(.either(next, next))
                states[loop] = .either(try add(part, before: loop), next)
                next = loop
            }
            for _ in 0..<minimum { next = try add(part, before: next) }
            return next
        }
    }

    private mutating func append(_ state: State) -> Int {
        states.append(state)
        return states.count - 1
    }

    /// Whether the expression matches a part of a text.
    func isFound(in text: String) -> Bool {
        var current = ActiveStates(count: states.count)
        var next = ActiveStates(count: states.count)
        var previous: Unicode.Scalar?
        var scalars = (ignoresCase ? text.lowercased() : text).unicodeScalars.makeIterator()
        while true {
            let scalar = scalars.next()
            // A match may begin anywhere.
            if follow(first, &current, previous, scalar) { return true }
            // Checks depend on the next character, which is known only now.
            for state in current.waiting where follow(state, &current, previous, scalar) { return true }
            guard let scalar else { return false }
            // The text is in small letters then, and the expression may have either.
            let other = ignoresCase ? scalar.properties.uppercaseMapping.unicodeScalars.first ?? scalar : scalar
            next.removeAll()
            for state in current.taken {
                if case .character(let characters, let after) = states[state], characters.contains(scalar, other) {
                    next.waiting.append(after)
                }
            }
            swap(&current, &next)
            previous = scalar
        }
    }

    /// Adds a state and those that it leads to without a character; true if the expression is matched.
    private func follow(
        _ start: Int,
        _ active: inout ActiveStates,
        _ previous: Unicode.Scalar?,
        _ following: Unicode.Scalar?
    ) -> Bool {
        active.pending.append(start)
        while let state = active.pending.popLast() {
            guard active.insert(state) else { continue }
            switch states[state] {
            case .found:
                active.pending.removeAll()
                return true
            case .character: active.taken.append(state)
            case .either(let first, let second): active.pending += [second, first]
            case .check(let check, let next):
                if check.holds(between: previous, following) { active.pending.append(next) }
            }
        }
        return false
    }

    /// The states that a text has come to.
    private struct ActiveStates {
        /// States that follow a character, before they are expanded.
        var waiting: [Int] = []
        /// States that take a character.
        var taken: [Int] = []
        var pending: [Int] = []
        private var isIn: [UInt32]
        private var turn: UInt32 = 1

        init(count: Int) {
            isIn = Array(repeating: 0, count: count)
        }

        mutating func insert(_ state: Int) -> Bool {
            if isIn[state] == turn { return false }
            isIn[state] = turn
            return true
        }

        mutating func removeAll() {
            waiting.removeAll(keepingCapacity: true)
            taken.removeAll(keepingCapacity: true)
            if turn == .max {
                for index in isIn.indices { isIn[index] = 0 }
                turn = 0
            }
            turn += 1
        }
    }
}

extension LinearPattern.Check {
    fileprivate func holds(between previous: Unicode.Scalar?, _ following: Unicode.Scalar?) -> Bool {
        switch self {
        case .start: previous == nil
        case .end: following == nil
        case .wordBoundary: (previous?.isInWord ?? false) != (following?.isInWord ?? false)
        }
    }
}

/// A part of a regular expression.
private indirect enum PatternPart {
    case character(CharacterClass)
    case check(LinearPattern.Check)
    case sequence([PatternPart])
    case choice([PatternPart])
    case repetition(PatternPart, minimum: Int, maximum: Int?)
}

/// Characters that a place of a regular expression takes.
private struct CharacterClass: Sendable {
    enum Kind: Sendable { case digit, word, space }

    var ranges: [ClosedRange<Unicode.Scalar>] = []
    var kinds: [(kind: Kind, isOpposite: Bool)] = []
    var isOpposite = false

    /// Whether the character, or the other one that counts as the same, is among these.
    func contains(_ scalar: Unicode.Scalar, _ other: Unicode.Scalar) -> Bool {
        let isIn =
            ranges.contains { $0.contains(scalar) || $0.contains(other) }
            || kinds.contains { kind, isOpposite in
                let isOfKind =
                    switch kind {
                    case .digit: scalar.properties.generalCategory == .decimalNumber
                    case .word: scalar.isInWord
                    case .space: scalar.properties.isWhitespace
                    }
                return isOfKind != isOpposite
            }
        return isIn != isOpposite
    }
}

extension Unicode.Scalar {
    fileprivate var isInWord: Bool {
        self == "_" || properties.isAlphabetic || properties.generalCategory == .decimalNumber
    }
}

/// Reads a regular expression.
private struct PatternParser {
    private let text: [Unicode.Scalar]
    private var position = 0
    private var depth = 0

    /// How many groups may be one inside the other.
    private static let maximumDepth = 100
    /// How often something may be repeated.
    private static let maximumCount = 1000

    init(_ text: String) {
        self.text = Array(text.unicodeScalars)
    }

    private var current: Unicode.Scalar? { position < text.count ? text[position] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard current == scalar else { return false }
        position += 1
        return true
    }

    private func wrong(_ reason: String) -> Failure {
        .usage("the regular expression \(reason) at character \(position + 1)")
    }

    mutating func parse() throws(Failure) -> PatternPart {
        let part = try choice()
        guard current == nil else { throw wrong("has a closing parenthesis too many") }
        return part
    }

    private mutating func choice() throws(Failure) -> PatternPart {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else { throw wrong("has too many groups one inside the other") }
        var parts = [try sequence()]
        while take("|") { parts.append(try sequence()) }
        return parts.count == 1 ? parts[0] : .choice(parts)
    }

    private mutating func sequence() throws(Failure) -> PatternPart {
        var parts: [PatternPart] = []
        while let scalar = current, scalar != "|", scalar != ")" {
            var part = try atom()
            if let (minimum, maximum) = try repetition() {
                part = .repetition(part, minimum: minimum, maximum: maximum)
                // Whether the longest or the shortest match is wanted makes no difference to whether there is one.
                _ = take("?")
            }
            parts.append(part)
        }
        return .sequence(parts)
    }

    private mutating func repetition() throws(Failure) -> (minimum: Int, maximum: Int?)? {
        if take("*") { return (0, nil) }
        if take("+") { return (1, nil) }
        if take("?") { return (0, 1) }
        guard take("{") else { return nil }
        guard let minimum = number() else { throw wrong("needs a number") }
        var maximum: Int? = minimum
        if take(",") { maximum = number() }
        guard take("}"), minimum <= maximum ?? minimum else { throw wrong("needs {m}, {m,} or {m,n}") }
        guard max(minimum, maximum ?? 0) <= Self.maximumCount else { throw wrong("repeats too often") }
        return (minimum, maximum)
    }

    private mutating func number() -> Int? {
        var digits = ""
        while let scalar = current, ("0"..."9").contains(scalar), digits.utf8.count < 6 {
            digits.unicodeScalars.append(scalar)
            position += 1
        }
        return Int(digits)
    }

    private mutating func atom() throws(Failure) -> PatternPart {
        guard let scalar = current else { throw wrong("ends early") }
        position += 1
        switch scalar {
        case "(":
            if take("?"), !take(":") { throw wrong("has a kind of group that isn't known") }
            let part = try choice()
            guard take(")") else { throw wrong("needs a closing parenthesis") }
            return part
        case ".": return .character(CharacterClass(ranges: ["\n"..."\n"], isOpposite: true))
        case "^": return .check(.start)
        case "$": return .check(.end)
        case "[": return .character(try brackets())
        case "*", "+", "?", "{":
            position -= 1
            throw wrong("has nothing to repeat")
        case "\\":
            if take("b") { return .check(.wordBoundary) }
            return .character(try escape())
        default: return .character(CharacterClass(ranges: [scalar...scalar]))
        }
    }

    /// Reads the class of characters after a backslash.
    private mutating func escape() throws(Failure) -> CharacterClass {
        guard let scalar = current else { throw wrong("ends with a backslash") }
        position += 1
        switch scalar {
        case "d", "D": return CharacterClass(kinds: [(.digit, scalar == "D")])
        case "w", "W": return CharacterClass(kinds: [(.word, scalar == "W")])
        case "s", "S": return CharacterClass(kinds: [(.space, scalar == "S")])
        case "n": return CharacterClass(ranges: ["\n"..."\n"])
        case "r": return CharacterClass(ranges: ["\r"..."\r"])
        case "t": return CharacterClass(ranges: ["\t"..."\t"])
        case "a"..."z", "A"..."Z", "0"..."9":
            position -= 1
            throw wrong("has a letter or a digit after a backslash that isn't known")
        default: return CharacterClass(ranges: [scalar...scalar])
        }
    }

    /// A class in brackets, after the first.
    private mutating func brackets() throws(Failure) -> CharacterClass {
        var characters = CharacterClass(isOpposite: take("^"))
        var isFirst = true
        while let scalar = current, scalar != "]" || isFirst {
            isFirst = false
            let member = try member()
            guard current == "-", position + 1 < text.count, text[position + 1] != "]" else {
                characters.ranges += member.ranges
                characters.kinds += member.kinds
                continue
            }
            position += 1
            guard let first = member.ranges.first, let last = try self.member().ranges.first else {
                throw wrong("has a range to or from a class such as \\d")
            }
            guard first.lowerBound <= last.lowerBound else { throw wrong("has a range whose end is before its start") }
            characters.ranges.append(first.lowerBound...last.lowerBound)
        }
        guard take("]") else { throw wrong("needs a closing bracket") }
        return characters
    }

    /// Reads a character in brackets, or a class after a backslash.
    private mutating func member() throws(Failure) -> CharacterClass {
        guard let scalar = current else { throw wrong("needs a closing bracket") }
        position += 1
        return scalar == "\\" ? try escape() : CharacterClass(ranges: [scalar...scalar])
    }
}
