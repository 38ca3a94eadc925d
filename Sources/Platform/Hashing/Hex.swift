extension Collection<UInt8> {
    /// Two digits a byte, as digests are written.
    @inlinable
    package var hex: String {
        String(unsafeUninitializedCapacity: 2 * count) { digits in
            var place = 0
            for byte in self {
                digits.initializeElement(at: place, to: (byte >> 4).hexDigit)
                digits.initializeElement(at: place + 1, to: (byte & 15).hexDigit)
                place += 2
            }
            return place
        }
    }
}

extension UInt8 {
    @inlinable var hexDigit: UInt8 {
        self < 10 ? UInt8(ascii: "0") + self : UInt8(ascii: "a") - 10 + self
    }
}
