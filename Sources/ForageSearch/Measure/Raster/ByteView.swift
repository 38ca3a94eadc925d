/// Bytes that come from a stranger: what is not there reads as nil.
struct ByteView {
    private let bytes: ArraySlice<UInt8>

    init(_ bytes: some Sequence<UInt8>) { self.bytes = ArraySlice(bytes) }

    var count: Int { bytes.count }

    func byte(_ offset: Int) -> Int? {
        offset >= 0 && offset < bytes.count ? Int(bytes[bytes.startIndex + offset]) : nil
    }

    /// A number, most important byte first.
    func big(_ offset: Int, _ byteCount: Int) -> Int? { number(offset, byteCount) { $0 } }

    /// A number, least important byte first.
    func little(_ offset: Int, _ byteCount: Int) -> Int? {
        number(offset, byteCount) { byteCount - 1 - $0 }
    }

    func has(_ text: StaticString, at offset: Int) -> Bool {
        text.withUTF8Buffer { wanted in
            wanted.indices.allSatisfy { byte(offset + $0) == Int(wanted[$0]) }
        }
    }

    private func number(_ offset: Int, _ byteCount: Int, place: (Int) -> Int) -> Int? {
        var value = 0
        for index in 0..<byteCount {
            guard let byte = byte(offset + place(index)) else { return nil }
            value = value << 8 | byte
        }
        return value
    }
}
