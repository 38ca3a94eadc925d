/// Bytes of a text, looked through where they lie.
///
/// Answers hold thousands of addresses and words; a text's own views check every step they take.
extension Span<UInt8> {
    @inlinable
    package func allSatisfy(_ isFit: (UInt8) -> Bool) -> Bool {
        for index in indices where !isFit(self[index]) { return false }
        return true
    }

    /// The first fitting byte at or behind a place.
    @inlinable
    package func firstIndex(from start: Int = 0, where isFit: (UInt8) -> Bool) -> Int? {
        var index = start
        while index < count {
            if isFit(self[index]) { return index }
            index += 1
        }
        return nil
    }

    /// The last fitting byte before a place.
    @inlinable
    package func lastIndex(before end: Int, where isFit: (UInt8) -> Bool) -> Int? {
        var index = end
        while index > 0 {
            index -= 1
            if isFit(self[index]) { return index }
        }
        return nil
    }

    /// The text that the bytes are in UTF-8.
    @inlinable
    package var text: String { withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) } }
}
