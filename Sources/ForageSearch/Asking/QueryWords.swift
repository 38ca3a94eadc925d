package import ForageCore

/// The words of a query, to be held against the items of a provider that cannot search.
///
/// Every word must begin a word of the item's title, summary, tags, collection or creator. Case is
/// folded, combining marks are dropped, and a Latin letter with a mark counts as the letter; other
/// scripts' letters are compared as they are.
package struct QueryWords {
    private let words: [String]

    package init(_ text: String) { words = Self.words(of: text) }

    package func match(_ item: Item) -> Bool {
        let texts = [item.title, item.summary, item.collection, item.creator.fact?.name] + item.tags
        let vocabulary = texts.compactMap(\.self).flatMap(Self.words)
        return !words.isEmpty
            && words.allSatisfy { word in vocabulary.contains { $0.hasPrefix(word) } }
    }

    private static func words(of text: String) -> [String] {
        let folded = String(String.UnicodeScalarView(text.lowercased().unicodeScalars.compactMap(folded)))
        return folded.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    /// The letter without its marks; nil for a mark that stands alone.
    private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
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
