internal import PropertyLists

// How work on an archive is charged.

extension Budget {
    /// Charges going through a container: a step for it, and one for each look at each of its members.
    ///
    /// Every walk over the objects of an archive charges here. Many entries of a hostile file can be one container, and
    /// many containers can overlap, so that the work of a walk isn't in proportion to the size of the file.
    ///
    /// - Parameters:
    ///   - count: How many fields, or members, there are.
    ///   - looks: The number of times that the walk visits each.
    mutating func step(through count: Int, looks: Int = 1) throws(ArchiveError) {
        try step(count.multipliedOrMaximum(by: looks).addingOrMaximum(1))
    }
}
