/// The zone of this computer, as the system tells it.
enum LocalZone {
    /// How many seconds the zone is ahead of Greenwich at a time, in seconds since 1970; nil if the system can't say.
    static func offset(at seconds: Int64) -> Int? {
        #if canImport(ucrt)
            var (time, parts) = (seconds, tm())
            guard _localtime64_s(&parts, &time) == 0 else { return nil }
            let shifted = _mkgmtime64(&parts)
            return shifted < 0 ? nil : Int(shifted - seconds)
        #elseif canImport(WASILibc)
            // WASI tells the time, and no zone.
            return nil
        #else
            guard var time = time_t(exactly: seconds) else { return nil }
            var parts = tm()
            return localtime_r(&time, &parts) == nil ? nil : Int(parts.tm_gmtoff)
        #endif
    }
}
