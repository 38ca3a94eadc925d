import Testing

@testable import ForageStorage

@Suite("The best of many matches")
struct BestPlacesTests {
    @Test(
        "the best matches are in order, whatever order they arrive in",
        arguments: [1, 2, 31, 1_000, 6_000])
    func best(limit: Int) {
        var places = BestPlaces(limit: limit)
        // Every number below 5,003 once, out of order, with many equal ranks.
        let hits = (0..<5_003).map {
            Hit(rank: Double(-($0 * 7_919 % 5_003 % 97)), number: $0 * 7_919 % 5_003)
        }
        for hit in hits { places.add(hit) }
        #expect(places.numbers == hits.sorted().prefix(limit).map(\.number))
    }
}
