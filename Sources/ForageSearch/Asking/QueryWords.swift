package import ForageCore
internal import Text

/// The words of a query, to be held against the items of a provider that cannot search.
///
/// Every word must begin a word of the item's title, summary, tags, collection or creator, without regard to
/// case, accents and width.
package struct QueryWords {
    private let words: [[UInt8]]

    package init(_ text: String) {
        words = Self.folded(text).split(separator: Self.gap).map(Array.init)
    }

    package func match(_ item: Item) -> Bool {
        var missing = words
        for text in [item.title, item.summary, item.collection, item.creator.fact?.name] + item.tags {
            guard !missing.isEmpty else { break }
            guard let text, case let folded = Self.folded(text) else { continue }
            missing.removeAll { Self.isBeginning($0, ofAWordOf: folded) }
        }
        return !words.isEmpty && missing.isEmpty
    }

    private static func isBeginning(_ word: [UInt8], ofAWordOf text: [UInt8]) -> Bool {
        var isBetweenWords = true
        for index in text.indices {
            if isBetweenWords, text[index] == word[0], text[index...].starts(with: word) { return true }
            isBetweenWords = text[index] == gap
        }
        return false
    }

    private static let gap = UInt8(ascii: " ")

    /// The letters and numbers in UTF-8, folded, everything else a gap.
    ///
    /// Most texts of a listing are plain ASCII, and a listing has hundreds of them.
    private static func folded(_ text: String) -> [UInt8] {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
            return Array(text.words.joined(separator: " ").utf8)
        }
        return text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
            default: gap
            }
        }
    }
}
