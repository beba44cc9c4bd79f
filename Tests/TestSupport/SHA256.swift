/// SHA-256 as FIPS 180-4 defines it, to compare files by their digests.
package enum SHA256 {
    /// The digest of a sequence of bytes, as lower-case hexadecimal digits.
    ///
    /// Tests run it on megabytes in a build for debugging, where pointers cost a fraction of what arrays do.
    package static func hexDigest(_ bytes: [UInt8]) -> String {
        var state: [UInt32] = [
            0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
        ]
        let padded = pad(bytes)
        var words = [UInt32](repeating: 0, count: 64)
        padded.withUnsafeBufferPointer { padded in
            words.withUnsafeMutableBufferPointer { words in
                state.withUnsafeMutableBufferPointer { state in
                    constants.withUnsafeBufferPointer { constants in
                        guard let bytes = padded.baseAddress, let words = words.baseAddress,
                            let state = state.baseAddress, let constants = constants.baseAddress
                        else { return }
                        var start = 0
                        while start < padded.count {
                            add(bytes + start, to: state, words, constants)
                            start += 64
                        }
                    }
                }
            }
        }
        return state.map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }

    /// The bytes, a 1 bit, zeros, and the length in bits, in whole blocks of 64 bytes.
    private static func pad(_ bytes: [UInt8]) -> [UInt8] {
        var padded = bytes + [0x80]
        while padded.count % 64 != 56 { padded.append(0) }
        let bitCount = UInt64(bytes.count) * 8
        return padded + (0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (56 - 8 * UInt64($0))) }
    }

    /// Adds a block of 64 bytes to the state of 8 words; `words` has room for 64.
    private static func add(
        _ block: UnsafePointer<UInt8>,
        to state: UnsafeMutablePointer<UInt32>,
        _ words: UnsafeMutablePointer<UInt32>,
        _ constants: UnsafePointer<UInt32>
    ) {
        var index = 0
        while index < 16 {
            let bytes = block + 4 &* index
            let upper = UInt32(bytes[0]) &<< 24 | UInt32(bytes[1]) &<< 16
            words[index] = upper | UInt32(bytes[2]) &<< 8 | UInt32(bytes[3])
            index &+= 1
        }
        while index < 64 {
            let (early, late) = (words[index &- 15], words[index &- 2])
            let first = rotate(early, 7) ^ rotate(early, 18) ^ early &>> 3
            let second = rotate(late, 17) ^ rotate(late, 19) ^ late &>> 10
            words[index] = words[index &- 16] &+ first &+ words[index &- 7] &+ second
            index &+= 1
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        index = 0
        while index < 64 {
            let choice = (e & f) ^ (~e & g)
            let mixed = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
            let first = h &+ mixed &+ choice &+ constants[index] &+ words[index]
            let majority = (a & b) ^ (a & c) ^ (b & c)
            let second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) &+ majority
            (h, g, f, e) = (g, f, e, d &+ first)
            (d, c, b, a) = (c, b, a, first &+ second)
            index &+= 1
        }
        state[0] = state[0] &+ a
        state[1] = state[1] &+ b
        state[2] = state[2] &+ c
        state[3] = state[3] &+ d
        state[4] = state[4] &+ e
        state[5] = state[5] &+ f
        state[6] = state[6] &+ g
        state[7] = state[7] &+ h
    }

    @inline(__always)
    private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word &>> count | word &<< (32 &- count)
    }

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}
