import Forage
import JSON
import Platform
import TestPlaces
import TestWording
import Testing

/// Reuse of answers from services that are simulated with their real headers.
@Suite("Reuse of cached answers")
struct ReuseTests {
    private static let providers = [
        "cleveland", "commons", "duckduckgo", "flickr", "inaturalist", "nasa", "openverse", "smk", "unsplash",
        "wellcome",
    ]

    private static let sandbox = [
        "forage-sandbox", "--definitions", ThisCheckout.folder.appending(path: "Providers/Definitions").path,
    ]

    private let place: Place

    init() throws { place = try Place() }

    private func search(
        _ sandbox: String, _ words: [String] = ["owl"], code: Int32 = 0, _ environment: [String: String] = [:]
    ) async throws -> RunningProgram.Ending {
        let variables = [
            "FORAGE_SANDBOX": sandbox, "FORAGE_DEFINITIONS_SHIPPED": "true", "FORAGE_MEASURE": "false",
            "FORAGE_PROVIDERS_COCOACASTS_ENABLED": "",
        ]
        let ending = try await RunningProgram(
            ["forage", "--sandbox", "search", "-f", "json"] + words, in: place,
            environment: variables.merging(environment) { $1 }
        ).ending()
        #expect(ending.code == code, "\(ending.messages)")
        return ending
    }

    private func origins(_ ending: RunningProgram.Ending) throws -> [String: String] {
        let outcomes = try ending.json["outcomes"].list.filter { $0["result"].string != "skipped" }
        return Dictionary(
            outcomes.map { ($0["provider"].string ?? "", $0["origin"].string ?? "none") }
        ) { $1 }
    }

    private func all(_ origin: String) -> [String: String] {
        Dictionary(uniqueKeysWithValues: Self.providers.map { ($0, origin) })
    }

    @Test("a second search sends no request, and works without the services")
    func second() async throws {
        let sandbox = try RunningProgram(Self.sandbox, in: Place())
        let address = try await sandbox.address()
        #expect(try origins(try await search(address)) == all("network"))
        let count = try await SharedSandbox.requests(at: address).count
        // DuckDuckGo sends "max-age=1".
        try await Task.sleep(for: .milliseconds(1_200))
        #expect(try origins(try await search(address)) == all("cached"))
        #expect(try await SharedSandbox.requests(at: address).count == count)
        sandbox.interrupt()
        let third = try await search("http://127.0.0.1:1/")
        #expect(try origins(third) == all("cached"))
        #expect(try third.json["outcomes"].list.allSatisfy { ($0["age"].double ?? 1) >= 1 })
        #expect(third.messages.contains("\(Wording.Results.cached), up to"))
    }

    @Test("stale answers replace unreachable services, each with its age")
    func gone() async throws {
        let address = try SharedSandbox.address.get()
        let asAskedAgain = Dictionary(
            uniqueKeysWithValues: Self.providers.map {
                ("FORAGE_PROVIDERS_\($0.uppercased())_CACHE_FOR", "0")
            })
        for _ in 1...2 {
            #expect(try origins(try await search(address, ["owl"], asAskedAgain)) == all("network"))
        }
        let last = try await search("http://127.0.0.1:1/", ["owl"], asAskedAgain)
        #expect(try origins(last) == all("stale"))
        #expect(try last.json["items"].count > 0)
    }

    @Test("your own lifetime is used, and cache why names the setting")
    func setting() async throws {
        let address = try SharedSandbox.address.get()
        _ = try await search(address)
        let why = try await forage(
            "--sandbox", "cache", "why", "owl", in: place,
            environment: ["FORAGE_PROVIDERS_FLICKR_CACHE_FOR": "7200"])
        let rules = why.outputLines.filter { $0.contains("rule") }
        #expect(rules.contains { $0.contains("7200 s (providers.flickr.cacheFor)") }, "\(why.output)")
        #expect(rules.contains { $0.contains("at least 3600 s (the service's terms)") }, "\(why.output)")
    }

    @Test("offline, a service without a key and cached answers is no failure")
    func offlineWithoutKeys() async throws {
        _ = try await forageAtSandbox(["search", "owl"], in: place)
        let ending = try await forageAtSandbox(["search", "owl", "--offline", "-f", "json"], in: place)
        #expect(ending.code == 0, "\(ending.messages)")
        #expect(try origins(ending) == ["duckduckgo": "cached"])
    }

    @Test("without a configuration, no discontinued service is asked")
    func defaults() async throws {
        let dead = Self.sandbox + ["--fault", "cocoacasts.s3.us-west-1.amazonaws.com:404"]
        let sandbox = try RunningProgram(dead, in: Place())
        let address = try await sandbox.address()
        #expect(try origins(try await search(address)) == all("network"))
        let enabled = ["FORAGE_PROVIDERS_COCOACASTS_ENABLED": "true"]
        _ = try await search(address, ["owl"], code: 3, enabled)
    }

    @Test("requests contain a contact address only if you set one")
    func identity() async throws {
        let sandbox = try RunningProgram(Self.sandbox, in: Place())
        let address = try await sandbox.address()
        func agents() async throws -> Set<String?> {
            Set(try await SharedSandbox.requests(at: address).map { $0["headers"]["user-agent"].string })
        }
        _ = try await search(address)
        #expect(try await agents() == ["Forage/\(Version.current)"])
        _ = try await search(address, ["barn owl"], ["FORAGE_CONTACT": "ann@birds.example"])
        #expect(
            try await agents() == [
                "Forage/\(Version.current)", "Forage/\(Version.current) (ann@birds.example)",
            ])
    }
}
