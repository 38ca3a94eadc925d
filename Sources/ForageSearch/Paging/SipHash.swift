/// SipHash-2-4: a short code of a message that nobody can make who does not have the key.
package struct SipHash: Sendable {
    private let low: UInt64
    private let high: UInt64

    /// The two halves of the key.
    package init(_ low: UInt64, _ high: UInt64) {
        self.low = low
        self.high = high
    }

    package func of(_ message: ArraySlice<UInt8>) -> UInt64 {
        var state = State(low, high)
        var rest = message
        while rest.count >= 8 {
            state.take(Self.word(rest.prefix(8)))
            rest = rest.dropFirst(8)
        }
        state.take(Self.word(rest) | UInt64(message.count & 0xFF) << 56)
        return state.end()
    }

    private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private struct State {
        private var a, b, c, d: UInt64

        init(_ low: UInt64, _ high: UInt64) {
            a = low ^ 0x736f_6d65_7073_6575
            b = high ^ 0x646f_7261_6e64_6f6d
            c = low ^ 0x6c79_6765_6e65_7261
            d = high ^ 0x7465_6462_7974_6573
        }

        mutating func take(_ word: UInt64) {
            d ^= word
            mix()
            mix()
            a ^= word
        }

        mutating func end() -> UInt64 {
            c ^= 0xFF
            for _ in 0..<4 { mix() }
            return a ^ b ^ c ^ d
        }

        private mutating func mix() {
            a &+= b
            b = b.turned(by: 13) ^ a
            a = a.turned(by: 32)
            c &+= d
            d = d.turned(by: 16) ^ c
            a &+= d
            d = d.turned(by: 21) ^ a
            c &+= b
            b = b.turned(by: 17) ^ c
            c = c.turned(by: 32)
        }
    }
}

extension UInt64 {
    fileprivate func turned(by count: UInt64) -> UInt64 { self << count | self >> (64 - count) }
}
