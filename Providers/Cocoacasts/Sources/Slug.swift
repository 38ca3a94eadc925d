internal import ForageCore

/// A name as it stands in addresses: words in lower case, joined by hyphens.
struct Slug: Hashable {
    let text: String

    private static let greatestLength = 120

    /// The words of a title; nil if it has none.
    init?(_ title: String) {
        text = Self.words(of: title)
        if text.isEmpty { return nil }
    }

    /// A folder's name; nil for what is no slug.
    init?(_ folder: Span<UInt8>) {
        guard (1...Self.greatestLength).contains(folder.count),
            folder.allSatisfy({ $0.isLowercaseLetterOrDigit || $0 == UInt8(ascii: "-") })
        else { return nil }
        text = folder.text
    }

    /// Whether the last words are those of another.
    func ends(in other: Slug) -> Bool {
        let start = text.utf8.count - other.text.utf8.count
        return text.hasSuffix(other.text) && (start == 0 || text.utf8.span[start - 1] == UInt8(ascii: "-"))
    }

    private static func words(of title: String) -> String {
        var slug = ""
        var isApart = false
        for character in title.lowercased().prefix(greatestLength) where character != "'" && character != "’"
        {
            let byte = character.asciiValue
            let isPart = byte?.isLowercaseLetterOrDigit ?? (character.isLetter || character.isNumber)
            if isPart, isApart, !slug.isEmpty { slug += "-" }
            if isPart { slug.append(character) }
            isApart = !isPart
        }
        return slug
    }
}

extension UInt8 {
    fileprivate var isLowercaseLetterOrDigit: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
    }
}
