import ForageCore
import HTTPServer
import Synchronization
import TestWording
import Testing

@testable import ForageTransport

@Suite("Tokens for client credentials", .timeLimit(.minutes(1)))
struct TokenTests {
    private func fetch(
        _ service: TokenService, by fetcher: NetworkFetcher, at url: WebURL? = nil
    ) async throws(FetchError) -> Response {
        try await fetcher.fetch(.get(url ?? service.url), for: service.info, by: .now + .seconds(20))
            .response
    }

    @Test("simultaneous requests get one token, and each is sent with it")
    func shared() async throws {
        let service = try TokenService()
        let fetcher = service.fetcher()
        try await withThrowingTaskGroup { group in
            for _ in 1...8 { group.addTask { _ = try await fetch(service, by: fetcher) } }
            try await group.waitForAll()
        }
        _ = try await fetch(service, by: fetcher)
        #expect(
            service.forms == [
                "POST grant_type=client_credentials&client_id=canary%2Fclient%2Bid&client_secret=canary%2Fclient%2Bsecret"
            ])
        #expect(service.sent == Array(repeating: "Bearer canary-token-1", count: 9))
    }

    @Test("a token is renewed a little before it expires")
    func renewed() async throws {
        let service = try TokenService()
        let fetcher = service.fetcher()
        for seconds in [0, 539, 2] {
            service.advance(by: .seconds(seconds))
            _ = try await fetch(service, by: fetcher)
        }
        #expect(service.sent == [1, 1, 2].map { "Bearer canary-token-\($0)" })
    }

    @Test("a token that the service rejects is renewed once")
    func refused() async throws {
        let service = try TokenService()
        let fetcher = service.fetcher()
        _ = try await fetch(service, by: fetcher)
        service.forgetTokens()
        #expect(try await fetch(service, by: fetcher).status == 200)
        #expect(service.sent == [1, 1, 2].map { "Bearer canary-token-\($0)" })
    }

    @Test("a request is sent at most twice")
    func refusedAgain() async throws {
        let refusal = HTTPServerResponse.text(#"{"access_token": "not-a-known-one", "expires_in": 600}"#)
        let service = try TokenService(refusing: refusal)
        #expect(try await fetch(service, by: service.fetcher()).status == 401)
        #expect(service.forms.count == 2 && service.sent.count == 2)
    }

    @Test(
        "without both keys no token is requested", arguments: [[:], ["id": "canary"], ["secret": "canary"]])
    func anonymous(keys: [String: String]) async throws {
        let service = try TokenService()
        #expect(try await fetch(service, by: service.fetcher(keys)).text == "you sent nothing")
        #expect(service.forms.isEmpty)
    }

    @Test("a token is sent only to the provider's origins")
    func elsewhere() async throws {
        let (service, other) = (try TokenService(), try TokenService())
        #expect(try await fetch(service, by: service.fetcher(), at: other.url).text == "you sent nothing")
        #expect(service.forms.isEmpty)
        var info = service.info
        info.token?.url = try #require(other.info.token).url
        await #expect(throws: FetchError.self) {
            try await service.fetcher().fetch(.get(service.url), for: info, by: .now + .seconds(20))
        }
        #expect(other.forms.isEmpty && service.sent.isEmpty)
    }

    @Test("a token is masked in responses, errors and traces")
    func hidden() async throws {
        let service = try TokenService()
        let reported = Mutex<[String]>([])
        let trace = FetchTrace { _, sentence in reported.withLock { $0.append(sentence) } }
        let response = try await FetchTrace.$current.withValue(trace) {
            try await fetch(service, by: service.fetcher())
        }
        #expect(response.text == "you sent Bearer **************")
        let sentences = reported.withLock(\.self)
        #expect(sentences.contains { $0.hasPrefix("POST ") } && !"\(sentences)".contains("canary"))
    }

    private static let refusals: [(status: Int, body: String, failure: FetchError)] = [
        (
            401, #"{"error": "invalid_client"}"#,
            .denied(
                "\(Wording.Services.noToken("401 Unauthorized")): invalid_client; check the keys id (SAMPLE_ID) and "
                    + "secret (SAMPLE_SECRET); you can get them at https://sample.example/keys")
        ),
        (
            400, #"{"error": "x", "error_description": "No \#(TokenService.secret)"}"#,
            .denied(
                "\(Wording.Services.noToken("400 Bad Request")): No ********************; check the keys id "
                    + "(SAMPLE_ID) and secret (SAMPLE_SECRET); you can get them at https://sample.example/keys"
            )
        ),
        (429, "", .throttled(nil, Wording.Services.noToken("429 Too Many Requests"))),
        (503, "busy", .broken(Wording.Services.noToken("503 Service Unavailable"))),
        (307, "", .broken(Wording.Services.noToken("307 Temporary Redirect"))),
        (200, "<html>", .broken(Wording.Services.unusableToken(from: "127.0.0.1"))),
        (200, #"{"access_token": "a b"}"#, .broken(Wording.Services.unusableToken(from: "127.0.0.1"))),
        (
            200, #"{"access_token": "abcdef", "token_type": "mac"}"#,
            .broken(Wording.Services.unusableToken(from: "127.0.0.1"))
        ),
        (
            200, #"{"access_token": "abcdef"}"# + String(repeating: " ", count: 70_000),
            .broken(Wording.Services.unusableToken(from: "127.0.0.1"))
        ),
    ]

    @Test("a refused token ends the request before it is sent", arguments: refusals)
    func notGiven(status: Int, body: String, failure: FetchError) async throws {
        let service = try TokenService(refusing: .text(body, status: status))
        await #expect(throws: failure) { try await fetch(service, by: service.fetcher()) }
        #expect(service.sent.isEmpty && service.forms.count == 1)
    }
}
