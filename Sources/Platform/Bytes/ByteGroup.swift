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
