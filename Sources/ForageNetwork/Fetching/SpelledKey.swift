internal import ForageCore

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
        var (start, end) = (found.lowerBound, found.upperBound)
        for ways in before.reversed() {
            guard let way = ways.first(where: { text.spells($0, at: start - $0.count) }) else { return nil }
            start -= way.count
        }
        for ways in behind {
            guard let way = ways.first(where: { text.spells($0, at: end) }) else { return nil }
            end += way.count
        }
        return start..<end
    }

    /// The longest first, so that nothing of it is left.
    private static func ways(of byte: UInt8) -> Ways {
        guard !byte.isSpelledInOneWay else { return [[byte.inLowerCase]] }
        let hex = String(byte, radix: 16)
        let digits = hex.utf8.count < 2 ? "0" + hex : hex
        let named: [UInt8: String] = [
            UInt8(ascii: "&"): "&amp;", UInt8(ascii: "<"): "&lt;", UInt8(ascii: ">"): "&gt;",
            UInt8(ascii: "\""): "&quot;", UInt8(ascii: "'"): "&apos;",
        ]
        let texts = [
            "\\u00\(digits)", "&#x\(digits);", "&#\(byte);", "&#0\(byte);", "%25\(digits)", "%\(digits)",
        ]
        let ways = (texts + [named[byte]].compactMap(\.self)).map { Array($0.utf8) }
        return ways.sorted { $0.count > $1.count } + [[UInt8(ascii: "\\"), byte], [byte]]
    }
}

extension UInt8 {
    fileprivate var isSpelledInOneWay: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
            UInt8(ascii: "~"):
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
