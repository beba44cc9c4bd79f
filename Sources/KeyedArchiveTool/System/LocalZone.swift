/// The zone of this computer, as the system tells it.
enum LocalZone {
    /// How many seconds the zone is ahead of UTC at a time, in seconds since 1970; nil if the system can't say.
    static func offset(at seconds: Int64) -> Int? {
        guard var time = time_t(exactly: seconds) else { return nil }
        var parts = tm()
        return localtime_r(&time, &parts) == nil ? nil : Int(parts.tm_gmtoff)
    }
}
