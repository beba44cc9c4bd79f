import KeyedArchiving
import PropertyLists

extension Budget {
    /// Takes something from the budget, with an error of archives if too little is left.
    mutating func pay(
        _ body: (inout Budget) throws(PropertyListError) -> Void
    ) throws(ArchiveError) {
        do {
            try body(&self)
        } catch {
            throw ArchiveError(error)
        }
    }
}
