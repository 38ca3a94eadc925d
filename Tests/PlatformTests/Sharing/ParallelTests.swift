import Platform
import Testing

@Suite("Mapping many values in parallel", .timeLimit(.minutes(1)))
struct ParallelTests {
    @Test("the results are in order, each once", arguments: [0, 1, 7, 128, 5000])
    func order(count: Int) async {
        var results: [Int] = []
        await Parallel.map(Array(0..<count), { $0 * 2 }, take: { results += $0 })
        #expect(results == (0..<count).map { $0 * 2 })
    }
}
