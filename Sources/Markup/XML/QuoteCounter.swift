/// Counts the quotation marks of a document, of which no more are read than the parser can bear.
///
/// In UTF-16 it counts characters: many letters have a byte like theirs.
struct QuoteCounter {
    private var count = 0
    private var units: UTF16Units?

    /// Starts with the first bytes of the document.
    init(startingWith bytes: [UInt8]) {
        units = UTF16Units(startingWith: bytes)
        _ = bytes.withUnsafeBytes { read($0) }
    }

    /// Counts on up to the first mark that is too many; how many bytes stand before that.
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

    /// The parser compares each attribute with all before it, and reports none until the tag ends.
    static let limit = 16_000
}

extension UnsafeRawBufferPointer {
    var quoteCount: Int {
        var count = 0
        // In runs whose count fits a byte, so that the compiler counts many bytes at a time, and none of each run singly.
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
    /// Whether a document in the encoding of this name has its quotation marks as bytes that can be counted.
    ///
    /// In the others (UTF-7 and EBCDIC among them) a mark may be written otherwise, so they get less room.
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
