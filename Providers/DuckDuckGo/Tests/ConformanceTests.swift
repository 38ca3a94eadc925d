import DuckDuckGo
import ForageCore
import ForageTesting
import Testing

@Suite("DuckDuckGo as a provider")
struct ConformanceTests {
    @Test("keeps the promises of every provider", arguments: ProviderKit.Promise.allCases)
    func promise(promise: ProviderKit.Promise) throws {
        let kit = try ProviderKit(
            DuckDuckGoProvider.registration,
            samples: [
                SampleAnswer(
                    "article", to: Sample.search("barn owl"), body: Sample.body("article"),
                    recordPath: "/RelatedTopics"),
                SampleAnswer(
                    "article of 2013", to: Sample.search("farol"), body: Sample.body("article-2013"),
                    recordPath: "/Results"),
                SampleAnswer(
                    "disambiguation", to: Sample.search("kiwi"), body: Sample.body("disambiguation")),
                SampleAnswer("definition", to: Sample.search("lantern"), body: Sample.body("definition")),
                SampleAnswer("answer", to: Sample.search("12 inches"), body: Sample.body("answer-text")),
            ])
        #expect(kit.breaches(of: promise).isEmpty)
    }
}
