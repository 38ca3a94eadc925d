/// Finds where the type of a document and the comments before it begin and end, so that the parser can be shown
/// each in one piece.
///
/// Wherever a piece of the document stops there, libxml2 would take a `]>` in a comment for the end of the type, and
/// `<!-->` for a whole comment.
struct DocumentTypeScanner {
    /// Where the bytes read so far lead.
    private(set) var place = Place.before
    /// What is held of the document type or of a comment, as far as it was read.
    private(set) var text: [UInt8] = []
    /// What the parser will have to compare in it.
    private(set) var cost = EnumerationCost()

    enum Place { case before, comment, inside, behind }

    /// Whether what comes has to be shown together.
    var isHolding: Bool { place == .comment || place == .inside }

    private var content = Content.markup
    private var isInSubset = false
    private var recent: UInt32 = 0
    private var units: UTF16Units?

    private enum Content: Equatable {
        case markup, comment, instruction
        case quotation(UInt8)
    }

    /// Starts with the first bytes of the document.
    init(startingWith bytes: [UInt8]) {
        units = UTF16Units(startingWith: bytes)
        _ = bytes.withUnsafeBytes { read($0) }
    }

    /// Reads on as far as the place changes; how many bytes that takes.
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

    /// Whether nothing counts before a `>`, and all of it can be shown as it is.
    private var isDull: Bool { content == .comment || content == .instruction && !isHolding }

    /// Passes over what cannot be the last sign of a comment or an instruction; where it ends.
    private mutating func passDull(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: ">") { end += 1 }
        let dull = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
        if isHolding { text.append(contentsOf: dull) }
        for byte in dull.suffix(4) { recent = recent << 8 | UInt32(byte) }
        return end
    }

    /// Gives what was held, and holds it no longer.
    mutating func takeText() -> [UInt8] {
        defer { text = [] }
        return text
    }

    /// Whether a byte is one that libxml2 would take for the start of a quotation, though it is none.
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
            place = .behind
        }
    }

    private mutating func seeDeclaration(_ character: UInt8) {
        switch character {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): enter(.quotation(character))
        case UInt8(ascii: "["): isInSubset = true
        // Behind a letter beyond ASCII it is the second byte of one, as Shift_JIS has them.
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

/// How much work lists of values are: the parser compares each value with all before it, byte for byte.
struct EnumerationCost {
    var byteCount = 0
    /// How many `|` there are, which part the values.
    var barCount = 0

    /// Whether that takes less than 50 ms.
    var isBearable: Bool {
        barCount <= Self.greatestBarCount && barCount * byteCount <= Self.greatestProduct
    }

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        byteCount += bytes.count
        barCount += bytes.count { $0 == UInt8(ascii: "|") }
    }

    private static let greatestBarCount = 2_000
    private static let greatestProduct = 32 * 1024 * 1024
}

/// Puts the bytes of UTF-16 together in pairs.
package struct UTF16Units: Sendable {
    /// Whether the great end of each comes first.
    let isHighFirst: Bool
    private var first: UInt8?

    /// Tells UTF-16 by its byte order mark or its first `<`; nil for what is written in bytes.
    package init?(startingWith bytes: [UInt8]) {
        switch (bytes.first, bytes.dropFirst().first) {
        case (0xFE, 0xFF), (0, UInt8(ascii: "<")): isHighFirst = true
        case (0xFF, 0xFE), (UInt8(ascii: "<"), 0): isHighFirst = false
        default: return nil
        }
    }

    /// The character that a byte completes, if there is one; all beyond Latin-1 look the same.
    package mutating func character(endingWith byte: UInt8) -> UInt8? {
        guard let first else {
            first = byte
            return nil
        }
        self.first = nil
        let (high, low) = isHighFirst ? (first, byte) : (byte, first)
        return high == 0 ? low : .max
    }

    /// Whether a document that is written so may declare an encoding of this name.
    func mayBeCalled(_ encoding: String) -> Bool {
        let name = encoding.lowercased()
        return Self.names.contains { name.hasPrefix($0) } && !name.hasSuffix(isHighFirst ? "le" : "be")
    }

    /// How the names begin of UTF-16, of its older sibling, and of UTF-8, which many declare out of habit.
    private static let names = [
        "utf-16", "utf16", "ucs-2", "ucs2", "iso-10646-ucs-2", "unicode", "utf-8", "utf8",
    ]
}
