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

/// The subject of an episode, with an item of the catalogue as its example.
struct Lesson {
    private let subject: CatalogueItem
    private let plan: Plan
    private let collection: String?

    /// A title and an excerpt, in which `{A}`, `{a}` and `{a Thing}` are replaced by the item's name with its article.
    private struct Plan {
        let title: String
        let excerpt: String
        let category: String
    }

    /// Returns the lessons about an item: a series for a general item, or else a single episode.
    static func lessons(about subject: CatalogueItem) -> [Lesson] {
        if subject.isGeneral {
            return series.map { plan in
                Lesson(
                    subject: subject, plan: plan, collection: filled("Building {a Thing} Tracker", subject))
            }
        }
        let plan = singles[Int(subject.title.stableHash % UInt64(singles.count))]
        return [Lesson(subject: subject, plan: plan, collection: nil)]
    }

    private static let series = [
        Plan(
            title: "Setting Up the Project",
            excerpt: "In this series we build an app that follows {a} on a map. We start with **an empty "
                + "project** and end with a [first view](https://developer.example/views).",
            category: "User Interface"),
        Plan(
            title: "Fetching {a Thing} From the Network",
            excerpt: "Somewhere a server knows {a}. We ask it with `URLSession`, read its answer with "
                + "`Codable` and wonder *what could go wrong*.",
            category: "Networking"),
        Plan(
            title: "Saving {a Thing} With Core Data",
            excerpt:
                "{A} that was seen once should stay. `NSManagedObject` keeps it, **migrations** and all.",
            category: "Core Data"),
    ]

    private static let singles = [
        Plan(
            title: "Drawing {a Thing} With Core Graphics",
            excerpt: "A few *paths* and two colors make {a}. No image is needed.", category: "User Interface"),
        Plan(
            title: "Modeling {a Thing} With Value Types",
            excerpt:
                "Is {a} a `struct` or a `class`? We try both, and [measure](https://developer.example/copies).",
            category: "Swift"),
        Plan(
            title: "Testing {a Thing} View Model",
            excerpt: "A view model that shows {a} has no view, which is **why we can test it**.",
            category: "Testing"),
        Plan(
            title: "Coordinating {a Thing}",
            excerpt: "Who decides that {a} comes next? _Not the view controller._", category: "Architecture"),
    ]

    func episode(number: Int, place: Int) -> PlayedEpisode {
        let excerpt = Self.filled(plan.excerpt, subject)
        let words = subject.sentences.first ?? ""
        let chance = excerpt.stableHash
        return PlayedEpisode(
            number: number, title: Self.filled(plan.title, subject), collection: collection,
            category: plan.category, excerpt: "\(excerpt)\n\n> \(words)",
            plainExcerpt: "\(Self.withoutMarks(excerpt)) \(words)", author: subject.person,
            seconds: 180 + Int(chance % 900), isForSubscribers: collection != nil && chance % 3 > 0,
            published: CalendarDay(number: 18_600 - place * 3))
    }

    private static func filled(_ pattern: String, _ subject: CatalogueItem) -> String {
        let words = subject.title.split(separator: " ")
        let name = words.map { String($0).capitalisedFirst }.joined(separator: " ")
        let startsWithVowel = name.lowercased().first.map { "aeiou".contains($0) } ?? false
        let article = startsWithVowel ? "an" : "a"
        let phrases = [
            "A": "\(article.capitalisedFirst) \(name.lowercased())", "a": "\(article) \(name.lowercased())",
            "a Thing": "\(article) \(name)",
        ]
        return pattern.split(separator: "{", omittingEmptySubsequences: false).reduce(into: "") {
            text, part in
            let slot = part.prefix { $0 != "}" }
            text += phrases[String(slot)].map { $0 + part.dropFirst(slot.count + 1) } ?? String(part)
        }
    }

    /// Removes the marks. The patterns contain no other characters that resemble marks.
    private static func withoutMarks(_ markdown: String) -> String {
        var text = ""
        var rest = markdown[...]
        while let sign = rest.popFirst() {
            if sign == "]" { rest = rest.drop { $0 != ")" }.dropFirst() }
            if !"*_`[]".contains(sign) { text.append(sign) }
        }
        return text
    }
}
