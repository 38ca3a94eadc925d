internal import ForageCore

/// A name as it stands in addresses: words in lower case, joined by hyphens.
struct Slug: Hashable {
    let text: String

    private static let greatestLength = 120

    /// The words of a title; nil if it has none.
    init?(_ title: String) {
        let isPlain = title.utf8.span.allSatisfy { $0 < 0x80 }
        text = isPlain ? Self.words(of: title.utf8.span) : Self.words(of: title)
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
        var length = 0
        for character in title.lowercased() {
            let byte = character.asciiValue
            if byte == UInt8(ascii: "'") || byte == nil && character == "’" { continue }
            length += 1
            if length > greatestLength { break }
            let isPart = byte?.isLowercaseLetterOrDigit ?? (character.isLetter || character.isNumber)
            if isPart, isApart, !slug.isEmpty { slug += "-" }
            if isPart { slug.append(character) }
            isApart = !isPart
        }
        return slug
    }

    /// The same for plain ASCII, which nearly all titles are.
    private static func words(of title: Span<UInt8>) -> String {
        let length = min(title.count, greatestLength)
        return String(unsafeUninitializedCapacity: length) { slug in
            var end = 0
            for index in 0..<length where title[index] != UInt8(ascii: "'") {
                let byte = title[index]
                let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                let letter = isCapital ? byte | 0x20 : byte
                let isHyphen = !letter.isLowercaseLetterOrDigit
                if isHyphen, end == 0 || slug[end - 1] == UInt8(ascii: "-") { continue }
                slug[end] = isHyphen ? UInt8(ascii: "-") : letter
                end += 1
            }
            return end > 0 && slug[end - 1] == UInt8(ascii: "-") ? end - 1 : end
        }
    }
}

extension UInt8 {
    fileprivate var isLowercaseLetterOrDigit: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
    }
}
