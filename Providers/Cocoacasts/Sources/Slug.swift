internal import ForageCore

/// A name as it stands in addresses: words in lower case, joined by hyphens.
struct Slug: Hashable {
    let text: String

    private static let greatestLength = 120

    /// The words of a title; nil if it has none.
    init?(_ title: String) {
        let spoken = title.lowercased().filter { !"'’".contains($0) }.prefix(Self.greatestLength)
        text = spoken.split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
        if text.isEmpty { return nil }
    }

    /// The folder that a file lies in; nil without one, and for what is no slug.
    init?(folderOf file: WebURL) {
        let steps = file.path.split(separator: "/")
        guard steps.count > 1 else { return nil }
        let folder = steps[steps.count - 2]
        guard folder.count <= Self.greatestLength,
            folder.utf8.allSatisfy({ $0.isLowercaseLetterOrDigit || $0 == UInt8(ascii: "-") })
        else { return nil }
        text = String(folder)
    }

    /// Whether the last words are those of another.
    func ends(in other: Slug) -> Bool { text == other.text || text.hasSuffix("-" + other.text) }
}

extension UInt8 {
    fileprivate var isLowercaseLetterOrDigit: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
    }
}
