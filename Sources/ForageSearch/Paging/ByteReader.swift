/// Reads the output of ``ByteWriter`` from untrusted bytes; returns nil for invalid input.
struct ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func integer(byteCount: Int) -> UInt64? {
        guard let bytes = take(byteCount) else { return nil }
        return bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func number(in range: ClosedRange<Int>) -> Int? {
        var number = 0
        for place in 0..<4 {
            guard let byte = rest.popFirst() else { return nil }
            number |= Int(byte & 0x7F) << (7 * place)
            if byte & 0x80 == 0 { return range.contains(number) ? number : nil }
        }
        return nil
    }

    mutating func text(atMost greatestByteCount: Int) -> String? {
        guard let count = number(in: 0...greatestByteCount), let bytes = take(count) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    mutating func list<Element>(
        atMost greatestCount: Int, of element: (inout ByteReader) -> Element?
    ) -> [Element]? {
        guard let count = number(in: 0...greatestCount) else { return nil }
        var elements: [Element] = []
        for _ in 0..<count {
            guard let element = element(&self) else { return nil }
            elements.append(element)
        }
        return elements
    }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}

/// Writes a cursor's numbers and texts as bytes.
struct ByteWriter {
    var bytes: [UInt8] = []

    /// Appends the lowest bytes of a number, in little-endian order.
    mutating func append(_ number: UInt64, byteCount: Int) {
        for place in 0..<byteCount { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(place)))) }
    }

    /// Appends a nonnegative number, 7 bits per byte and the lowest first; the last byte has no high bit.
    mutating func append(_ number: Int) {
        var rest = UInt(number)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Appends a text after its length.
    mutating func append(_ text: String) {
        append(text.utf8.count)
        bytes += text.utf8
    }
}
