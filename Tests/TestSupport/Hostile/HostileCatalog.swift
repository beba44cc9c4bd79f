/// The catalog of hostile inputs: 108 rows, each tried by at least one test target.
package enum HostileCatalog {
    /// How many rows there are.
    package static let rowCount = 108

    /// A part of the catalog, by the test target that has its rows.
    package enum Part: CaseIterable, Sendable {
        /// Binary property lists.
        case binary
        /// XML property lists.
        case xml
        /// Archives, types, limits and the writer.
        case archives
        /// What objects of Foundation's classes hold.
        case payloads
    }

    /// The rows of each part.
    package static func rows(of part: Part) -> Set<Int> {
        switch part {
        case .binary: Set(1...56)
        case .xml: Set(57...65)
        case .archives: Set(66...92).union(105...108)
        case .payloads: Set(93...104)
        }
    }

    /// How many inputs a row has at least: as many as the catalog names, each with its own separator there.
    package static let leastInputCounts: [Int: Int] = [
        1: 42, 2: 4, 3: 3, 4: 6, 5: 3, 6: 3, 7: 3, 8: 3, 9: 9, 10: 1, 11: 2, 12: 2, 13: 2, 14: 7, 15: 1, 16: 1,
        17: 8, 18: 2, 19: 3, 20: 1, 21: 2, 22: 4, 23: 9, 24: 256, 25: 20, 26: 5, 27: 3, 28: 11, 29: 4, 30: 4, 31: 4,
        32: 2, 33: 19, 34: 3, 35: 1, 36: 1, 37: 4, 38: 1, 39: 4, 40: 3, 41: 2, 42: 1, 43: 2, 44: 3, 45: 2, 46: 1,
        47: 3, 48: 7, 49: 2, 50: 2, 51: 3, 52: 1, 53: 5, 54: 2, 55: 1, 56: 2,
        57: 4, 58: 5, 59: 5, 60: 5, 61: 3, 62: 4, 63: 5, 64: 4, 65: 3,
        66: 1, 67: 3, 68: 4, 69: 4, 70: 5, 71: 3, 72: 1, 73: 3, 74: 7, 75: 5, 76: 6, 77: 1, 78: 3, 79: 1, 80: 1,
        81: 4, 82: 1, 83: 1, 84: 1, 85: 1, 86: 1, 87: 1, 88: 3, 89: 4, 90: 4, 91: 3, 92: 3,
        93: 4, 94: 3, 95: 4, 96: 2, 97: 3, 98: 3, 99: 2, 100: 3, 101: 1, 102: 4, 103: 3, 104: 5,
        105: 100, 106: 18, 107: 7, 108: 3,
    ]
}
