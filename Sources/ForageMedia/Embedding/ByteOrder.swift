extension FixedWidthInteger {
    var bigEndianBytes: [UInt8] {
        stride(from: bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> $0) }
    }

    var littleEndianBytes: [UInt8] { bigEndianBytes.reversed() }
}

extension Sequence<UInt8> {
    /// The number that the bytes are, the greatest first.
    var bigEndianNumber: Int { reduce(0) { $0 << 8 | Int($1) } }
}
