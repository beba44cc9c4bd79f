import PropertyLists

/// How dates are shown to people.
enum DateForm: String, CaseIterable {
    /// In ISO 8601, in UTC.
    case iso
    /// In ISO 8601, in the zone of this computer.
    case local
    /// In seconds since 2001, as archives store them.
    case seconds

    /// A date, by its seconds since 2001-01-01T00:00:00Z.
    func text(of seconds: Double) -> String {
        switch self {
        case .iso: DateText.shown(seconds)
        case .local: localText(of: seconds) ?? DateText.shown(seconds)
        case .seconds: "\(seconds) s since 2001-01-01"
        }
    }

    private func localText(of seconds: Double) -> String? {
        // From 1970 on, in which the system counts.
        let whole = seconds.rounded(.down)
        guard let count = Int64(exactly: whole + 978_307_200), abs(whole) < 200_000_000_000,
            let offset = LocalZone.offset(at: count)
        else { return nil }
        let shifted = DateText.shown(seconds + Double(offset))
        guard shifted.hasSuffix("Z") else { return nil }
        let minutes = abs(offset) / 60
        let zone = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
        return shifted.dropLast() + (offset < 0 ? "-" : "+") + zone
    }
}
