/// The lists of both generations.
struct EpisodeLists: Sendable {
    let catalogue: EpisodeCatalogue

    /// A list of the first generation.
    func list(named name: String) -> JSONLiteral? {
        switch name {
        case "episodes": .array(catalogue.episodes.map(\.snakeCase))
        case "recent-episodes": .array(catalogue.recent.map(\.snakeCase))
        case "popular-episodes": .array(catalogue.popular.map(\.snakeCase))
        case "categories":
            .array(EpisodeCategory.all.enumerated().map { category($0.offset + 1, $0.element) })
        case "collections": .array(collections.enumerated().map { collection($0.offset + 1, $0.element) })
        default: nil
        }
    }

    /// An episode of the first generation; the first, where a number is given twice.
    func episode(_ number: String) -> JSONLiteral? {
        catalogue.episodes.first { String($0.number) == number }?.snakeCase
    }

    /// The list of the later generation.
    var later: JSONLiteral { .array(catalogue.later.map(\.camelCase)) }

    private var collections: [String] {
        catalogue.episodes.compactMap(\.collection).reduce(into: []) { names, name in
            if names.last != name { names.append(name) }
        }
    }

    private func category(_ number: Int, _ name: String) -> JSONLiteral {
        [
            "id": .number(number), "name": .string(name), "thumbnail_url": thumbnail(name),
            "number_of_episodes": .number(catalogue.episodes.count { $0.category == name }),
        ]
    }

    private func collection(_ number: Int, _ name: String) -> JSONLiteral {
        let parts = catalogue.episodes.filter { $0.collection == name }
        return [
            "id": .number(number), "name": .string(name), "thumbnail_url": thumbnail(name),
            "duration": .number(parts.reduce(0) { $0 + $1.seconds }),
        ]
    }

    private func thumbnail(_ name: String) -> JSONLiteral {
        .string(EpisodeImages.address(of: Slug.of(name), on: EpisodeImages.store))
    }
}
