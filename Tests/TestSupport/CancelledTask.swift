package import PropertyLists

/// The code of the error of work in a task that is cancelled when the work says so; nil if it comes to its end.
package func codeWhenCancelled(
    _ work: @escaping @Sendable (_ cancel: () -> Void) throws -> Void
) async -> ArchiveError.Code? {
    let task = Task {
        do {
            try work { withUnsafeCurrentTask { unsafe $0?.cancel() } }
            return nil as ArchiveError.Code?
        } catch {
            return (error as? ArchiveError)?.code
        }
    }
    return await task.value
}
