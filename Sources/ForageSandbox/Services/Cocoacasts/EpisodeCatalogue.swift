/// The episodes that the played services have: about the things of the catalogue, newest first.
struct EpisodeCatalogue: Sendable {
    let episodes: [PlayedEpisode]

    /// Every folder that an image lies in.
    let slugs: Set<String>

    init(_ catalogue: Catalogue) {
        let subjects = catalogue.items.filter { $0.isGeneral || $0.id.stableHash % 5 == 0 }
        let lessons = subjects.flatMap(Lesson.lessons)
        episodes = lessons.enumerated().map { place, lesson in
            lesson.episode(number: Self.number(at: place, of: lessons.count), place: place)
        }
        let names = EpisodeCategory.all + episodes.compactMap(\.collection)
        slugs = Set(episodes.flatMap { [$0.slug, $0.sharedSlug] } + names.map(Slug.of))
    }

    var recent: [PlayedEpisode] { Array(episodes.prefix(20)) }

    var popular: [PlayedEpisode] {
        Array(episodes.sorted { $0.title.stableHash < $1.title.stableHash }.prefix(20))
    }

    /// The later generation starts afresh and has fewer, one whole series among them.
    var later: [PlayedEpisode] { Array(episodes.prefix(60)) }

    /// From the greatest down, but two change places and one number comes twice, as it is known to.
    private static func number(at place: Int, of count: Int) -> Int {
        switch place {
        case 3: count - 4
        case 4: count - 3
        case 8: count - 7
        default: count - place
        }
    }
}

/// What the services sort their episodes by.
enum EpisodeCategory {
    static let all = ["Swift", "Networking", "Core Data", "User Interface", "Testing", "Architecture"]
}

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

extension PlayedEpisode {
    /// As the first generation writes it.
    var snakeCase: JSONLiteral {
        [
            "id": .number(number), "plus": .bool(isForSubscribers), "title": .string(title),
            "author": .string(author), "category": .string(category), "excerpt": .string(excerpt),
            "collection": collection.map(JSONLiteral.string) ?? nil,
            "thumbnail_url": .string(EpisodeImages.address(of: slug, on: EpisodeImages.store)),
            "duration": .number(seconds), "published_at": .string("\(published.text)T04:30:00+00:00"),
            "swift": "5", "xcode": "12.2", "platform_version": 14, "platform_name": "ios",
        ]
    }

    /// As the later generation writes it: its numbers jump, and its images are on either host.
    var camelCase: JSONLiteral {
        let host = sharedSlug.stableHash % 3 == 0 ? EpisodeImages.store : EpisodeImages.network
        return [
            "id": .number(number % 2 == 0 ? number + 300 : number), "title": .string(title),
            "excerpt": .string(plainExcerpt),
            "imageURL": .string(EpisodeImages.address(of: sharedSlug, on: host)),
            "videoDuration": .number(seconds), "videoID": .string(String(540_000_000 + number)),
        ]
    }
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

extension JSONLiteral {
    /// With every slash escaped, as some writers have it.
    var bytesWithEscapedSlashes: [UInt8] {
        bytes().flatMap { $0 == UInt8(ascii: "/") ? [UInt8(ascii: "\\"), $0] : [$0] }
    }
}
