/// How the objects of a class are made.
enum MakingStrategy {
    /// By the initializer of a type that isn't a class.
    case value
    /// By the initializer of a class.
    case instance(any (Codingable & AnyObject).Type)
    /// Created empty, and then filled.
    case twoPhase(any TwoPhaseCodingable.Type)

    init(of type: any Codingable.Type) {
        let kind = type._kind
        if let type = kind.twoPhaseType {
            self = .twoPhase(type)
        } else {
            self = kind.instanceType.map { .instance($0) } ?? .value
        }
    }
}
