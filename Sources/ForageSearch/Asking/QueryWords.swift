package import ForageCore
internal import Text

/// The words of a query, to be held against the drafts of a provider that cannot search.
///
/// Every word must begin a word of the item's title, summary, tags, collection or creator, without regard to
/// case, accents and width.
package struct QueryWords {
    /// The words in UTF-8, folded.
    private let words: [[UInt8]]

    package init(_ text: String) {
        let folded: [String] = text.words
        words = folded.map { Array($0.utf8) }
    }

    package func match(_ draft: Draft) -> Bool {
        var missing = words
        for text in [draft.title, draft.summary, draft.collection, draft.creator?.name] + draft.tags {
            guard !missing.isEmpty else { break }
            if let text { Self.strike(&missing, foundIn: text) }
        }
        return !words.isEmpty && missing.isEmpty
    }

    /// Most texts of a listing are plain ASCII, and a listing has hundreds of them: those are read where they lie.
    private static func strike(_ missing: inout [[UInt8]], foundIn text: String) {
        if text.utf8.span.allSatisfy({ $0 < 0x80 }) {
            missing.removeAll { isBeginning($0.span, ofAWordOf: text.utf8.span) }
        } else {
            let words: [String] = text.words
            missing.removeAll { word in words.contains { $0.utf8.starts(with: word) } }
        }
    }

    private static func isBeginning(_ word: Span<UInt8>, ofAWordOf text: Span<UInt8>) -> Bool {
        var isInWord = false
        for index in text.indices {
            let letter = text[index].foldedLetter
            if !isInWord, letter == word[0], text.continues(word, at: index) { return true }
            isInWord = letter != nil
        }
        return false
    }
}

extension Span<UInt8> {
    /// Whether a word stands here, in whatever case.
    fileprivate func continues(_ word: Span<UInt8>, at start: Int) -> Bool {
        guard word.count <= count - start else { return false }
        for index in word.indices where self[start + index].foldedLetter != word[index] { return false }
        return true
    }
}

extension UInt8 {
    /// A number, or a letter in lower case; nil for what stands between words.
    fileprivate var foldedLetter: UInt8? {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): self
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): self | 0x20
        default: nil
        }
    }
}
