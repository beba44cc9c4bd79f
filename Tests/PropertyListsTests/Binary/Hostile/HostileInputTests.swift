import TestSupport
import Testing

import PropertyLists

@Suite struct HostileInputTests {
    @Test(.rows)
    func `a damaged container or scalar or a hostile arrangement is refused with the place, or read`() {
        let containers = HostileInput.containerRows + HostileInput.offsetRows
        let scalars = HostileInput.scalarRows + HostileInput.stringRows
        forEachRow(containers + scalars + HostileInput.graphRows) { (input: HostileInput) in
            check(input)
        }
    }

    @Test func `every row of the catalog from 1 to 56 is tried, with all its inputs`() {
        let all =
            HostileInput.containerRows + HostileInput.offsetRows + HostileInput.scalarRows + HostileInput.stringRows
            + HostileInput.graphRows
        var counts: [Int: Int] = [48: DeepValueTests.walks.count]
        for input in all { counts[input.row, default: 0] += 1 }
        #expect(Set(counts.keys) == HostileCatalog.rows(of: .binary))
        for (row, count) in counts {
            #expect(count >= HostileCatalog.leastInputCounts[row] ?? 1, "row \(row)")
        }
    }

    private func check(_ input: HostileInput) {
        let bytes = input.bytes()
        do throws(ArchiveError) {
            let reader = try BinaryPropertyListReader(bytes, limits: input.limits)
            do throws(ArchiveError) {
                _ = try reader.tree()
            } catch {
                // What a tree refuses is listed as a problem, too, unless it is only too large.
                if error.code != .limitExceeded { #expect(reader.problems(limit: 1000).contains(error)) }
                throw error
            }
            checkAccepted(reader, input)
        } catch {
            guard case .refused(let code, at: let position) = input.expectation else {
                Issue.record("refused: \(error)")
                return
            }
            #expect(error.code == code)
            #expect(error.byteOffset == position)
        }
    }

    private func checkAccepted(_ reader: BinaryPropertyListReader, _ input: HostileInput) {
        #expect(reader.problems() == [])
        let problems = reader.problems(strict: true)
        switch input.expectation {
        case .ok: #expect(problems == [])
        case .strictly(let code, at: let position):
            #expect(problems.contains { $0.code == code && $0.byteOffset == position }, "\(problems)")
        case .refused: Issue.record("read")
        }
    }
}
