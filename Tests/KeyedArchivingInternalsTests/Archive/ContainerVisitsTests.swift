import PropertyLists
import TestSupport
import Testing

@testable import KeyedArchiving

@Suite struct ContainerVisitsTests {
    private func index(_ limits: Limits = .default) throws -> ArchiveIndex {
        let object: PropertyList = ["list": [.uid(2), .uid(2), .uid(2)], "$class": .uid(3)]
        return try KeyedArchive(
            SmallArchive(object, "text", .classRecord("Holder", "NSObject")).bytes(), limits: limits
        ).index
    }

    @Test(.rows)
    func `each container is entered as often as asked for`() {
        forEachRow([1, 2, 5] as [UInt8]) { (limit: UInt8) throws in
            let index = try index()
            let object = try #require(index[UID(1)])
            let other = try #require(index[UID(3)])
            var visits = ContainerVisits(index, upTo: limit)
            let entered = (0...limit).map { _ in visits.enter(object) }
            #expect(entered == Array(repeating: true, count: Int(limit)) + [false])
            let isOtherEntered = visits.enter(other)
            #expect(isOtherEntered && !visits.isCutShort)
            try visits.checkComplete()
        }
    }

    @Test func `nothing is visited beyond what an archive may hold`() throws {
        let limits = Limits(expansion: 0)
        var visits = ContainerVisits(try index(limits))
        let object = try #require(try index(limits)[UID(1)])
        let isEntered = visits.enter(object)
        #expect(!isEntered && visits.isCutShort)
        #expect(code { try visits.checkComplete() } == .limitExceeded)
    }
}
