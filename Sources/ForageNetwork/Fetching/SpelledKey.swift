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
