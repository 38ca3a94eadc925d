// Any bytes are an integer, and the loads check their bounds themselves.
extension Span<UInt8> {
    /// Eight bytes, the first in the lowest bits.
    @inlinable
    @inline(__always)
    package func eightBytes(at place: Int) -> UInt64 {
        UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self))
    }

    /// Thirty-two bytes, of which it can be told whether something is among them, but not where.
    @inlinable
    @inline(__always)
    package func thirtyTwoBytes(at place: Int) -> SIMD4<UInt64> {
        bytes.unsafeLoadUnaligned(fromByteOffset: place, as: SIMD4<UInt64>.self)
    }

    /// Whether there is nothing but printable ASCII with single spaces, as in most texts.
    package var hasSingleSpaces: Bool {
        var place = 0
        while place <= count &- 33 {
            let findings = thirtyTwoBytes(at: place).unfit(before: thirtyTwoBytes(at: place &+ 1))
            if findings.hasFindings { return false }
            place &+= 32
        }
        while place <= count &- 9 {
            if eightBytes(at: place).unfit(before: eightBytes(at: place &+ 1)).findings != 0 { return false }
            place &+= 8
        }
        while place < count {
            guard (0x20..<0x80).contains(self[place]),
                place == 0 || self[place] != .space || self[place &- 1] != .space
            else { return false }
            place &+= 1
        }
        return true
    }
}

extension ByteGroup {
    /// What is not printable ASCII, and spaces in front of a space; the other group begins a byte later.
    @inline(__always)
    fileprivate func unfit(before next: Self) -> Self {
        unprintable | ((notSpaces | next.notSpaces) ^ .each(0xFF))
    }

    /// What is no space, of bytes that are all ASCII.
    @inline(__always)
    private var notSpaces: Self { (self ^ .each(.space)) &+ .each(0x7F) }
}

extension UInt8 {
    fileprivate static var space: UInt8 { 0x20 }
}
