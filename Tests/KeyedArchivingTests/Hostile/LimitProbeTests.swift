import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Each limit at each entry point, at one less than what the input needs, at exactly that, and at one more.
@Suite struct LimitProbeTests {
    @Test(.rows)
    func `an entry point refuses what needs more than a limit, by the limit's name and value`() {
        forEachRow(LimitProbe.all) { (probe: LimitProbe) throws in
            for allowed in [probe.need, probe.need + 1] {
                var limits = Limits.unlimited
                limits[keyPath: probe.limit] = allowed
                #expect(throws: Never.self) { try probe.run(limits) }
            }
            var limits = Limits.unlimited
            limits[keyPath: probe.limit] = probe.need - 1
            let (code, reason, remedy) = failure { try probe.run(limits) }
            #expect(code == "limitExceeded")
            #expect(
                reason?.contains("the limit `\(probe.name)` of \(probe.need - 1) is exceeded") == true,
                "\(reason ?? "")")
            #expect(remedy?.contains("`Limits.\(probe.name)`") == true)
        }
    }

    private func failure(_ body: () throws -> Void) -> (code: String?, reason: String?, remedy: String?) {
        do {
            try body()
            return (nil, nil, nil)
        } catch let error as ArchiveError {
            return (error.code.name, error.reason, error.remedy)
        } catch {
            return ("\(error)", nil, nil)
        }
    }

    @Test(.rows)
    func `every limit is tried, and no multiple is trivial or out of reach`() {
        let names = Mirror(reflecting: Limits.default).children.compactMap(\.label)
        // Two follow from another, and two are no bounds: one makes others larger, one refuses what is odd.
        let others: Set = ["allocation", "steps", "allowance", "refusesOddInput"]
        #expect(Set(LimitProbe.all.map(\.name)) == Set(names).subtracting(others))

        forEachRow(LimitProbe.all.filter { $0.name == "expansion" }) { (probe: LimitProbe) in
            #expect((2...4000).contains(probe.need), "\(probe.need)")
        }
    }

    @Test(.rows)
    func `limits of zero and less refuse instead of trapping`() {
        forEachRow(LimitProbe.all, [Int.min, -1, 0]) { (probe: LimitProbe, value: Int) throws in
            var limits = Limits.unlimited
            limits[keyPath: probe.limit] = value
            #expect(failure { try probe.run(limits) }.code == "limitExceeded")
        }
    }
}
