import ForageCore
import Platform
import TestPlaces

/// Random queries, both valid ones and typed text.
struct GeneratedQuery {
    private var numbers: SeededNumbers

    init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

    mutating func query() throws -> Query {
        let words = (0..<count(1...4)).map { _ in text(1...1) }
        return try Query(
            words.joined(separator: " "), filters: (0..<count(0...6)).map { _ in filter() },
            order: Order.allCases.randomElement(using: &numbers) ?? .relevance,
            providers: ["flickr", "a-b", "unsplash"].shuffled(using: &numbers).suffix(count(0...2)))
    }

    /// Text that may be a query.
    mutating func typed() -> String {
        (0..<count(0...12)).map { _ in pieces.randomElement(using: &numbers) ?? "" }.joined()
    }

    mutating func filter() -> Filter {
        let date = Date(timeIntervalSince1970: Double(count(0...1_700) * 1_000_000))
        return switch count(0...11) {
        case 0: .phrases((0..<count(1...2)).map { _ in text(1...3) })
        case 1: .without((0..<count(1...2)).map { _ in text(1...2, letter: "v") })
        case 2: .creator(text(1...3))
        case 3: .collection(text(1...3))
        case 4: .kinds(Set(Kind.allCases.shuffled(using: &numbers).prefix(count(1...3))))
        case 5: .licence(licence())
        case 6: .orientation(.square)
        case 7: .hue(Filter.Hue.allCases.randomElement(using: &numbers) ?? .red)
        case 8:
            PixelSize(width: count(1...2_000), height: count(1...2_000)).map(Filter.minimumSize) ?? .hue(.red)
        case 9: .publishedSince(date)
        case 10: .content(Filter.Content.allCases.randomElement(using: &numbers) ?? .any)
        default: .publishedBefore(date.addingTimeInterval(1_800_000_000))
        }
    }

    private mutating func licence() -> LicenceFilter {
        let permissions = LicenceTerms.Permission.allCases.shuffled(using: &numbers).prefix(count(0...3))
        return count(0...1) == 0
            ? LicenceFilter(Set(permissions))
            : LicenceFilter(Set(permissions), licences: ["cc-by", "cc0-1.0"])
    }

    /// Random words. Left-out words begin with another letter, as a word cannot be both searched for and excluded.
    private mutating func text(_ words: ClosedRange<Int>, letter: String = "w") -> String {
        (0..<count(words)).map { _ in
            // A word with letters ensures that there is something to compare.
            (numbers.chance(3) ? texts.randomElement(using: &numbers) ?? "" : "") + letter
                + "\(count(0...9_999))"
                + (numbers.chance(3) ? texts.randomElement(using: &numbers) ?? "" : "")
        }.joined(separator: " ")
    }

    private mutating func count(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &numbers) }

    private let texts = [
        "\"", "\\", ":", "-", "!", ",", "“", "”", "kind:", "é", "猫", "\u{301}", "🦉", "\u{600}", "'",
        "OR", "NOT", "：", "！", "，", "=", "--", "–", "\u{200B}", "«", "„", " :",
    ]
    private let pieces = [
        "owl", " ", " ", "\"", "\\", ":", "-", "!", ",", "“", "”", "kind:", "by:", "photo", "2020", "after:",
        "é", "猫",
        "\u{301}", "🦉", "licence:", "cc-by", "flickr", "min:", "1x2", "\u{7}", "\u{FFFD}", "not:", "//",
        "from:", "\u{202E}", "OR", "NOT", "：", "！", "，", "=", "–", "'", "\u{200B}", "«", "»", "„", "by", ":x",
    ]
}
