internal import ForageCore

/// A name in the form used in addresses: words in lower case, joined by hyphens.
struct Slug: Hashable {
    let text: String

    private static let greatestLength = 120

    /// Creates a slug from the words of a title; returns nil if there are none.
    init?(_ title: String) {
        text = Self.words(of: title)
        if text.isEmpty { return nil }
    }

    /// Creates a slug from the name of a folder; returns nil if it is not a slug.
    init?(_ folder: Span<UInt8>) {
        guard (1...Self.greatestLength).contains(folder.count),
            folder.allSatisfy({ $0.isLowercaseLetterOrDigit || $0 == UInt8(ascii: "-") })
        else { return nil }
        text = folder.text
    }

    /// Indicates whether this slug ends with all words of another one.
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
