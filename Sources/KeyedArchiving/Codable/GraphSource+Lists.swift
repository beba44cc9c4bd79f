internal import PropertyLists

// Lists of the commonest types, as a whole.

extension GraphSource {
    /// The elements of an array if all are strings.
    func strings(_ value: GraphValue) throws(ArchiveError) -> [String]? {
        guard case .stored(let run) = try elements(of: value) else { return nil }
        var strings: [String] = []
        strings.reserveCapacity(run.count)
        for position in 0..<run.count {
            let element = try self.value(at: reader.unchecked(position, of: run))
            guard let string = try string(element) else { return nil }
            strings.append(string)
        }
        return strings
    }

    /// The elements of an array if all are integers.
    func integers(_ value: GraphValue) throws(ArchiveError) -> [Int]? {
        guard case .stored(let run) = try elements(of: value) else { return nil }
        var integers: [Int] = []
        integers.reserveCapacity(run.count)
        for position in 0..<run.count {
            let element = try self.value(at: reader.unchecked(position, of: run))
            guard let integer = try integer(element, as: Int.self) else { return nil }
            integers.append(integer)
        }
        return integers
    }

    /// The elements of an array if all are reals.
    func reals(_ value: GraphValue) throws(ArchiveError) -> [Double]? {
        guard case .stored(let run) = try elements(of: value) else { return nil }
        var reals: [Double] = []
        reals.reserveCapacity(run.count)
        for position in 0..<run.count {
            let element = try self.value(at: reader.unchecked(position, of: run))
            guard let real = try real(element, as: Double.self) else { return nil }
            reals.append(real)
        }
        return reals
    }
}
