internal import ForageCore

/// Reads what ``ReadingWriter`` wrote, from bytes that may be anything.
struct ReadingReader {
    /// The bytes are not what was written.
    struct Damage: Error {}

    private let bytes: [UInt8]
    private var place: Int
    private var texts: [String] = []
    /// The addresses that some of the texts are, once they were checked.
    private var urls: [WebURL?] = []

    init(_ bytes: [UInt8], from start: Int) {
        self.bytes = bytes
        place = start
    }

    var isAtEnd: Bool { place == bytes.count }

    mutating func count() throws(Damage) -> Int {
        var number = 0
        for shift in stride(from: 0, to: 35, by: 7) {
            guard place < bytes.count else { throw Damage() }
            let byte = bytes[place]
            place += 1
            number |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return number }
        }
        throw Damage()
    }

    mutating func word() throws(Damage) -> UInt64 {
        guard bytes.count - place >= 8 else { throw Damage() }
        defer { place += 8 }
        return (0..<8).reduce(0) { $0 | UInt64(bytes[place + $1]) << (8 * UInt64($1)) }
    }

    mutating func text() throws(Damage) -> String? { try textNumber().map { texts[$0] } }

    mutating func requiredText() throws(Damage) -> String { try required(text()) }

    mutating func url() throws(Damage) -> WebURL? {
        guard let number = try textNumber() else { return nil }
        if let url = urls[number] { return url }
        guard let url = WebURL(texts[number]) else { throw Damage() }
        urls[number] = url
        return url
    }

    mutating func requiredURL() throws(Damage) -> WebURL { try required(url()) }

    mutating func integer() throws(Damage) -> Int? {
        try optional { (reader) throws(Damage) in Int(truncatingIfNeeded: try reader.word()) }
    }

    mutating func double() throws(Damage) -> Double? {
        try optional { (reader) throws(Damage) in Double(bitPattern: try reader.word()) }
    }

    /// Reads what may be missing.
    mutating func optional<Value>(
        _ read: (inout ReadingReader) throws(Damage) -> Value
    ) throws(Damage) -> Value? {
        try count() == 0 ? nil : try read(&self)
    }

    mutating func list<Value>(
        _ read: (inout ReadingReader) throws(Damage) -> Value
    ) throws(Damage) -> [Value] {
        let count = try count()
        // Each takes a byte at least.
        guard count <= bytes.count - place else { throw Damage() }
        var values: [Value] = []
        values.reserveCapacity(count)
        for _ in 0..<count { values.append(try read(&self)) }
        return values
    }

    func required<Value>(_ value: Value?) throws(Damage) -> Value {
        guard let value else { throw Damage() }
        return value
    }

    /// Which of the texts it is; nil for none.
    private mutating func textNumber() throws(Damage) -> Int? {
        let sign = try count()
        guard sign == 1 else {
            guard sign < texts.count + 2 else { throw Damage() }
            return sign == 0 ? nil : sign - 2
        }
        let count = try count()
        guard count <= bytes.count - place else { throw Damage() }
        texts.append(String(decoding: bytes[place..<place + count], as: UTF8.self))
        urls.append(nil)
        place += count
        return texts.count - 1
    }
}
