import ForageConformance
import ForageCore
import ForageSearch
import Platform
import TestDoubles
import TestPlaces
import Testing

/// Whatever the items and filters, the report describes them correctly.
@Suite struct HonestFilterTests {
    private static let pages: [WebURL?] = [nil, nil, "https://shared.example/1", "https://shared.example/2"]
    private static let licences = [
        nil, "cc0-1.0", "cc-by-4.0", "cc-by-nc-4.0", "cc-by-nd-2.0", "all-rights-reserved", "unheard-of",
    ]
    private static let names: [Filter.Name] = [
        .creator, .publishedSince, .minimumSize, .phrase, .licence, .hue,
    ]

    private func items(of provider: ProviderID, using random: inout SeededNumbers) throws -> [Item] {
        // Some providers never state a value.
        let isSilent = (0..<4).map { _ in random.chance(3) }
        return try (0..<Int.random(in: 0...12, using: &random)).map { number in
            let page = Self.pages.randomElement(using: &random) ?? nil
            let sides = (0..<2).map { _ in Int.random(in: 1...4, using: &random) * 100 }
            let year = Double(Int.random(in: 0...50, using: &random)) * 31_557_600
            let licence = Self.licences.randomElement(using: &random) ?? nil
            let chances = (0..<4).map { isSilent[$0] || random.chance(4) }
            let isBarn = random.chance(2)
            return try .sample(provider, "\(number)", page: page, kind: random.chance(3) ? .topic : .photo) {
                draft in
                draft.title = isBarn ? "A barn owl" : "Owl"
                if !chances[0] { draft.creator = Creator(name: number.isMultiple(of: 2) ? "Ann Lee" : "Bea") }
                if !chances[1] { draft.publishedAt = Date(timeIntervalSince1970: year) }
                if !chances[2] {
                    draft.renditions = [
                        Rendition(
                            .regular,
                            at: WebURL("https://\(provider).example/\(number).jpg") ?? "https://a.example/",
                            size: PixelSize(width: sides[0], height: sides[1]))
                    ]
                }
                if !chances[3] { draft.licence = licence.map { Licence(id: $0, name: $0) } }
            }
        }
    }

    private func filters(using random: inout SeededNumbers) -> [Filter] {
        let day = Date(timeIntervalSince1970: 20 * 31_557_600)
        let all: [Filter] =
            [
                .creator("ann"), .publishedSince(day), .publishedBefore(day + 15 * 31_557_600),
                .kinds([.photo]),
                .phrases(["barn owl"]), .without(["barn"]), .licence(LicenceFilter([.commercial])),
                .licence(LicenceFilter([.modify], licences: ["cc-by", "cc0", "cc-by-nc"])), .hue(.teal),
                .orientation(.landscape), .content(.safe),
            ] + [PixelSize(width: 200, height: 200)].compactMap(\.self).map(Filter.minimumSize)
        return Array(all.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)))
    }

    @Test("every shown item satisfies the filters reported as applied, and in a strict search all filters")
    func satisfied() async throws {
        for seed in 0..<300 {
            var random = SeededNumbers(seed: seed)
            let filters = filters(using: &random)
            var sources: [StubSource] = []
            for provider in ProviderID.letters.prefix(3) {
                let honoured = Set(Self.names.filter { _ in random.chance(4) })
                sources.append(
                    StubSource(
                        .sample(
                            provider, kinds: [.photo, .topic], capabilities: Capabilities(filters: honoured)),
                        items: try items(of: provider, using: &random)))
            }
            let engine = SearchEngine(sources: sources)
            for isStrict in [false, true] {
                let report = try await engine.report(Query("owl", filters: filters, isStrict: isStrict))
                check(report, isStrict: isStrict, "\(seed)")
            }
        }
    }

    private func check(_ report: Report, isStrict: Bool, _ seed: String) {
        for item in report.items {
            let outcomes = report.outcomes.filter { outcome in
                item.sources.contains { $0.provider == outcome.provider } && outcome.isAnswer
            }
            #expect(!outcomes.isEmpty, "\(seed): \(item.id) belongs to no provider")
            for filter in report.query.filters {
                let verdict = filter.verdict(on: item)
                let handlings = Set(outcomes.compactMap { $0.filters[filter.name] })
                #expect(!handlings.isEmpty)
                if handlings == [.applied] {
                    #expect(verdict == .satisfied, "\(seed): \(filter) on \(item.id)")
                }
                if filter.name != .phrase {
                    #expect(verdict != .violated, "\(seed): \(filter) on \(item.id)")
                }
                if filter.name == .licence {
                    #expect(verdict == .satisfied, "\(seed): \(filter) on \(item.id)")
                }
            }
        }
        for outcome in report.outcomes where outcome.isAnswer {
            #expect(Set(outcome.filters.keys) == Set(report.query.filters.map(\.name)))
            if isStrict { #expect(!outcome.filters.values.contains(.impossible)) }
            if case .answered(let count) = outcome.result {
                let shown = report.items.count { item in
                    item.sources.contains { $0.provider == outcome.provider }
                }
                #expect(shown <= count)
            }
        }
    }
}
