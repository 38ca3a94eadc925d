internal import ForageCore

/// Removes keys from what servers send, because some repeat the request in their answers.
package struct Redaction: Sendable {
    private let keys: [SpelledKey]
    /// Encoded forms of the keys, which are matched as a whole.
    private let forms: Set<[UInt8]>
    /// Searches for all of them in one pass.
    private let search: PatternSearch

    /// The minimum length of a key; a shorter one could be ordinary text.
    private static let leastByteCount = 6

    package init(of secrets: some Sequence<String>) {
        let secrets = secrets.filter { $0.utf8.count >= Self.leastByteCount }
        keys = secrets.compactMap { SpelledKey($0) }
        forms = Set(secrets.flatMap(Self.forms))
        search = PatternSearch(forms.union(keys.map(\.anchor)))
    }

    func finds(in text: String) -> Bool { !places(in: text.utf8.span).isEmpty }

    func apply(to text: String) -> String {
        finds(in: text) ? String(decoding: apply(to: Array(text.utf8)), as: UTF8.self) : text
    }

    /// Replaces every key with asterisks; all other bytes keep their places.
    package func apply(to bytes: [UInt8]) -> [UInt8] {
        places(in: bytes.span).reduce(into: bytes) { bytes, place in
            bytes.replaceSubrange(place, with: repeatElement(UInt8(ascii: "*"), count: place.count))
        }
    }

    private func places(in text: Span<UInt8>) -> [Range<Int>] {
        search.places(in: text).flatMap { found in
            let form = forms.contains(found.map { text[$0] }) ? [found] : []
            return form + keys.compactMap { $0.place(in: text, around: found) }
        }
    }

    /// Returns a secret literally, in base64 within a longer text, in hexadecimal, and with every character escaped.
    private static func forms(of secret: String) -> [[UInt8]] {
        let packed = (0..<3).map { Base64URL.encode(Array(secret.utf8), after: $0) }
        let usual = packed.map { $0.replacing("-", with: "+").replacing("_", with: "/") }
        let figures = secret.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        let hex = [figures, figures.map { $0.uppercased() }]
        let escaped = hex.flatMap { hex in
            ["", "\\u00", "%"].map { mark in hex.map { mark + $0 }.joined() }
        }
        let forms = [secret] + packed + usual + usual.map { PercentEncoding.encode($0) } + escaped
        return forms.map { Array($0.utf8) }
    }
}

/// A key in all spellings that a text may use. Letters and digits are literal; any other character may be escaped for a
/// URL, JSON or HTML, each independently.
struct SpelledKey: Sendable {
    /// The longest part of the key that has only one spelling; the search looks for it.
    let anchor: [UInt8]
    private let before: [Ways]
    private let after: [Ways]

    /// The possible spellings of a byte, in lower case.
    private typealias Ways = [[UInt8]]

    /// Creates the spellings of a key; nil if every character has several.
    init?(_ key: String) {
        let bytes = Array(key.utf8)
        var anchor = 0..<0
        for start in bytes.indices where anchor.upperBound <= start {
            let end = bytes[start...].firstIndex { !$0.isSpelledInOneWay } ?? bytes.endIndex
            if end - start > anchor.count { anchor = start..<end }
        }
        guard !anchor.isEmpty else { return nil }
        self.anchor = Array(bytes[anchor])
        before = bytes[..<anchor.lowerBound].map(Self.ways)
        after = bytes[anchor.upperBound...].map(Self.ways)
    }

    /// Returns the range of the key around a found anchor; nil if the text around it does not match.
    func place(in text: Span<UInt8>, around found: Range<Int>) -> Range<Int>? {
        guard found.count == anchor.count, found.allSatisfy({ text[$0] == anchor[$0 - found.lowerBound] })
        else { return nil }
        // Several spellings may match, and only the characters beyond decide between them.
        var starts: Set = [found.lowerBound]
        for ways in before.reversed() {
            starts = Set(
                starts.flatMap { start in
                    ways.filter { text.spells($0, at: start - $0.count) }.map { start - $0.count }
                })
        }
        var ends: Set = [found.upperBound]
        for ways in after {
            ends = Set(
                ends.flatMap { end in ways.filter { text.spells($0, at: end) }.map { end + $0.count } })
        }
        guard let start = starts.min(), let end = ends.max() else { return nil }
        return start..<end
    }

    private static func ways(of byte: UInt8) -> Ways {
        guard !byte.isSpelledInOneWay else { return [[byte.inLowerCase]] }
        let hex = String(byte, radix: 16)
        let digits = hex.utf8.count < 2 ? "0" + hex : hex
        let named: [UInt8: String] = [
            UInt8(ascii: "&"): "&amp;", UInt8(ascii: "<"): "&lt;", UInt8(ascii: ">"): "&gt;",
            UInt8(ascii: "\""): "&quot;", UInt8(ascii: "'"): "&apos;", UInt8(ascii: " "): "+",
        ]
        let texts = [
            "\\u00\(digits)", "\\\\u00\(digits)", "&#x\(digits);", "&#\(byte);", "&#0\(byte);", "%\(digits)",
            "%25\(digits)",
        ]
        let backslash = UInt8(ascii: "\\")
        return (texts + [named[byte]].compactMap(\.self)).map { Array($0.utf8) }
            + [[byte], [backslash, byte], [backslash, backslash, byte]]
    }
}

/// Finds any of several patterns in a text and skips most of its bytes.
///
/// It moves a window of the shortest pattern's length over the text. The last byte in the window determines how far the
/// window can move without missing a pattern (Horspool's algorithm for several patterns).
struct PatternSearch: Sendable {
    private let patterns: [[UInt8]]
    /// The length of the shortest pattern.
    private let pieceLength: Int
    /// The distance to move for each last byte; 0 if a pattern may begin at the window.
    private let steps: [Int]

    init(_ patterns: some Collection<[UInt8]>) {
        precondition(!patterns.contains([]), "nothing is everywhere")
        let pieceLength = patterns.map(\.count).min() ?? 0
        var steps = [Int](repeating: pieceLength, count: 256)
        for pattern in patterns {
            for (place, byte) in pattern.prefix(pieceLength).enumerated() {
                steps[Int(byte)] = min(steps[Int(byte)], pieceLength - 1 - place)
            }
        }
        (self.patterns, self.pieceLength, self.steps) = (Array(patterns), pieceLength, steps)
    }

    /// Returns the ranges of all matches.
    func places(in text: Span<UInt8>) -> [Range<Int>] {
        guard pieceLength > 0 else { return [] }
        var places: [Range<Int>] = []
        var end = pieceLength - 1
        while end < text.count {
            let step = steps[Int(text[end])]
            if step == 0 {
                let start = end - (pieceLength - 1)
                for pattern in patterns where text.holds(pattern.span, at: start) {
                    places.append(start..<start + pattern.count)
                }
            }
            end += max(1, step)
        }
        return places
    }
}

extension Base64URL {
    /// Encodes bytes that follow `count` other bytes, and returns only the characters that do not depend on those
    /// around them.
    fileprivate static func encode(_ bytes: [UInt8], after count: Int) -> String {
        let letters = encode([UInt8](repeating: 0, count: count) + bytes)
        let end = (count + bytes.count) * 8 / 6
        return String(letters.prefix(end).dropFirst((count * 8 + 5) / 6))
    }
}

extension UInt8 {
    fileprivate var isSpelledInOneWay: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    fileprivate var inLowerCase: UInt8 { (0x41...0x5A).contains(self) ? self + 0x20 : self }
}

extension Span<UInt8> {
    fileprivate func spells(_ way: [UInt8], at start: Int) -> Bool {
        guard start >= 0, way.count <= count - start else { return false }
        for place in way.indices where self[start + place].inLowerCase != way[place] { return false }
        return true
    }
}
