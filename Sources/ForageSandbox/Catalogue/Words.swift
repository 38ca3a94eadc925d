/// Words as the played services compare them.
enum Words {
    /// The words in lower case, without marks.
    static func all(in text: String) -> [String] {
        text.lowercased().unicodeScalars.split { !isPartOfWord($0) }.map { String($0) }
    }

    private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "0"..."9": true
        default: !scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.isDiacritic)
        }
    }

    /// The words that matter, each without the ending of its plural.
    static func stems(in text: String) -> [String] {
        all(in: text).filter { !minor.contains($0) }.map(stem)
    }

    private static let minor: Set<String> = ["a", "an", "and", "in", "of", "on", "the"]

    private static func stem(_ word: String) -> String {
        guard word.utf8.count > 3, word.utf8.last == UInt8(ascii: "s") else { return word }
        if word.hasSuffix("ies") { return word.dropLast(3) + "y" }
        for ending in ["sses", "shes", "ches", "xes"] where word.hasSuffix(ending) {
            return String(word.dropLast(2))
        }
        return word.hasSuffix("ss") ? word : String(word.dropLast())
    }
}

extension String {
    /// With a capital first letter, the rest as it is.
    var capitalisedFirst: String {
        prefix(1).uppercased() + dropFirst()
    }
}
