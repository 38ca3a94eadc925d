internal import Text

/// One folded word, as items are indexed and as they are searched.
struct SearchWord: Hashable {
    let text: String
    /// Whether its script puts no spaces between words, so that it may be several.
    let isUnspaced: Bool

    /// The words of so much of a text. Where the script changes, another word begins.
    static func words(of text: String, upTo greatestCharacterCount: Int) -> [SearchWord] {
        let start = text.unicodeScalars.prefix(greatestCharacterCount)
        return String(start).words.flatMap(Self.split)
    }

    private static func split(_ word: String) -> [SearchWord] {
        if word.utf8.allSatisfy({ $0 < 0xE0 }) { return [SearchWord(word.unicodeScalars[...], false)] }
        var words: [SearchWord] = []
        var rest = word.unicodeScalars[...]
        while let isUnspaced = rest.first?.isUnspaced {
            let run = rest.prefix { $0.isUnspaced == isUnspaced }
            words.append(SearchWord(run, isUnspaced))
            rest = rest[run.endIndex...]
        }
        return words
    }

    private init(_ scalars: Substring.UnicodeScalarView, _ isUnspaced: Bool) {
        // An unspaced word may be a whole sentence; no other word is as long.
        text = String(isUnspaced ? scalars : scalars.prefix(Self.greatestCharacterCount))
        self.isUnspaced = isUnspaced
    }

    private static let greatestCharacterCount = 64
}

extension Unicode.Scalar {
    /// Thai, Lao, Myanmar and Khmer. Of Han and kana every character is a word of its own.
    fileprivate var isUnspaced: Bool {
        switch value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0xA9E0...0xA9FF, 0xAA60...0xAA7F: true
        default: false
        }
    }
}
