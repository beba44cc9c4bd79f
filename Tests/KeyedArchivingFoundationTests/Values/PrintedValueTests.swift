import KeyedArchiving
import KeyedArchivingFoundation
import TestSupport
import Testing

/// What `print` and the debugger show of values with classes of Foundation and of the frameworks above it.
struct PrintedValueTests {
    @Test func `text, fonts, colors and errors print a line`() {
        expectRows {
            ("\(ArchivedAttributedString("Ada", attributes: [], runs: []))", "NSAttributedString \"Ada\"")
            ("\(ArchivedFont(name: "Menlo", size: 12))", "NSFont \"Menlo\" 12.0")
            ("\(ArchivedNSError(domain: "NSCocoaErrorDomain", code: 260))", "NSError NSCocoaErrorDomain 260")
            ("\(ArchivedColor.components(ColorComponents(.calibratedWhite, [0.5])))", "calibrated gray 0.5")
        }
    }
}
