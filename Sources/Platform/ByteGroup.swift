/// A group of bytes that are examined together: one integer of eight bytes, or several such integers.
///
/// A match is marked by the highest bit of its byte; the other bits are undefined. Only the lowest match in an integer
/// is reliable, because borrows and carries can cause false matches above it.
@usableFromInline
package protocol ByteGroup {
    /// Returns a group that contains the same byte everywhere.
    static func each(_ byte: UInt8) -> Self

    static func & (left: Self, right: Self) -> Self
    static func | (left: Self, right: Self) -> Self
    static func ^ (left: Self, right: Self) -> Self
    static func &+ (left: Self, right: Self) -> Self
    static func &- (left: Self, right: Self) -> Self
}

extension ByteGroup {
    /// The marks of control characters and of bytes that are not ASCII.
    @inlinable
    @inline(__always)
    package var unprintable: Self { (self &- .each(0x20)) | self }

    /// Marks the positions of a byte, and possibly of bytes that are not ASCII.
    @inlinable
    @inline(__always)
    package func places(of byte: UInt8) -> Self { (self ^ .each(byte)) &- .each(1) }
}

extension UInt64: ByteGroup {
    @inlinable
    @inline(__always)
    package static func each(_ byte: UInt8) -> Self { 0x0101_0101_0101_0101 &* UInt64(byte) }

    /// The marks without the undefined bits.
    @inlinable
    @inline(__always)
    package var findings: UInt64 { self & .each(0x80) }
}

extension SIMD4<UInt64>: ByteGroup {
    @inlinable
    @inline(__always)
    package static func each(_ byte: UInt8) -> Self { Self(repeating: .each(byte)) }

    /// Indicates whether any byte is marked.
    @inlinable
    @inline(__always)
    package var hasFindings: Bool { (self[0] | self[1] | self[2] | self[3]).findings != 0 }
}

// Any eight bytes form a valid integer, and the loads check their bounds.
extension Span<UInt8> {
    /// Returns eight bytes, with the first in the lowest bits.
    @inlinable
    @inline(__always)
    package func eightBytes(at place: Int) -> UInt64 {
        UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self))
    }

    /// Returns thirty-two bytes. Such a group shows whether there is a match, but not its position.
    @inlinable
    @inline(__always)
    package func thirtyTwoBytes(at place: Int) -> SIMD4<UInt64> {
        bytes.unsafeLoadUnaligned(fromByteOffset: place, as: SIMD4<UInt64>.self)
    }

    /// Indicates whether the text is printable ASCII with single spaces only, like most texts.
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

/// A set of bytes for which a text is searched.
@usableFromInline
package protocol SearchedBytes {
    /// Marks the matching bytes in a group. False matches are permitted, missing ones are not.
    static func findings<Group: ByteGroup>(in group: Group) -> Group

    /// Indicates whether a byte is in the set.
    static func contain(_ byte: UInt8) -> Bool
}

extension Span<UInt8> {
    /// Searches for a byte in groups of eight, and in larger groups in long texts.
    ///
    /// - Returns: The first position at or after the start with a matching byte, or the end if there is none.
    @inlinable
    @inline(__always)
    package func firstPlace<Sought: SearchedBytes>(of sought: Sought.Type, from start: Int) -> Int {
        var place = start
        while place <= count &- 8 {
            let found = Sought.findings(in: eightBytes(at: place)).findings
            if found == 0 {
                place &+= 8
                // Most texts end earlier. For longer texts, larger groups are faster.
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

    /// Skips groups of thirty-two bytes without a match.
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
    /// Marks bytes that are not printable ASCII, and spaces before a space. The other group starts one byte later.
    @inline(__always)
    fileprivate func unfit(before next: Self) -> Self {
        unprintable | ((notSpaces | next.notSpaces) ^ .each(0xFF))
    }

    /// The marks of bytes that are not spaces, if all bytes are ASCII.
    @inline(__always)
    private var notSpaces: Self { (self ^ .each(.space)) &+ .each(0x7F) }
}

extension UInt8 {
    fileprivate static var space: UInt8 { 0x20 }
}
