internal import ForageCore

/// A name as it stands in addresses: words in lower case, joined by hyphens.
struct Slug: Hashable {
    let text: String

    private static let greatestLength = 120

    /// The words of a title; nil if it has none.
    init?(_ title: String) {
        let isPlain = title.utf8.allSatisfy { $0 < 0x80 }
        text = isPlain ? Self.words(of: title.utf8.prefix(Self.greatestLength)) : Self.words(of: title)
        if text.isEmpty { return nil }
    }

    /// The folder that a file lies in; nil without one, and for what is no slug.
    init?(folderOf file: WebURL) {
        let steps = file.path.utf8.split(separator: UInt8(ascii: "/"))
        guard steps.count > 1 else { return nil }
        let folder = steps[steps.count - 2]
        guard folder.count <= Self.greatestLength,
            folder.allSatisfy({ $0.isLowercaseLetterOrDigit || $0 == UInt8(ascii: "-") })
        else { return nil }
        text = String(Substring(folder))
    }

    /// Whether the last words are those of another.
    func ends(in other: Slug) -> Bool { text == other.text || text.hasSuffix("-" + other.text) }

    private static func words(of title: String) -> String {
        let spoken = title.lowercased().filter { !"'’".contains($0) }.prefix(greatestLength)
        return spoken.split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    }

    /// The same for plain ASCII, which nearly all titles are.
    private static func words(of title: some Sequence<UInt8>) -> String {
        var slug: [UInt8] = []
        for byte in title where byte != UInt8(ascii: "'") {
            let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            let letter = isCapital ? byte | 0x20 : byte
            if letter.isLowercaseLetterOrDigit {
                slug.append(letter)
            } else if slug.last.map({ $0 != UInt8(ascii: "-") }) ?? false {
                slug.append(UInt8(ascii: "-"))
            }
        }
        if slug.last == UInt8(ascii: "-") { slug.removeLast() }
        return String(decoding: slug, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var isLowercaseLetterOrDigit: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
    }
}
