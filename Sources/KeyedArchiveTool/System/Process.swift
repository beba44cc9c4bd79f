/// What surrounds the program: its environment, its signals and its end.
enum Process {
    /// The value of an environment variable.
    static func environment(_ name: String) -> String? {
        #if canImport(ucrt)
            var text = [UInt16](repeating: 0, count: 1 << 15)
            let count = name.withWideText { GetEnvironmentVariableW($0, &text, UInt32(text.count)) }
            return count > 0 ? String(decoding: text.prefix(Int(count)), as: UTF16.self) : nil
        #else
            return getenv(name).map { String(cString: $0) }
        #endif
    }

    /// Makes the standard streams ones of bytes whose writing may fail.
    ///
    /// Where there are signals, writing to a closed pipe, or beyond the largest size of a file, would end the program;
    /// Windows would turn the ends of lines into its own.
    static func prepareStreams() {
        #if canImport(ucrt)
            for descriptor: Int32 in 0...2 { _ = _setmode(descriptor, _O_BINARY) }
        #elseif !canImport(WASILibc)
            signal(SIGPIPE, SIG_IGN)
            signal(SIGXFSZ, SIG_IGN)
        #endif
    }

    /// How many processors there are; where there are no threads, one.
    static var processorCount: Int {
        #if canImport(ucrt)
            max(1, Int(GetActiveProcessorCount(UInt16(ALL_PROCESSOR_GROUPS))))
        #elseif canImport(WASILibc)
            1
        #else
            max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
        #endif
    }

    static func end(_ status: Int32) -> Never {
        exit(status)
    }
}
