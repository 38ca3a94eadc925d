import Cocoacasts
import ForageCore
import ForageTesting
import Testing

@Suite("Cocoacasts as a provider")
struct ConformanceTests {
    @Test("keeps the promises of every provider", arguments: ProviderKit.Promise.allCases)
    func promise(promise: ProviderKit.Promise) throws {
        let kit = try ProviderKit(
            CocoacastsProvider.registration,
            samples: [
                SampleAnswer(
                    "first generation", to: Sample.listing, body: Sample.body("recent-episodes"),
                    recordPath: ""),
                SampleAnswer(
                    "later generation", to: Sample.listing, body: Sample.body("v1-episodes"), recordPath: ""),
            ])
        #expect(kit.breaches(of: promise).isEmpty)
    }
}
