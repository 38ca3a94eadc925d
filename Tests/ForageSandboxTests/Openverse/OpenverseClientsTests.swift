import HTTPServer
import JSON
import LoopbackClient
import Testing

@testable import ForageSandbox

@Suite("Rate limits and tokens of the simulated Openverse", .timeLimit(.minutes(1)))
struct OpenverseClientsTests {
    private static let list = "/api.openverse.org/v1/images/?q=owl&page_size=1"

    @Test("the twenty-first request in a minute is refused with a Retry-After")
    func minute() async throws {
        let client = try SandboxClient()
        for _ in 1...20 { #expect(try await client.get(Self.list).status == 200) }
        let refused = try await client.get(Self.list)
        #expect(refused.status == 429)
        let seconds = try #require(refused["Retry-After"])
        #expect(Int(seconds).map { (1...60).contains($0) } == true)
        #expect(
            refused.text == #"{"detail":"Request was throttled. Expected available in \#(seconds) seconds."}"#
        )
        let picture = try #require(
            try await SandboxClient.shared.get().json(Self.list)["results"][0]["id"].string)
        #expect(try await client.get("/api.openverse.org/v1/images/\(picture)/thumb/").status == 200)
    }

    @Test("--no-limits turns the limits off")
    func free() async throws {
        let client = try SandboxClient("--no-limits")
        for _ in 1...25 { #expect(try await client.get(Self.list).status == 200) }
    }

    @Test("minute and day count from each request, and refused requests do not count")
    func windows() {
        var allowance = SlidingAllowance(perMinute: 2, perDay: 3)
        let start = ContinuousClock.now
        #expect([0, 10, 20, 59].map { allowance.take(at: start + .seconds($0)) } == [nil, nil, 40, 1])
        #expect([60, 61].map { allowance.take(at: start + .seconds($0)) } == [nil, 86_339])
        #expect(allowance.take(at: start + .seconds(86_400)) == nil)
    }

    private func request(
        _ path: String, method: String = "GET", token: String? = nil, form: String = ""
    ) -> SandboxRequest {
        var headers: HTTPFields = [:]
        headers["Authorization"] = token.map { "Bearer \($0)" }
        return SandboxRequest(
            method: method, host: "api.openverse.org", path: path, query: [], headers: headers,
            body: Array(form.utf8))
    }

    private func json(_ response: HTTPServerResponse) throws -> JSONValue {
        var bytes: [UInt8] = []
        if case .bytes(let body) = response.body { bytes = body }
        return try JSONDocument(bytes, mode: .strict).root
    }

    private static let form = "grant_type=client_credentials&client_id=sandbox-a%2Bb&client_secret=sandbox-c"

    @Test("a token raises the client's limit, until it expires")
    func token() async throws {
        let clock = ManualContinuousClock()
        let service = OpenverseService(
            catalogue: Catalogue(seed: Catalogue.defaultSeed), clients: OpenverseClients(now: clock.now))
        let given = await service.respond(
            to: request("/v1/auth_tokens/token/", method: "POST", form: Self.form))
        let answer = try json(given)
        #expect(answer["token_type"].string == "Bearer" && answer["expires_in"].int == 43_200)
        let token = try #require(answer["access_token"].string)
        let list = request("/v1/images/", token: token)
        for _ in 1...100 { #expect(await service.respond(to: list).status == 200) }
        #expect(await service.respond(to: list).status == 429)
        #expect(await service.respond(to: request("/v1/images/")).status == 200)
        clock.advance(by: .seconds(43_200))
        let expired = await service.respond(to: list)
        #expect(expired.status == 401)
        #expect(expired.headers["WWW-Authenticate"]?.contains(#"error="invalid_token""#) == true)
    }

    @Test("wrong or real credentials get no token")
    func refusals() async throws {
        let service = OpenverseService(catalogue: Catalogue(seed: Catalogue.defaultSeed))
        let path = "/v1/auth_tokens/token/"
        for (form, status, error) in [
            (Self.form.replacing("sandbox-c", with: "real"), 401, "invalid_client"),
            ("grant_type=client_credentials", 401, "invalid_client"), ("", 400, "unsupported_grant_type"),
        ] {
            let response = await service.respond(to: request(path, method: "POST", form: form))
            #expect(response.status == status)
            #expect(try json(response)["error"].string == error)
        }
        #expect(await service.respond(to: request(path)).status == 405)
        #expect(await service.respond(to: request("/v1/images/", token: "unknown")).status == 401)
    }
}
