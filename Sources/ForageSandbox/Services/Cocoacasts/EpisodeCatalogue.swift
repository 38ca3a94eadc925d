internal import Platform

/// The episodes of the simulated services about items of the catalogue, with the newest first.
struct EpisodeCatalogue: Sendable {
    let episodes: [PlayedEpisode]

    static let categories = [
        "Swift", "Networking", "Core Data", "User Interface", "Testing", "Architecture",
    ]

    /// The names of all folders with images.
    let slugs: Set<String>

    init(_ catalogue: Catalogue) {
        let subjects = catalogue.items.filter { $0.isGeneral || $0.id.stableHash % 5 == 0 }
        let lessons = subjects.flatMap(Lesson.lessons)
        episodes = lessons.enumerated().map { place, lesson in
            lesson.episode(number: Self.number(at: place, of: lessons.count), place: place)
        }
        let names = Self.categories + episodes.compactMap(\.collection)
        slugs = Set(episodes.flatMap { [$0.slug, $0.sharedSlug] } + names.map(Slug.of))
    }

    var recent: [PlayedEpisode] { Array(episodes.prefix(20)) }

    var popular: [PlayedEpisode] {
        Array(episodes.sorted { $0.title.stableHash < $1.title.stableHash }.prefix(20))
    }

    /// The episodes of the later generation, which are fewer and include a complete series.
    var later: [PlayedEpisode] { Array(episodes.prefix(60)) }

    /// Returns the number of an episode. Numbers decrease, but two are exchanged and one occurs twice, as in the real
    /// service.
    private static func number(at place: Int, of count: Int) -> Int {
        switch place {
        case 3: count - 4
        case 4: count - 3
        case 8: count - 7
        default: count - place
        }
    }
}

/// An episode of the simulated services.
struct PlayedEpisode: Sendable {
    let number: Int
    let title: String
    let collection: String?
    let category: String
    /// The excerpt in Markdown, as in the first generation.
    let excerpt: String
    /// The excerpt in plain text, as in the later generation.
    let plainExcerpt: String
    let author: String
    let seconds: Int
    let isForSubscribers: Bool
    let published: CalendarDay

    /// The name of its page and of the folder of its image.
    var slug: String { Slug.of([collection, title].compactMap(\.self).joined(separator: " ")) }

    /// The folder of its image in the later generation, which all episodes of a series share.
    var sharedSlug: String { Slug.of(collection ?? title) }
}

extension PlayedEpisode {
    /// The record in the first generation.
    var snakeCase: JSONText {
        """
        {"id":\(number),"plus":\(isForSubscribers),"title":\(title),"author":\(author),"category":\(category),
        "excerpt":\(excerpt),"collection":\(collection),
        "thumbnail_url":\(EpisodeImages.address(of: slug, on: EpisodeImages.store)),"duration":\(seconds),
        "published_at":\("\(published.text)T04:30:00+00:00"),"swift":"5","xcode":"12.2",
        "platform_version":14,"platform_name":"ios"}
        """
    }

    /// The record in the later generation, whose numbers have gaps and whose images are on two hosts.
    var camelCase: JSONText {
        let host = sharedSlug.stableHash % 3 == 0 ? EpisodeImages.store : EpisodeImages.network
        return """
            {"id":\(number % 2 == 0 ? number + 300 : number),"title":\(title),"excerpt":\(plainExcerpt),
            "imageURL":\(EpisodeImages.address(of: sharedSlug, on: host)),"videoDuration":\(seconds),
            "videoID":\(String(540_000_000 + number))}
            """
    }
}

/// Names in the form used in addresses.
enum Slug {
    static func of(_ title: String) -> String { Words.all(in: title).joined(separator: "-") }
}

/// A day, counted from 1 January 1970.
struct CalendarDay: Sendable {
    let number: Int

    /// The day as `2019-05-07`.
    var text: String {
        Date(timeIntervalSince1970: Double(number) * 86_400).formatted(.iso8601.year().month().day())
    }
}
