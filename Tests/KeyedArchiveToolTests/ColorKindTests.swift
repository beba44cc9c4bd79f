import KeyedArchiving
import SequentialArchives
import TestSupport
import Testing

/// Keyed and sequential archives say how a color is given by the same number.
///
/// The modules don't share a table: `PropertyLists`, which both rest on, knows nothing of colors.
@Suite struct ColorKindTests {
    @Test(.rows)
    func `a kind of color has the same number and as many components in both`() {
        forEachRow(0...7) { (number: Int) in
            let keyed = ColorFields.Kind(rawValue: number)
            // A sequential archive has the opacity among the components, and three objects for a name.
            let types = keyed.map { $0.components.map { String(repeating: "f", count: $0.count + 1) } ?? "@@@" }
            #expect(SequentialColor.Kind(rawValue: number)?.types == types)
        }
    }
}
