import PropertyLists
import TestSupport
import Testing

/// One row of the catalog of hostile inputs: what it is, and what opening it and reading all of it must do.
struct HostileInput: Sendable, CustomTestStringConvertible {
    enum Expectation: Sendable {
        /// It is read, and even strict checking finds nothing.
        case ok
        /// It is read; strict checking reports this.
        case strictly(ArchiveError.Code, at: Int)
        /// It is refused with this code at this byte.
        case refused(ArchiveError.Code, at: Int)
    }

    /// The number of the row in the catalog.
    let row: Int
    let name: String
    let expectation: Expectation
    let limits: Limits
    /// Makes the bytes, which may be many, when they are needed.
    let bytes: @Sendable () -> [UInt8]

    init(
        _ row: Int,
        _ name: String,
        _ expectation: Expectation,
        limits: Limits = .default,
        bytes: @escaping @Sendable () -> [UInt8]
    ) {
        self.row = row
        self.name = name
        self.expectation = expectation
        self.limits = limits
        self.bytes = bytes
    }

    init(_ row: Int, _ name: String, _ list: HandmadeList, _ expectation: Expectation) {
        self.init(row, name, expectation) { list.bytes }
    }

    /// One object by itself, at byte 8.
    init(_ row: Int, _ name: String, object: [UInt8], _ expectation: Expectation) {
        self.init(row, name, HandmadeList(object), expectation)
    }

    var testDescription: String { "\(row): \(name)" }

    /// A list to be spoiled: `{ "a": 7 }`, objects at 8, 11 and 13, the offset table at 15, the trailer at 18.
    static let small = HandmadeList([0xD1, 0x01, 0x02], [0x51, 0x61], [0x10, 0x07])

    /// ``small`` with one defect.
    static func spoiled(
        _ row: Int,
        _ name: String,
        _ expectation: Expectation,
        _ change: (inout HandmadeList) -> Void
    ) -> HostileInput {
        HostileInput(row, name, small.spoiled(change), expectation)
    }
}
