internal import ForageCore
internal import ForageSearch
internal import TestPlaces

/// Services that are asked the same queries, and how good their lists are, alone and as one.
package struct JudgedSetting: Sendable {
    /// What the setting is called.
    package let name: String
    private let queries: [JudgedQuery]

    private let services: [ProviderID]
    /// How many queries are asked.
    package static let queryCount = 50

    private init(
        _ name: String, errors: [Double], manner: JudgedQuery.Manner = JudgedQuery.Manner(), seed: Int
    ) {
        var luck = SeededNumbers(seed: seed)
        self.name = name
        services = errors.indices.compactMap { ProviderID("service-\($0)") }
        queries = (0..<Self.queryCount).map { _ in
            JudgedQuery(errors: errors, manner: manner, using: &luck)
        }
    }

    /// Four services that know equally well what matters.
    package static func equal(seed: Int) -> JudgedSetting {
        JudgedSetting("equal", errors: [1, 1, 1, 1], seed: seed)
    }

    /// One that knows as well as those, and three whose error is twice as large.
    package static func oneGood(seed: Int) -> JudgedSetting {
        JudgedSetting("one good, three noisy", errors: [1, 2, 2, 2], seed: seed)
    }

    /// Many settings that are not alike: few and many services, shorter and longer lists, more and less in common.
    package static func various(seed: Int) -> [JudgedSetting] {
        let services: [[Double]] = [
            [1, 1], [0.5, 0.5, 0.5, 0.5], [2, 2, 2, 2], [1, 1, 2, 2], [1, 2, 2, 2, 2, 2, 2, 2],
        ]
        return services.flatMap { errors in
            [10, 30, 60].flatMap { length in
                [(0.3, 0.6), (0.6, 0.2), (0.9, 0)].map { coverage, commonShare in
                    var manner = JudgedQuery.Manner()
                    (manner.length, manner.coverage, manner.commonShare) = (length, coverage, commonShare)
                    return JudgedSetting("various", errors: errors, manner: manner, seed: seed)
                }
            }
        }
    }

    /// The mean quality of the service whose mean is the highest.
    package var best: Double {
        services.indices.map { service in
            mean { JudgedQuery.quality(of: $0.lists[service]) }
        }.max() ?? 0
    }

    /// The mean quality of the lists that Forage makes of all.
    package var fused: Double {
        mean { query in
            let lists = zip(services, query.lists).map { provider, works in
                RankedList(works.compactMap { Item(judged: $0, by: provider) })
            }
            return JudgedQuery.quality(of: lists.fused().map(\.item).compactMap { Int($0.id.local) })
        }
    }

    /// The mean quality of the lists that SearXNG's published formula makes of all: the number of positions,
    /// times the weights, which are 1, times the sum of what the positions go into.
    package var multiplied: Double {
        mean { query in
            var positions: [Int: [Int]] = [:]
            for list in query.lists {
                for (place, work) in list.enumerated() { positions[work, default: []].append(place + 1) }
            }
            let scores = positions.mapValues { Double($0.count) * $0.reduce(0) { $0 + 1 / Double($1) } }
            let ranked = scores.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            return JudgedQuery.quality(of: ranked.map(\.key))
        }
    }

    private func mean(_ quality: (JudgedQuery) -> Double) -> Double {
        queries.reduce(0) { $0 + quality($1) } / Double(queries.count)
    }
}

extension Item {
    /// A work, as a service brings it.
    fileprivate init?(judged work: Int, by provider: ProviderID) {
        guard let page = WebURL("https://works.example/\(work)") else { return nil }
        let draft = Draft(localID: "\(work)", kind: .photo, title: "Work \(work)", page: page)
        let credit = Attribution(
            title: draft.title, page: page, source: NamedLink("Works", "https://works.example/"),
            creator: .unknown, licence: .unknown)
        self.init(draft, credit: credit, from: provider)
    }
}
