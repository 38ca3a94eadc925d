import ForageCore
import JSON
import TestWording
import Testing

@testable import ForageCommand

@Suite("Checking a real service")
struct LiveCheckTests {
    @Test("a changed service is distinguished from a local problem", arguments: answers)
    func judges(answer: Result<Response, FetchError>, verdict: Finding.Verdict, words: String) async {
        let (finding, wasReached) = await LiveCheck(Titles(), samples: Titles.samples) {
            (_) throws(FetchError) in Fetched(try answer.get(), origin: .network)
        }.finding()
        #expect(wasReached == ((try? answer.get()) != nil))
        #expect(finding.verdict == verdict, "\(finding)")
        #expect(finding.sentence.contains(words), "\(finding)")
    }

    static let answers: [(Result<Response, FetchError>, Finding.Verdict, String)] = [
        (.success(body(#"[{"title": "a", "id": 1}]"#)), .ok, "have not changed"),
        (.success(body("[]")), .unknown, "nothing to compare"),
        (.success(body(#"[{"title": "a"}]"#)), .advice, "/*/id is missing"),
        (.success(body(#"[{"id": 1}]"#)), .failed, "/*/title"),
        (
            .success(body(#"[{"id": 1}, {"title": "a", "id": 2}]"#)), .advice,
            "changed: \(Wording.Answers.changed("/*/title", 1, of: 2))."
        ),
        (.success(body("<html>Sign in</html>")), .unknown, "Something other than the service answered"),
        (.success(Response(status: 401, body: [])), .advice, "refused the key"),
        (.success(Response(status: 404, body: [])), .failed, "404"),
        (.success(Response(status: 429, body: [])), .unknown, "accepts no request now"),
        (.success(Response(status: 503, body: [])), .unknown, "It failed"),
        (.failure(.unreachable("there is no network")), .unknown, "there is no network"),
    ]

    @Test(
        "without a matching sample it says so, and still checks the declared shape",
        arguments: [
            ([], #"[{"title": "a", "id": 1}]"#, .ok, "there is no sample to compare them with"),
            ([listed], #"[{"title": "a", "id": 1}]"#, .ok, "there is no sample"),
            ([], #"[{"title": "a"}]"#, .advice, Wording.Answers.changed("/*/id", 1, of: 1)),
        ] as [([SampleAnswer], String, Finding.Verdict, String)])
    func unsampled(
        samples: [SampleAnswer], body: String, verdict: Finding.Verdict, words: String
    ) async {
        var titles = Titles()
        titles.number = "id"
        let finding = await LiveCheck(titles, samples: samples) { (_) throws(FetchError) in
            Fetched(Self.body(body), origin: .network)
        }.finding().finding
        #expect(finding.verdict == verdict && finding.sentence.contains(words), "\(finding)")
    }

    private static let listed = SampleAnswer(
        "listed", to: .browse(Browse(), PageRequest(size: 1)),
        response: body(#"[{"title": "a", "id": 1}]"#))

    @Test("an answer from the cache says nothing about the service")
    func stale() async {
        let (finding, wasReached) = await LiveCheck(Titles(), samples: []) { (_) throws(FetchError) in
            Fetched(Self.body("[]"), origin: .stale(.seconds(9), "no server was reached"))
        }.finding()
        #expect(finding.verdict == .unknown)
        #expect(finding.sentence.contains("no server was reached") && !wasReached)
    }

    @Test("a refusal without a key counts as a block")
    func blocked() async {
        var keyless = Titles()
        keyless.info.keys = []
        let finding = await LiveCheck(keyless, samples: []) { (_) throws(FetchError) in
            Fetched(Response(status: 403, body: []), origin: .network)
        }.finding().finding
        #expect(finding.verdict == .unknown && finding.sentence.hasPrefix("It blocked the request"))
    }

    private static func body(_ text: String) -> Response { Response(body: Array(text.utf8)) }
}

/// A service that lists titles.
private struct Titles: Provider {
    var info = ProviderInfo(
        id: "titles", name: "Titles", summary: "Titles.", site: "https://titles.example/", kinds: [.photo],
        origins: ["https://titles.example/"], capabilities: Capabilities(),
        keys: [KeySpec("apiKey", variable: "TITLES_KEY", page: "https://titles.example/keys")])
    /// The name of a field with a number, which is read but not needed.
    var number: String?

    static let samples = [
        SampleAnswer(
            "two", to: .search(query, PageRequest(size: 2)),
            response: Response(body: Array(#"[{"title": "a", "id": 1}, {"title": "b", "id": 2}]"#.utf8)))
    ]

    private static var query: Query {
        guard let query = try? Query("a") else { preconditionFailure("one letter is a query") }
        return query
    }

    func endpoint(for request: ProviderRequest) throws(ProviderError) -> Endpoint { .get(info.site) }

    func decode(_ response: Response, for request: ProviderRequest) throws(ProviderError) -> Step {
        var reader = try DraftReader(response)
        reader.readEach(in: reader.root) { (record) throws(ProviderError) in
            if let number { _ = record[number].int }
            return Draft(
                localID: try record["title"].required(\.text), kind: .photo,
                title: try record["title"].required(\.text), page: info.site)
        }
        return .page(try reader.page())
    }
}
