extension Collection<UInt8> {
    /// Two digits a byte, as digests are written.
    package var hex: String {
        String(unsafeUninitializedCapacity: 2 * count) { digits in
            for (place, byte) in enumerated() {
                digits.initializeElement(at: 2 * place, to: digit(byte >> 4))
                digits.initializeElement(at: 2 * place + 1, to: digit(byte & 15))
            }
            return 2 * count
        }
    }
}

private func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
}
