/// Bytes that are looked at together: eight as an integer, or several such integers.
///
/// A finding is the highest bit of the byte that it is about; the other bits say nothing. Of the findings in an
/// integer the lowest counts: borrows and carries can falsify only those above it.
@usableFromInline
package protocol ByteGroup {
    /// One byte in every place.
    static func each(_ byte: UInt8) -> Self

    static func & (left: Self, right: Self) -> Self
    static func | (left: Self, right: Self) -> Self
    static func ^ (left: Self, right: Self) -> Self
    static func &+ (left: Self, right: Self) -> Self
    static func &- (left: Self, right: Self) -> Self
}

extension ByteGroup {
    /// Control characters and what is not ASCII.
    @inlinable
    @inline(__always)
    package var unprintable: Self { (self &- .each(0x20)) | self }

    /// The places of one byte, and of some that are not ASCII.
    @inlinable
    @inline(__always)
    package func places(of byte: UInt8) -> Self { (self ^ .each(byte)) &- .each(1) }
}

extension UInt64: ByteGroup {
    @inlinable
    @inline(__always)
    package static func each(_ byte: UInt8) -> Self { 0x0101_0101_0101_0101 &* UInt64(byte) }

    /// The findings alone.
    @inlinable
    @inline(__always)
    package var findings: UInt64 { self & .each(0x80) }
}

extension SIMD4<UInt64>: ByteGroup {
    @inlinable
    @inline(__always)
    package static func each(_ byte: UInt8) -> Self { Self(repeating: .each(byte)) }

    /// Whether any byte is found.
    @inlinable
    @inline(__always)
    package var hasFindings: Bool { (self[0] | self[1] | self[2] | self[3]).findings != 0 }
}

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

/// The bytes that a text is looked through for.
@usableFromInline
package protocol SearchedBytes {
    /// Those in a group that may be sought, as findings. None may be missing.
    static func findings<Group: ByteGroup>(in group: Group) -> Group

    /// Whether one is sought.
    static func contain(_ byte: UInt8) -> Bool
}

extension Span<UInt8> {
    /// Looks for a byte eight at a time while it can, and more in long texts.
    ///
    /// - Returns: The first place at or behind the start where one that is sought stands; the end where there is none.
    @inlinable
    @inline(__always)
    package func firstPlace<Sought: SearchedBytes>(of sought: Sought.Type, from start: Int) -> Int {
        var place = start
        while place <= count &- 8 {
            let found = Sought.findings(in: eightBytes(at: place)).findings
            if found == 0 {
                place &+= 8
                // Most texts end sooner; those that don't are worth larger steps.
                if place &- start == 32 { place = skippingLongText(without: sought, from: place) }
                continue
            }
            place &+= found.trailingZeroBitCount / 8
            if Sought.contain(self[place]) { return place }
            place &+= 1
        }
        while place < count, !Sought.contain(self[place]) { place &+= 1 }
        return place
    }

    /// Skips bytes of which none is sought, thirty-two at a time.
    @inlinable
    @inline(never)
    package func skippingLongText<Sought: SearchedBytes>(without sought: Sought.Type, from start: Int) -> Int
    {
        var place = start
        while place <= count &- 32, !Sought.findings(in: thirtyTwoBytes(at: place)).hasFindings {
            place &+= 32
        }
        return place
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
