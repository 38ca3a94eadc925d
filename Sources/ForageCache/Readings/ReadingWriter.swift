/// Writes facts one behind the other, as compactly as they can be read quickly: every text once.
struct ReadingWriter {
    private(set) var bytes: [UInt8] = []
    /// By their bytes: texts that mean the same may be written differently.
    private var places: [[UInt8]: Int] = [:]

    /// Adds a number that is not negative, 7 bits in a byte, the lowest first; the last has no high bit.
    mutating func append(count: Int) {
        var rest = UInt(count)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Adds eight bytes of whatever they stand for.
    mutating func append(word: UInt64) {
        for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: word >> (8 * UInt64(place)))) }
    }

    /// Adds a text, or where it stands already: nothing is 0, a new text 1, the first one 2.
    mutating func append(_ text: String?) {
        guard let text else { return append(count: 0) }
        let letters = Array(text.utf8)
        if let place = places[letters] { return append(count: place + 2) }
        places[letters] = places.count
        append(count: 1)
        append(count: letters.count)
        bytes += letters
    }

    mutating func append(_ number: Int?) {
        append(number) { $0.append(word: UInt64(bitPattern: Int64($1))) }
    }

    mutating func append(_ number: Double?) {
        append(number) { $0.append(word: $1.bitPattern) }
    }

    /// Adds what may be missing.
    mutating func append<Value>(_ value: Value?, _ write: (inout ReadingWriter, Value) -> Void) {
        append(count: value == nil ? 0 : 1)
        if let value { write(&self, value) }
    }

    mutating func append<Value>(_ values: [Value], _ write: (inout ReadingWriter, Value) -> Void) {
        append(count: values.count)
        for value in values { write(&self, value) }
    }
}
