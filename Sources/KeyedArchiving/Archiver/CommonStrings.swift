internal import PropertyLists

/// The run-time strings that are one object in the memory of an Apple system, however often they are made.
///
/// Such strings share one entry (see ``SharingPolicy``). Short strings of common characters fit into a tagged pointer,
/// and a table holds frequent class names; everything else is made again each time. The rules and the table agree with
/// 7,685 and 7,277 class names of current archives without exception.
enum CommonStrings {
    /// The characters that fit 6 bits, most frequent first; the first 32 fit 5 bits.
    private static let alphabet = Array("eilotrm.apdnsIc ufkMShjTRxgC4013bDNvwyUL2O856P-B79AFKEWV_zGJ/HYX".utf8)

    /// The alphabet, and the characters of it that fit 5 bits.
    private static let characters = ASCIISet(alphabet)
    private static let frequentCharacters = ASCIISet(alphabet.prefix(32))

    /// Whether a string fits a tagged pointer: any ASCII up to 7 characters, 8 or 9 of the alphabet, 10 or 11 of its
    /// first 32.
    @inline(__always)
    static func isTagged(_ string: PackedString) -> Bool {
        string.count <= 7 || hasFewCharacters(string)
    }

    @inline(never)
    private static func hasFewCharacters(_ string: PackedString) -> Bool {
        let set = string.count <= 9 ? characters : frequentCharacters
        let rest = string.count &- min(8, string.count)
        return set.contains(string.count &- rest, of: string.low) && set.contains(rest, of: UInt64(string.high))
    }

    /// Whether a string fits a tagged pointer.
    static func isTagged(_ string: String) -> Bool {
        PackedString(string).map { isTagged($0) } ?? false
    }

    /// Class names that are one object on macOS although they are too long for a tagged pointer.
    static let macOSClassNames: Set<String> = [
        "NSMutableArray", "NSMutableDictionary", "NSMutableSet", "NSMutableData", "NSMutableString", "NSDictionary",
        "NSResponder", "NSTextField", "NSTextFieldCell", "NSButtonCell", "NSButtonImageSource", "NSClassSwapper",
        "NSClipView", "NSCustomObject", "NSCustomResource", "NSCustomView", "NSIBObjectData", "NSImageCell",
        "NSImageView", "NSMenuItem", "NSNibControlConnector", "NSNibOutletConnector", "NSPopUpButton",
        "NSPopUpButtonCell", "NSScrollView", "NSScroller", "NSTableColumn", "NSWindowTemplate", "NSActionCell",
        "NSArrayController", "NSBitmapImageRep", "NSColorWell", "NSIBHelpConnector", "NSLayoutConstraint",
        "NSNibBindingConnector", "NSNumberFormatter", "NSParagraphStyle", "NSMutableParagraphStyle",
        "NSProgressIndicator", "NSSearchField", "NSSearchFieldCell", "NSSegmentItem", "NSSegmentedCell",
        "NSSegmentedControl", "NSTabViewItem", "NSTableHeaderCell", "NSTableView", "NSUserDefaultsController",
        "_NSCornerView", "_NSManagedProxy",
    ]

    /// Class names that are one object on iOS, as far as archives show them.
    static let iOSClassNames: Set<String> = ["NSMutableArray", "NSMutableDictionary", "NSDictionary"]

    /// Class names that are one object on macOS before 10.10, where no string is tagged.
    static let untaggedClassNames = macOSClassNames.union([
        "NSObject", "NSArray", "NSView", "NSControl", "NSButton", "NSBox", "NSColor", "NSDate", "NSFont", "NSImage",
        "NSMenu",
        "NSSet",
    ])
}

/// Some characters of ASCII, one bit each.
private struct ASCIISet: BitwiseCopyable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init(_ characters: some Sequence<UInt8>) {
        for character in characters {
            if character < 64 { low |= 1 &<< UInt64(character) } else { high |= 1 &<< UInt64(character & 63) }
        }
    }

    /// Whether each of the first characters of a word, the lowest byte first, is one of them.
    @inline(__always)
    func contains(_ count: Int, of word: UInt64) -> Bool {
        var word = word
        for _ in 0..<count {
            let bits = word & 64 == 0 ? low : high
            guard bits &>> (word & 63) & 1 == 1 else { return false }
            word &>>= 8
        }
        return true
    }
}
