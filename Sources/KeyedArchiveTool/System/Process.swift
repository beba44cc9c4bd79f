/// The process of the program: its environment, its signals and its end.
enum Process {
    /// The value of an environment variable.
    static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// Makes the standard streams ones whose writing may fail.
    ///
    /// Otherwise writing to a closed pipe, or beyond the largest size of a file, would end the program.
    static func prepareStreams() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// How many processors there are.
    static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    static func end(_ status: Int32) -> Never {
        exit(status)
    }
}
