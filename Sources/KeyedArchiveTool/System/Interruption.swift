#if !canImport(WASILibc) && !canImport(ucrt)
    /// The signals that end the program, held back while a file is half written.
    ///
    /// Work that takes long asks in between whether one is waiting, and cleans up. The signal then ends the program as
    /// if it came only then, so that no handler has to run in the middle of anything.
    struct Interruption {
        private var signals: sigset_t

        private static let numbers = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

        /// Does some work with signals held back.
        static func heldBack(
            during work: (Interruption) throws(SystemError) -> Void
        ) throws(SystemError) {
            var signals = sigset_t()
            var previous = sigset_t()
            sigemptyset(&signals)
            for number in numbers { sigaddset(&signals, number) }
            pthread_sigmask(SIG_BLOCK, &signals, &previous)
            defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
            // The program's parent may have chosen, as `nohup` does, that a signal doesn't end it.
            for number in numbers where sigismember(&previous, number) == 1 || isIgnored(number) {
                sigdelset(&signals, number)
            }
            try work(Interruption(signals: signals))
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
#else
    /// What ends the program from outside, where nothing can hold it back.
    ///
    /// WASI has no signals. Windows ends a program in a thread of its own, which can't wait for half-written files: the
    /// old file stays as it was, and the new one stays beside it under its own name.
    struct Interruption {
        /// Does some work.
        static func heldBack(
            during work: (Interruption) throws(SystemError) -> Void
        ) throws(SystemError) {
            try work(Interruption())
        }

        /// Nothing is ever waiting.
        func check() throws(SystemError) {}
    }
#endif
