internal import ForageCore

/// Takes keys back out of what servers send: some repeat the request in their answers.
package struct Redaction: Sendable {
    private let keys: [SpelledKey]
    /// Other forms of them, which are found whole.
    private let forms: Set<[UInt8]>
    /// Looks for all of them in one pass.
    private let search: PatternSearch

    /// A shorter key cannot be told from ordinary text.
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

    /// Stars in place of every key; all other bytes stay where they are.
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

    /// As it is, inside whatever was packed into base64, in figures, and with every sign escaped.
    private static func forms(of secret: String) -> [[UInt8]] {
        let packed = (0..<3).map { Base64URL.encode(Array(secret.utf8), behind: $0) }
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

/// A key in all the ways in which a text may spell it. Letters and digits stand as they are; each other sign may be
/// written as an address, a document of JSON or one of HTML writes it, whatever became of the signs beside it.
struct SpelledKey: Sendable {
    /// The longest piece of it that is spelled in one way, which is looked for.
    let anchor: [UInt8]
    private let before: [Ways]
    private let behind: [Ways]

    /// How a byte may stand in a text, in lower case.
    private typealias Ways = [[UInt8]]

    /// Nil where every sign of it may be spelled in several ways.
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
        behind = bytes[anchor.upperBound...].map(Self.ways)
    }

    /// Where the key is of which the anchor was found; nil where it is not the key's.
    func place(in text: Span<UInt8>, around found: Range<Int>) -> Range<Int>? {
        guard found.count == anchor.count, found.allSatisfy({ text[$0] == anchor[$0 - found.lowerBound] })
        else { return nil }
        // Several ways may fit, and only the signs beyond tell which was meant.
        var starts: Set = [found.lowerBound]
        for ways in before.reversed() {
            starts = Set(
                starts.flatMap { start in
                    ways.filter { text.spells($0, at: start - $0.count) }.map { start - $0.count }
                })
        }
        var ends: Set = [found.upperBound]
        for ways in behind {
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

/// Finds any of several patterns in a text, and passes over most of its bytes on the way.
///
/// As long a piece of the text as the shortest pattern is looked at by its last byte, which tells how far it is at least
/// to where a pattern may end its share of such a piece (Horspool's way, for many patterns at once).
struct PatternSearch: Sendable {
    private let patterns: [[UInt8]]
    /// How long the shortest pattern is.
    private let pieceLength: Int
    /// How far a piece is moved on that ends with a byte; not at all where it may be the beginning of a pattern.
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

    /// Where the patterns are.
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
    /// The letters that bytes have whatever stands beside them, behind so many others.
    fileprivate static func encode(_ bytes: [UInt8], behind count: Int) -> String {
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
