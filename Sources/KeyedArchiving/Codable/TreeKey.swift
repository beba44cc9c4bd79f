/// The place of an element, or of what a superclass encodes.
///
/// The text of a position is made when somebody asks for it: of a thousand elements hardly one is ever named.
enum TreeKey: CodingKey {
    case name(String)
    case position(Int)

    init(stringValue: String) {
        self = .name(stringValue)
    }

    init(intValue: Int) {
        self = .position(intValue)
    }

    var stringValue: String {
        switch self {
        case .name(let name): name
        case .position(let position): "Index \(position)"
        }
    }

    var intValue: Int? {
        if case .position(let position) = self { position } else { nil }
    }

    /// What a superclass encodes, if it does not name a key.
    static let superclass = TreeKey(stringValue: "super")
}
