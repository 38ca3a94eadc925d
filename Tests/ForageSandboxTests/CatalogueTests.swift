import Testing

@testable import ForageSandbox

struct CatalogueTests {
    static let catalogue = Catalogue()
    private let catalogue = Self.catalogue

    @Test("the same seed makes the same catalogue, and another seed another one")
    func followsSeed() {
        let texts = catalogue.items.map(\.summary)
        #expect(Catalogue().items.map(\.summary) == texts)
        #expect(Catalogue(seed: 7).items.map(\.summary) != texts)
    }

    @Test("several hundred items have unique ids")
    func isLarge() {
        #expect(catalogue.items.count > 400)
        #expect(Set(catalogue.items.map(\.id)).count == catalogue.items.count)
    }

    @Test("no sentence has an unfilled placeholder")
    func fillsSentences() {
        for item in catalogue.items {
            #expect(item.sentences.count == 4)
            #expect(!item.summary.contains { "{}".contains($0) })
            #expect(item.sentences.allSatisfy { $0.hasSuffix(".") })
        }
    }

    @Test("every good query has matches")
    func answersGoodQueries() {
        for query in catalogue.goodQueries {
            #expect(!catalogue.matches(for: query).isEmpty, "\(query)")
        }
    }

    @Test(
        "relevance depends on where the words occur",
        arguments: [
            ("owl", "owl", Relevance.exact), ("Owls", "owl", .exact), ("snowy owl", "snowy-owl", .exact),
            ("the owl", "owl", .exact), ("owl", "snowy-owl", .titled), ("silver", "silver-flute", .titled),
            ("bird", "snowy-owl", .tagged), ("silver instruments", "silver-flute", .tagged),
            ("bread & butter pudding", "bread-butter-pudding", .exact), ("CRÈME", "crème-caramel", .titled),
        ])
    func gradesRelevance(query: String, id: String, expected: Relevance) {
        #expect(catalogue.matches(for: query).first { $0.item.id == id }?.relevance == expected)
    }

    @Test("the best match comes first", arguments: ["owl", "snowy owl", "silver", "bird", "market"])
    func sortsMatches(query: String) {
        let grades = catalogue.matches(for: query).map(\.relevance)
        #expect(grades == grades.sorted(by: >))
    }

    @Test(
        "absent words match nothing",
        arguments: ["", "   ", "the", "xylograph", "owl xylograph", "!?"])
    func findsNothing(query: String) {
        #expect(catalogue.matches(for: query).isEmpty)
    }

    @Test(
        "plurals match their singular",
        arguments: [
            ("owls", "owl"), ("ferries", "ferry"), ("foxes", "fox"), ("glass", "glass"), ("bus", "bus"),
            ("compasses", "compass"), ("Finches", "finch"),
        ])
    func stemsPlurals(plural: String, singular: String) {
        #expect(Words.stems(in: plural) == [singular])
    }
}
