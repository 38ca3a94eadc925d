import ForageCore
import TestPlaces
import Testing

@Suite("Random queries")
struct QueryPropertyTests {
    @Test("every query reads back from its canonical form")
    func regularForm() throws {
        for seed in 0..<Campaign.count(1_000, of: 50_000) {
            var generated = GeneratedQuery(seed: UInt64(seed))
            let query = try generated.query()
            #expect(try Query(parsing: query.description) == query, "\(seed): \(query.description)")
        }
    }

    @Test("typed text is read, or refused with one sentence and a position")
    func typed() {
        for seed in 0..<Campaign.count(2_000, of: 50_000) {
            var generated = GeneratedQuery(seed: UInt64(seed))
            let typed = generated.typed()
            do throws(QueryError) {
                let query = try Query(parsing: typed)
                #expect((try? Query(parsing: query.description)) == query, "\(typed) → \(query.description)")
            } catch {
                #expect("\(error)".hasSuffix(".") || "\(error)".hasSuffix("?"), "\(error)")
                guard case .syntax(let fault) = error else { continue }
                #expect(
                    fault.range.upperBound <= typed.unicodeScalars.count && !fault.range.isEmpty, "\(typed)")
            }
        }
    }
}
