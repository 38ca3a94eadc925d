import Flickr
import ForageCore
import ForageTesting
import Testing

@Suite("Flickr as a provider")
struct ConformanceTests {
    @Test("keeps the promises of every provider", arguments: ProviderKit.Promise.allCases)
    func promise(promise: ProviderKit.Promise) throws {
        let kit = try ProviderKit(
            FlickrProvider.registration,
            samples: [
                SampleAnswer(
                    "search", to: Sample.search(), body: Sample.body("search"), recordPath: "/photos/photo"),
                SampleAnswer(
                    "interesting", to: Sample.browse("2024-05-31"), body: Sample.body("interesting"),
                    recordPath: "/photos/photo"),
                SampleAnswer("wrapped", to: Sample.search(), body: Sample.body("wrapped.txt")),
                SampleAnswer(
                    "details", to: Sample.details, body: Sample.body("details"),
                    following: [Sample.body("sizes")]),
            ])
        #expect(kit.breaches(of: promise).isEmpty)
    }
}
