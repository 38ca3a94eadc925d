/// Counts the quotation marks of a document, so that the parser receives only as many as it can process quickly.
///
/// In UTF-16 it counts characters, because many letters contain the same byte.
struct QuoteCounter {
    private var count = 0
    private var units: UTF16Units?

    /// Creates a counter from the first bytes of the document.
    init(startingWith bytes: [UInt8]) {
        units = UTF16Units(startingWith: bytes)
        _ = bytes.withUnsafeBytes { read($0) }
    }

    /// Counts up to the first quotation mark over the limit, and returns the number of bytes before it.
    mutating func read(_ bytes: UnsafeRawBufferPointer) -> Int {
        if units == nil {
            let count = self.count + bytes.quoteCount
            if count <= Self.limit {
                self.count = count
                return bytes.count
            }
        }
        return readSingly(bytes)
    }

    private mutating func readSingly(_ bytes: UnsafeRawBufferPointer) -> Int {
        for (place, byte) in bytes.enumerated() {
            let character = units == nil ? byte : units?.character(endingWith: byte)
            guard character?.isQuote == true else { continue }
            if count == Self.limit { return place }
            count += 1
        }
        return bytes.count
    }

    /// The maximum number. The parser compares each attribute with all previous ones, and reports none until the tag
    /// ends.
    static let limit = 16_000
}

extension UnsafeRawBufferPointer {
    var quoteCount: Int {
        var count = 0
        // The bytes are counted in runs whose count fits in a byte, so that the compiler can vectorize the loop. The
        // length of a run is a multiple of the vector size.
        for start in stride(from: 0, to: self.count, by: 224) {
            var few: UInt8 = 0
            for index in start..<Swift.min(start + 224, self.count) {
                let byte = self[index]
                few &+= (byte == UInt8(ascii: "\"") ? 1 : 0) &+ (byte == UInt8(ascii: "'") ? 1 : 0)
            }
            count += Int(few)
        }
        return count
    }
}

extension UInt8 {
    var isQuote: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }
}

extension String {
    /// Indicates whether quotation marks in an encoding can be counted as bytes.
    ///
    /// In other encodings, such as UTF-7 and EBCDIC, a mark may have other bytes, so a lower size limit applies.
    var showsQuotes: Bool {
        let name = lowercased()
        return Self.families.contains { name.hasPrefix($0) }
    }

    private static let families = [
        "utf-8", "utf8", "utf-16", "utf16", "us-ascii", "ascii", "iso-8859", "iso8859", "iso_8859", "latin",
        "l1", "l2", "l3", "l4", "l5", "l6", "l7", "l8", "windows-", "cp125", "cp437", "ibm437", "cp850",
        "ibm850", "cp852", "ibm852", "cp866", "ibm866", "koi8", "macintosh", "tis-620", "shift_jis", "sjis",
        "ms_kanji", "cp932", "ibm932", "ms932", "euc-", "uhc", "cp949", "gb", "big5",
    ]
}
