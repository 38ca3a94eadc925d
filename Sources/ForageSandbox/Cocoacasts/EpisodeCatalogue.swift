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
