/// Finds the start and end of the document type and of the comments before it, so that each can be passed to the parser
/// in one piece.
///
/// If they were split, libxml2 would regard a `]>` in a comment as the end of the document type, and `<!-->` as a
/// complete comment.
struct DocumentTypeScanner {
    /// The part of the document that the bytes so far lead to.
    private(set) var place = Place.before
    /// The part of the document type or comment that has been read and is being held.
    private(set) var text: [UInt8] = []
    /// The cost of the comparisons that the parser will make in it.
    private(set) var cost = EnumerationCost()

    enum Place { case before, comment, inside, after }

    /// Indicates whether the next bytes must be passed on together.
    var isHolding: Bool { place == .comment || place == .inside }

    private var content = Content.markup
    private var isInSubset = false
    private var recent: UInt32 = 0
    private var units: UTF16Units?

    private enum Content: Equatable {
        case markup, comment, instruction
        case quotation(UInt8)
    }

    /// Creates a scanner from the first bytes of the document.
    init(startingWith bytes: [UInt8]) {
        units = UTF16Units(startingWith: bytes)
        _ = bytes.withUnsafeBytes { read($0) }
    }

    /// Reads until the part of the document changes, and returns the number of bytes read.
    mutating func read(_ bytes: UnsafeRawBufferPointer) -> Int {
        let start = place
        var count = 0
        while place == start {
            if units == nil, isDull { count = passDull(bytes, from: count) }
            guard count < bytes.count else { break }
            let byte = bytes[count]
            count += 1
            if start == .comment || start == .inside {
                text.append(isMisleading(byte) ? UInt8(ascii: " ") : byte)
            }
            if units == nil {
                see(byte)
            } else if let character = units?.character(endingWith: byte) {
                see(character)
            }
        }
        if start == .inside { cost.byteCount += count }
        return count
    }

    /// Indicates whether everything up to the next `>` can be passed on without inspection.
    private var isDull: Bool { content == .comment || content == .instruction && !isHolding }

    /// Skips bytes that cannot end a comment or an instruction, and returns the position of the next one that can.
    private mutating func passDull(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: ">") { end += 1 }
        let dull = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
        if isHolding { text.append(contentsOf: dull) }
        for byte in dull.suffix(4) { recent = recent << 8 | UInt32(byte) }
        return end
    }

    /// Returns and clears the text that was held.
    mutating func takeText() -> [UInt8] {
        defer { text = [] }
        return text
    }

    /// Indicates whether libxml2 would regard a byte as the start of a quotation by mistake.
    private func isMisleading(_ byte: UInt8) -> Bool { content == .instruction && byte.isQuote }

    private mutating func see(_ character: UInt8) {
        recent = recent << 8 | UInt32(character)
        switch content {
        case .markup: seeMarkup(character)
        case .comment: if character == UInt8(ascii: ">"), ends(with: "-->") { leaveComment() }
        case .instruction: if character == UInt8(ascii: ">"), ends(with: "?>") { enter(.markup) }
        case .quotation(let quote): if character == quote { enter(.markup) }
        }
    }

    private mutating func seeMarkup(_ character: UInt8) {
        if ends(with: "<?") {
            enter(.instruction)
        } else if ends(with: "<!--") {
            enter(.comment)
            if place == .before { place = .comment }
        } else if place == .inside {
            seeDeclaration(character)
        } else if ends(with: "<!D") {
            place = .inside
        } else if recent >> 8 & 0xFF == UInt8(ascii: "<"), character != UInt8(ascii: "!") {
            place = .after
        }
    }

    private mutating func seeDeclaration(_ character: UInt8) {
        switch character {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): enter(.quotation(character))
        case UInt8(ascii: "["): isInSubset = true
        // After a byte that is not ASCII, this may be the second byte of a character, as in Shift_JIS.
        case UInt8(ascii: "]"): if recent >> 8 & 0xFF < 0x80 { isInSubset = false }
        case UInt8(ascii: "|"): cost.barCount += 1
        case UInt8(ascii: ">"): if !isInSubset { place = .before }
        default: break
        }
    }

    private mutating func leaveComment() {
        enter(.markup)
        if place == .comment { place = .before }
    }

    private mutating func enter(_ content: Content) {
        self.content = content
        recent = 0
    }

    private func ends(with mark: StaticString) -> Bool {
        var expected: UInt32 = 0
        for index in 0..<mark.utf8CodeUnitCount { expected = expected << 8 | UInt32(mark.utf8Start[index]) }
        return recent & (UInt32.max >> (32 - 8 * UInt32(mark.utf8CodeUnitCount))) == expected
    }
}

/// The cost of lists of values: the parser compares each value with all previous ones, byte by byte.
struct EnumerationCost {
    var byteCount = 0
    /// The number of `|` characters, which separate the values.
    var barCount = 0

    /// Indicates whether the cost is less than about 50 ms.
    var isWithinLimit: Bool {
        barCount <= Self.greatestBarCount && barCount * byteCount <= Self.greatestProduct
    }

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        byteCount += bytes.count
        barCount += bytes.count { $0 == UInt8(ascii: "|") }
    }

    private static let greatestBarCount = 2_000
    private static let greatestProduct = 32 * 1024 * 1024
}

/// Combines the bytes of UTF-16 into pairs.
struct UTF16Units {
    /// Indicates whether the most significant byte of each pair comes first.
    let isHighFirst: Bool
    private var first: UInt8?

    /// Detects UTF-16 from its byte order mark or its first `<`; returns nil for other encodings.
    package init?(startingWith bytes: [UInt8]) {
        switch (bytes.first, bytes.dropFirst().first) {
        case (0xFE, 0xFF), (0, UInt8(ascii: "<")): isHighFirst = true
        case (0xFF, 0xFE), (UInt8(ascii: "<"), 0): isHighFirst = false
        default: return nil
        }
    }

    /// Returns the character that a byte completes, if any. All characters beyond Latin-1 have the same result.
    package mutating func character(endingWith byte: UInt8) -> UInt8? {
        guard let first else {
            first = byte
            return nil
        }
        self.first = nil
        let (high, low) = isHighFirst ? (first, byte) : (byte, first)
        return high == 0 ? low : .max
    }

    /// Indicates whether a document in this encoding may declare an encoding name.
    func mayBeCalled(_ encoding: String) -> Bool {
        let name = encoding.lowercased()
        return Self.names.contains { name.hasPrefix($0) } && !name.hasSuffix(isHighFirst ? "le" : "be")
    }

    /// The prefixes of the names of UTF-16, of UCS-2, and of UTF-8, which is often declared by mistake.
    private static let names = [
        "utf-16", "utf16", "ucs-2", "ucs2", "iso-10646-ucs-2", "unicode", "utf-8", "utf8",
    ]
}

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
