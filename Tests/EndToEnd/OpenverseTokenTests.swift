import JSON
import Platform
import TestWording
import Testing

@Suite("Openverse with a token", .timeLimit(.minutes(1)))
struct OpenverseTokenTests {
    private static let variables = ["ID", "SECRET"].map { "FORAGE_KEY_OPENVERSE_CLIENT_\($0)" }
    /// The prefix of the sandbox's tokens.
    private static let token = "played-token-"

    private let place: Place
    private let sandbox: RunningProgram

    init() throws {
        place = try Place()
        sandbox = try RunningProgram(["forage-sandbox"], in: Place())
    }

    private func run(
        _ words: [String], keys: [String] = ["sandbox-client", "sandbox-canary"],
        _ environment: [String: String] = [:]
    ) async throws -> RunningProgram.Ending {
        let variables = [
            "FORAGE_DEFINITIONS_SHIPPED": "true", "FORAGE_MEASURE": "false",
            "FORAGE_PROVIDERS_OPENVERSE_BASE_URL": "\(try await sandbox.address())/api.openverse.org",
        ]
        let named = Dictionary(uniqueKeysWithValues: zip(Self.variables, keys))
        return try await RunningProgram(
            ["forage"] + words, in: place,
            environment: variables.merging(named) { $1 }.merging(environment) { $1 }
        ).ending()
    }

    private func search(_ words: String..., keys: [String] = ["sandbox-client", "sandbox-canary"])
        async throws
        -> RunningProgram.Ending
    {
        try await run(["search", "--provider", "openverse", "-f", "json"] + words, keys: keys)
    }

    private func requests() async throws -> [String] {
        try await SharedSandbox.requests(at: sandbox.address()).map {
            "\($0["method"].string ?? "") \($0["path"].string ?? "")"
        }
    }

    @Test("cached answers are shared, with and without keys")
    func shared() async throws {
        #expect(try await search("owl").json["outcomes"][0]["origin"].string == "network")
        #expect(try await requests() == ["POST /v1/auth_tokens/token/", "GET /v1/images/"])
        #expect(try await search("owl", keys: []).json["outcomes"][0]["origin"].string == "cached")
        #expect(try await search("owl").json["outcomes"][0]["origin"].string == "cached")
        #expect(try await search("tern", keys: []).code == 0)
        #expect(try await requests().filter { $0.hasPrefix("POST") }.count == 1)
    }

    @Test("wrong keys are denied with advice")
    func denied() async throws {
        let ending = try await search("owl", keys: ["wrong-one", "canary-of-mine"])
        #expect(ending.code == 1)
        let outcome = try ending.json["outcomes"][0]
        #expect(outcome["result"].string == "denied")
        let reason = try #require(outcome["reason"].string)
        #expect(reason.contains("invalid_client") && Self.variables.allSatisfy(reason.contains), "\(reason)")
        #expect(!(ending.output + ending.messages).contains("canary-of-mine"))
    }

    @Test("a single key is reported by search and doctor")
    func alone() async throws {
        let ending = try await search("owl", keys: ["sandbox-client"])
        #expect(ending.messages.contains(Self.variables[1]))
        let doctor = try await run(["doctor"], keys: ["sandbox-client"])
        #expect(
            doctor.output.contains(
                "\(Wording.Settings.keyNotSet("clientSecret")); set the variable \(Self.variables[1])"))
        #expect(try await requests().isEmpty)
    }

    @Test("the token is in no output and no file")
    func hidden() async throws {
        let bundle = "\(place.home)/recorded.json"
        for words in [["owl"], ["owl \"fault:echo=200\""], ["owl \"fault:echo=401\""]] {
            for format in ["json", "table", "html"] {
                let record = format == "json" ? ["--record", bundle] : []
                let ending = try await run(
                    ["search", "--provider", "openverse", "--refresh", "--verbose", "-f", format] + words
                        + record)
                #expect(!(ending.output + ending.messages).contains(Self.token))
                try expectNothingKept()
            }
        }
        let fetched = try await run(["fetch", "https://api.openverse.org/v1/images/?q=owl", "--verbose"])
        #expect(!(fetched.output + fetched.messages).contains(Self.token))
        let sent = try await SharedSandbox.requests(at: sandbox.address())
        #expect(sent.contains { $0["headers"]["authorization"].string?.contains(Self.token) == true })
        try expectNothingKept()
    }

    private func expectNothingKept() throws {
        let patterns = EncodedKey.all(of: Self.token) + EncodedKey.all(of: "sandbox-canary")
        for name in try FileManager.default.subpathsOfDirectory(atPath: place.home) {
            guard let bytes = try? Data(contentsOf: URL(filePath: "\(place.home)/\(name)")) else { continue }
            let text = String(decoding: bytes, as: Unicode.ASCII.self)
            #expect(!patterns.contains(where: text.contains), "\(name)")
        }
    }
}
