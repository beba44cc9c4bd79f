/// A small sequential archive with a value of every type.
package enum SequentialSeed {
    package static let bytes: [UInt8] = {
        var bytes: [UInt8] = [4, 11] + Array("streamtyped".utf8) + [0x81, 0xE8, 0x03]
        func string(_ text: String) -> [UInt8] { [0x84, UInt8(text.utf8.count)] + Array(text.utf8) }
        bytes += string("@") + [0x84, 0x84] + string("NSMutableString") + [1, 0x84] + string("NSString") + [1, 0x84]
        bytes += string("NSObject") + [0, 0x85] + string("+") + [3] + Array("abc".utf8) + [0x86]
        bytes += string("iIsSqQ") + [1, 0x81, 0, 2, 3, 0xFF, 0x87, 1, 2, 3, 4, 5, 6, 7, 8, 5]
        bytes += string("*@#:%") + [0x84] + string("x") + [0x92, 0x93] + string("copy:") + [0x85]
        bytes += string("[2{a=fd}][3c]!") + [0x83, 0, 0, 0xC0, 0x3F, 2, 3, 4, 1, 2, 3]
        return bytes
    }()
}
