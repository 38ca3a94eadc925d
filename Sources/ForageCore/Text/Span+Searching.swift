/// Searches in the bytes of a text without copying them.
///
/// Responses contain thousands of addresses and words; the standard library's views of a string check every step.
extension Span<UInt8> {
    @inlinable
    package func allSatisfy(_ isFit: (UInt8) -> Bool) -> Bool {
        for index in indices where !isFit(self[index]) { return false }
        return true
    }

    /// Returns the first matching byte's index, from a start index.
    @inlinable
    package func firstIndex(from start: Int = 0, where isFit: (UInt8) -> Bool) -> Int? {
        var index = start
        while index < count {
            if isFit(self[index]) { return index }
            index += 1
        }
        return nil
    }

    /// Returns the last matching byte's index before an end index.
    @inlinable
    package func lastIndex(before end: Int, where isFit: (UInt8) -> Bool) -> Int? {
        var index = end
        while index > 0 {
            index -= 1
            if isFit(self[index]) { return index }
        }
        return nil
    }

    /// Indicates whether a text is at an index; false if there are too few bytes.
    @inlinable
    package func holds(_ text: StaticString, at start: Int) -> Bool {
        guard start >= 0, text.utf8CodeUnitCount <= count - start else { return false }
        return text.withUTF8Buffer { text in text.indices.allSatisfy { self[start + $0] == text[$0] } }
    }

    /// Indicates whether other bytes are at an index.
    @inlinable
    package func holds(_ other: Span<UInt8>, at start: Int) -> Bool {
        guard start >= 0, other.count <= count - start else { return false }
        for index in other.indices where self[start + index] != other[index] { return false }
        return true
    }

    /// The bytes decoded as UTF-8.
    @inlinable
    package var text: String { withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) } }
}

extension UInt8 {
    var isLowercaseLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
    var isUppercaseLetter: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
    /// The byte in lower case if it is a letter, otherwise unchanged.
    var inLowerCase: UInt8 { isUppercaseLetter ? self | 0x20 : self }
    var isLetter: Bool { isLowercaseLetter || isUppercaseLetter }
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
