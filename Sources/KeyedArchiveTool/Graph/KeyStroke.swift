/// A key and the keys that are held with it, as menus show them: `⌥⌘K`.
///
/// The numbers of keys are those of `Events.h` of Apple's HIToolbox, `kVK_…`; letters are those of an American
/// keyboard. The numbers of the modifier keys are those of `NSEvent.ModifierFlags`.
struct KeyStroke {
    let text: String

    /// Creates a key stroke; nil for a key with an unknown number.
    init?(key: Int64, modifiers: Int64) {
        guard let name = Self.names[key] else { return nil }
        let held = Self.modifiers.filter { modifiers & $0.flag != 0 }.map(\.symbol).joined()
        text = held + name
    }

    /// In the order of menus.
    private static let modifiers: [(flag: Int64, symbol: String)] = [
        (1 << 18, "⌃"), (1 << 19, "⌥"), (1 << 17, "⇧"), (1 << 20, "⌘"),
    ]

    private static let names: [Int64: String] = {
        var names: [Int64: String] = [
            0x24: "↩", 0x30: "⇥", 0x31: "Space", 0x32: "`", 0x33: "⌫", 0x35: "⎋", 0x72: "Help", 0x73: "↖", 0x74: "⇞",
            0x75: "⌦", 0x77: "↘", 0x79: "⇟", 0x7B: "←", 0x7C: "→", 0x7D: "↓", 0x7E: "↑",
            // Keys of the keypad.
            0x41: ".", 0x43: "*", 0x45: "+", 0x47: "⌧", 0x4B: "/", 0x4C: "⌤", 0x4E: "-", 0x51: "=", 0x5B: "8",
            0x5C: "9",
        ]
        // The key of Return is above.
        for (key, letter) in zip(Int64(0)..., "ASDFHGZXCV§BQWERYT123465=97-80]OU[IP LJ'K;\\,/NM.") where letter != " " {
            names[key] = String(letter)
        }
        for digit: Int64 in 0...7 { names[0x52 + digit] = "\(digit)" }
        let functionKeys: [Int64] = [
            0x7A, 0x78, 0x63, 0x76, 0x60, 0x61, 0x62, 0x64, 0x65, 0x6D, 0x67, 0x6F, 0x69, 0x6B, 0x71, 0x6A, 0x40, 0x4F,
            0x50, 0x5A,
        ]
        for (number, key) in functionKeys.enumerated() { names[key] = "F\(number + 1)" }
        return names
    }()
}
