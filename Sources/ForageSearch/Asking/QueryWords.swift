package import ForageCore

/// The words of a query, to be held against the items of a provider that cannot search.
///
/// Every word must begin a word of the item's title, summary, tags, collection or creator. Case is
/// folded, combining marks are dropped, and a Latin letter with a mark counts as the letter; other
/// scripts' letters are compared as they are.
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
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return Array(foldedScalars(of: text).utf8) }
        return text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
            default: gap
            }
        }
    }

    private static func foldedScalars(of text: String) -> String {
        var folded = String.UnicodeScalarView()
        var isInWord = false
        for scalar in text.lowercased().unicodeScalars {
            guard let letter = withoutMarks(scalar) else { continue }
            isInWord = beginsWord(letter) || isInWord && belongsToWord(letter)
            folded.append(isInWord ? letter : " ")
        }
        return String(folded)
    }

    private static func beginsWord(_ scalar: Unicode.Scalar) -> Bool {
        let isMark = scalar.properties.generalCategory == .spacingMark
        return !isMark && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
    }

    /// What stands inside a word without being a letter or a number, and is no word alone.
    private static func belongsToWord(_ scalar: Unicode.Scalar) -> Bool {
        [.spacingMark, .enclosingMark, .format].contains(scalar.properties.generalCategory)
    }

    /// The letter without its marks; nil for a mark that stands alone.
    private static func withoutMarks(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        if scalar.isASCII { return scalar }
        if scalar.properties.generalCategory == .nonspacingMark { return nil }
        let name = scalar.properties.name ?? ""
        guard name.hasPrefix(latinLetter), name.dropFirst(latinLetter.count + 1).hasPrefix(" WITH "),
            let letter = name.dropFirst(latinLetter.count).lowercased().unicodeScalars.first
        else { return scalar }
        return letter
    }

    private static let latinLetter = "LATIN SMALL LETTER "
}
