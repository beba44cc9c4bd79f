import PropertyLists
import TestSupport
import Testing

/// Names of Swift classes as Apple's runtime has them.
///
/// What they mean is what `swift demangle` prints, with arrays and optionals by their names, as `String(reflecting:)` has
/// them, and without the file of a private type.
@Suite struct MangledClassNameTests {
    private static let rows = [
        ("_TtC3App6Person", "App.Person"),
        ("_TtCC3App5Outer5Inner", "App.Outer.Inner"),
        ("_TtCV3App5Outer5Inner", "App.Outer.Inner"),
        ("_TtCOVC3App1A1B1C1D", "App.A.B.C.D"),
        ("_TtC3AppP33_0123456789ABCDEF0123456789ABCDEF6Secret", "App.Secret"),
        ("_TtGC3App3BoxSi_", "App.Box<Swift.Int>"),
        ("_TtGC3App4PairSSSb_", "App.Pair<Swift.String, Swift.Bool>"),
        ("_TtGC3App3BoxGSaSd__", "App.Box<Swift.Array<Swift.Double>>"),
        ("_TtGC3App3BoxGSqCS_4Item__", "App.Box<Swift.Optional<App.Item>>"),
        ("_TtGCC3App5Outer5InnerSi__", "App.Outer<Swift.Int>.Inner"),
        ("_TtGC3App3BoxCSo8NSString_", "App.Box<__C.NSString>"),
        ("_TtCs12_SwiftObject", "Swift._SwiftObject"),
        ("_TtGC3App3BoxS0__", "App.Box<App.Box>"),
    ]

    @Test func `a mangled name is that of the class in its source`() {
        for (mangled, readable) in Self.rows { #expect(MangledClassName.readable(mangled) == readable, "\(mangled)") }
    }

    @Test func `names that aren't mangled or understood have no other form, and none is beyond its bounds`() {
        let names = [
            "", "NSString", "App.Person", "_Tt", "_TtC", "_TtC3", "_TtC3Ap", "_TtC3App", "_TtC3App0",
            "_TtC3App6Person_",
            "_TtC99999999999999999999App1A", "_TtC3App-1A", "_TtS_", "_TtGC3App3Box", "_TtGC3App3BoxSi", "_TtSZ_",
            "_TtS9_",
            "_TtCF3App3fooFT_T_L_5Local", "_TtC3AppX4aaaa", "_TtGC3App3BoxS" + String(repeating: "Z", count: 40) + "__",
            "_TtC3App" + "1000" + String(repeating: "a", count: 1000),
            "_Tt" + String(repeating: "C", count: 500) + "1A1B",
        ]
        for name in names { #expect(MangledClassName.readable(name) == nil, "\(name)") }
        // Each argument is twice as long as the one before.
        var name = "_TtGC1A1BS0_S0__"
        for _ in 0..<20 { name = "_TtGC1A1B" + name.dropFirst(3) + "S1_S2__" }
        #expect((MangledClassName.readable(name) ?? "").utf8.count <= 2 * MangledClassName.maximumLength)
    }
}
