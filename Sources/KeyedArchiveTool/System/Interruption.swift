/// The signals that end the program, held back as long as the value lives: while a file is half written.
///
/// Work that takes long asks in between whether one is waiting, and cleans up. The signal then ends the program as if it
/// came only then, so that no handler has to run in the middle of anything.
struct Interruption: ~Copyable {
    private let signals: sigset_t
    private let previous: sigset_t

    private static let numbers = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    init() {
        var signals = sigset_t()
        var previous = sigset_t()
        sigemptyset(&signals)
        for number in Self.numbers { sigaddset(&signals, number) }
        pthread_sigmask(SIG_BLOCK, &signals, &previous)
        // The program's parent may have chosen, as `nohup` does, that a signal doesn't end it.
        for number in Self.numbers where sigismember(&previous, number) == 1 || Self.isIgnored(number) {
            sigdelset(&signals, number)
        }
        self.signals = signals
        self.previous = previous
    }

    deinit {
        var previous = previous
        pthread_sigmask(SIG_SETMASK, &previous, nil)
    }

    /// Throws `EINTR` if a signal is waiting.
    func check() throws(SystemError) {
        var waiting = sigset_t()
        guard sigpending(&waiting) == 0 else { throw .last }
        for number in Self.numbers where isHeldBack(number) && sigismember(&waiting, number) == 1 {
            throw SystemError(number: EINTR)
        }
    }

    private func isHeldBack(_ number: Int32) -> Bool {
        var signals = signals
        return sigismember(&signals, number) == 1
    }

    /// Whether a signal that is held back will be ignored; the systems name the fields of their records
    /// differently, so that it is asked by setting the handler.
    private static func isIgnored(_ number: Int32) -> Bool {
        let handler = signal(number, SIG_DFL)
        signal(number, handler)
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
