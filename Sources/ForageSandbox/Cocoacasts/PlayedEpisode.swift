/// One episode as the played services know it.
struct PlayedEpisode: Sendable {
    let number: Int
    let title: String
    let collection: String?
    let category: String
    /// In Markdown, as the first generation sends it.
    let excerpt: String
    /// The same in plain words, as the later one does.
    let plainExcerpt: String
    let author: String
    let seconds: Int
    let isForSubscribers: Bool
    let published: CalendarDay

    /// What its page is called, and the folder of its image.
    var slug: String { Slug.of([collection, title].compactMap(\.self).joined(separator: " ")) }

    /// The folder of its image in the later generation, where a series shares one.
    var sharedSlug: String { Slug.of(collection ?? title) }
}

/// Names as they stand in addresses.
enum Slug {
    static func of(_ title: String) -> String { Words.all(in: title).joined(separator: "-") }
}

/// A day, counted from 1 January 1970, and how it is written.
struct CalendarDay: Sendable {
    let number: Int

    /// `2019-05-07`, reckoned in years that start in March, so that leap days come last.
    var text: String {
        let shifted = number + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let year = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return "\(year + era * 400 + (month <= 2 ? 1 : 0))-\(Self.two(month))-\(Self.two(day))"
    }

    private static func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
}
