/// The bytes that a text is looked through for.
@usableFromInline
package protocol SoughtBytes {
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
    package func firstPlace<Sought: SoughtBytes>(of sought: Sought.Type, from start: Int) -> Int {
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
    package func skippingLongText<Sought: SoughtBytes>(without sought: Sought.Type, from start: Int) -> Int {
        var place = start
        while place <= count &- 32, !Sought.findings(in: thirtyTwoBytes(at: place)).hasFindings {
            place &+= 32
        }
        return place
    }
}
