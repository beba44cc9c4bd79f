package import KeyedArchiving

/// The code of the archive error that a closure throws, or nil if it throws none.
package func code(_ body: () throws -> Void) -> ArchiveError.Code? {
    do {
        try body()
        return nil
    } catch let error as ArchiveError {
        return error.code
    } catch {
        return nil
    }
}
