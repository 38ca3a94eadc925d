import ForageCore
import ForageTesting
import Testing
import Unsplash

@Suite("Unsplash as a provider")
struct ConformanceTests {
    @Test("keeps the promises of every provider", arguments: ProviderKit.Promise.allCases)
    func promise(promise: ProviderKit.Promise) throws {
        let kit = try ProviderKit(
            UnsplashProvider.registration,
            samples: [
                SampleAnswer(
                    "search", to: Sample.search(), body: Sample.body("search"), recordPath: "/results"),
                SampleAnswer(
                    "list of 2019", to: Sample.browse, body: Sample.body("list-2019"), recordPath: ""),
                SampleAnswer(
                    "list of 2015", to: Sample.browse, body: Sample.body("list-2015"), recordPath: ""),
                SampleAnswer("details", to: Sample.details, body: Sample.body("details")),
                SampleAnswer("details of 2019", to: Sample.details, body: Sample.body("details-2019")),
            ])
        #expect(kit.breaches(of: promise).isEmpty)
    }
}
