package import ForageCore
internal import Platform

/// The words of a query, which are compared with the drafts of a provider that cannot search.
///
/// Every word must begin a word of the item's title, summary, tags, collection or creator, regardless of case, accents
/// and width.
package struct QueryWords {
    /// The folded words in UTF-8.
    private let words: [[UInt8]]

    package init(_ text: String) {
        let folded: [String] = text.words
        words = folded.map { Array($0.utf8) }
    }

    package func match(_ draft: Draft) -> Bool {
        !words.isEmpty && words.allSatisfy { word in draft.hasText { Self.begins(word, aWordOf: $0) } }
    }

    /// Indicates whether a word begins a word of a text. Most texts of a listing are ASCII, and a listing has hundreds,
    /// so those are compared in place.
    private static func begins(_ word: [UInt8], aWordOf text: String) -> Bool {
        if text.utf8.span.allSatisfy({ $0 < 0x80 }) { return begins(word.span, aWordOf: text.utf8.span) }
        let words: [String] = text.words
        return words.contains { $0.utf8.starts(with: word) }
    }

    private static func begins(_ word: Span<UInt8>, aWordOf text: Span<UInt8>) -> Bool {
        var start = 0
        while let place = text.firstIndex(from: start, where: { $0.foldedLetter == word[0] }) {
            let isWithinWord = place > 0 && text[place - 1].foldedLetter != nil
            if !isWithinWord, text.continues(word, at: place) { return true }
            start = place + 1
        }
        return false
    }
}

extension Draft {
    /// Indicates whether one of the searchable texts satisfies a condition.
    fileprivate func hasText(_ isFound: (String) -> Bool) -> Bool {
        isFound(title) || summary.map(isFound) == true || collection.map(isFound) == true
            || creator.map { isFound($0.name) } == true || tags.contains(where: isFound)
    }
}

extension Span<UInt8> {
    /// Indicates whether the word occurs at this position, regardless of case.
    fileprivate func continues(_ word: Span<UInt8>, at start: Int) -> Bool {
        guard word.count <= count - start else { return false }
        for index in word.indices where self[start + index].foldedLetter != word[index] { return false }
        return true
    }
}

extension UInt8 {
    /// The digit, or the letter in lower case; nil for a byte between words.
    fileprivate var foldedLetter: UInt8? {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): self
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): self | 0x20
        default: nil
        }
    }
}
