/// A function that a task-local variable holds.
///
/// Optimized code of Swift 6.3 crashes where it sets a task-local variable whose own type is that of a function.
package struct TaskFunction<Input, Output>: Sendable {
    private let body: @Sendable (Input) throws -> Output

    package init(_ body: @escaping @Sendable (Input) throws -> Output) {
        self.body = body
    }

    package func callAsFunction(_ input: Input) throws -> Output { try body(input) }
}
