import Forage
import ForageCore
import ForageSandbox
import ForageSearch
import LoopbackClient
import Testing

@Suite("The Forage library as a whole")
struct ForageTests {
    private let sandbox: Sandbox
    private let address: WebURL

    init() throws {
        sandbox = try Sandbox()
        address = try #require(WebURL(sandbox.origin))
    }

    private func report(
        _ configuration: Configuration, _ query: Query, on providers: [ProviderID]? = nil,
        at place: Forage.ListPlace = .start, within timeout: Duration? = nil
    ) async throws -> Report {
        let forage = Forage(configuration, sendingEverythingTo: address)
        return try #require(await forage.search(query, on: providers, at: place, within: timeout).report)
    }

    private func configuration(
        _ environment: [String: String] = [:], and others: [Registration] = []
    ) throws -> Configuration {
        try Configuration(registrations: Forage.builtIn + others, environment: environment)
    }

    @Test("a search passes all layers and keeps the services' public addresses")
    func search() async throws {
        let report = try await report(configuration(), Query("owl"), on: ["duckduckgo"])
        #expect(report.items.count > 5)
        #expect(report.items.allSatisfy { $0.id.provider == "duckduckgo" && !$0.attribution.text.isEmpty })
        #expect(report.items.allSatisfy { $0.pageURL.origin != address.origin })
        #expect(report.outcomes.map(\.result) == [.answered(report.items.count)])
        #expect(report.outcomes.map(\.origin) == [.network])
    }

    @Test("several providers contribute to one list")
    func together() async throws {
        let both: [ProviderID] = ["duckduckgo", "unsplash"]
        let report = try await report(configuration(), Query("owl"), on: both)
        #expect(report.outcomes.allSatisfy { $0.isAnswer })
        #expect(Set(report.items.map(\.id.provider)) == Set(both))
    }

    @Test("a list continues by cursor and by page number")
    func places() async throws {
        let query = try Query("owl", limit: 3)
        let first = try await report(configuration(), query)
        let cursor = try SearchCursor(try #require(first.next), for: query)
        let second = try await report(configuration(), query, at: .cursor(cursor))
        #expect(Set(first.items.map(\.id)).isDisjoint(with: second.items.map(\.id)))
        #expect(try await report(configuration(), query, at: .page(2)).items == second.items)
    }

    @Test("an item is found by its id, and a missing one is empty")
    func item() async throws {
        let forage = Forage(try configuration(), sendingEverythingTo: address)
        let some = try #require(try await report(configuration(), Query("owl")).items.last)
        let found = await forage.item(some.id)
        #expect(found.item?.id == some.id)
        #expect(found.item?.title == some.title)
        let parts = some.id.local.split(separator: "~", maxSplits: 1)
        let gone = ItemID(provider: "duckduckgo", local: "zzzzqqqq~\(parts.last ?? "")")
        let missing = await forage.item(gone)
        #expect(missing.item == nil)
        #expect(missing.outcome.result == .empty)
    }

    @Test("the configured timeout applies, unless the caller passes another")
    func timeout() async throws {
        let configuration = try configuration(["FORAGE_TIMEOUT": "0.3"])
        let slow = try Query("owl fault:delay=60000")
        let report = try await report(configuration, slow, on: ["duckduckgo"])
        #expect(report.outcomes.map(\.isFailure) == [true])
        let other = try await self.report(
            configuration, Query("owl fault:delay=600"), on: ["duckduckgo"], within: .seconds(30))
        #expect(other.outcomes.map(\.isAnswer) == [true])
    }

    @Test("a disabled provider and one without its key are skipped with the reason")
    func skipped() async throws {
        let off = try configuration(["FORAGE_PROVIDERS_DUCKDUCKGO_ENABLED": "false"])
        #expect(try await report(off, Query("owl"), on: ["duckduckgo"]).outcomes.map(\.isFailure) == [false])
        #expect(try await report(off, Query("owl"), on: ["duckduckgo"]).items.isEmpty)

        let forage = Forage(try configuration(and: [KeyedProvider.registration]))
        let report = try #require(await forage.search(try Query("owl"), on: ["keyed"]).report)
        #expect(report.items.isEmpty)
        guard case .skipped(let reason) = report.outcomes.first?.result else {
            Issue.record("\(report.outcomes)")
            return
        }
        #expect(reason.contains("KEYED_API_KEY"))
        #expect(reason.contains("https://keyed.example/keys"))
    }

    @Test("your keys are never sent to the sandbox, which gets made-up ones", arguments: [true, false])
    func keys(isSet: Bool) async throws {
        let environment = isSet ? ["KEYED_API_KEY": "my-very-own-key"] : [:]
        let configuration = try configuration(environment, and: [KeyedProvider.registration])
        let report = try await report(configuration, Query("owl"), on: ["keyed"])
        #expect(report.outcomes.map(\.result) == [.answered(1)])
        let log = try await LoopbackConnection.request("/sandbox/requests", port: sandbox.port)
        let seen = try #require(log).text
        #expect(seen.contains("Client-ID sandbox-apiKey"))
        #expect(!seen.contains("my-very-own-key"))
    }

    @Test("a key is sent where you allow it, and not where a project file asks for it")
    func keysElsewhere() async throws {
        let base = "\(sandbox.origin)/api.duckduckgo.com"
        let settings =
            #"{ "$schema": "urn:forage:config:1", "providers": { "keyed": { "baseURL": "\#(base)" } } }"#
        let layer = ConfigurationLayer.projectFile("config.json", .bytes(Array(settings.utf8)))
        let environment = ["KEYED_API_KEY": "my-very-own-key"]
        let registrations = [KeyedProvider.registration]
        #expect {
            try Configuration(layers: [layer], registrations: registrations, environment: environment)
        } throws: { fault in
            guard let problem = (fault as? ConfigurationError)?.problems.first,
                case .allowOrigin = problem.remedy
            else { return false }
            return "\(problem)".contains("config.json:1:")
        }
        let allowed = try Configuration(
            layers: [layer], registrations: registrations,
            environment: environment.merging(["FORAGE_ALLOW_ORIGINS": sandbox.origin]) { $1 })
        let report = try #require(await Forage(allowed).search(try Query("owl")).report)
        #expect(report.outcomes.map(\.result) == [.answered(1)])
    }

    @Test(
        "every server outside the providers has its own account",
        arguments: [
            ("http://127.0.0.1:8080/a", "http://127.0.0.1:8081/a"), ("https://a.b-c.d/", "https://a-b.c.d/"),
            ("http://a.example/", "https://a.example/"), ("https://a.example:81/", "https://a.example.81/"),
            // Equal sums, if each letter counts 31 times the next.
            (
                "https://a-very-long-name-of-a-bucket-an.example/",
                "https://a-very-long-name-of-a-bucket-c0.example/"
            ),
            (
                "https://a-very-long-name-of-a-bucket-one.example/",
                "https://a-very-long-name-of-a-bucket-two.example/"
            ),
        ])
    func strangers(one: String, other: String) throws {
        let forage = Forage(try configuration())
        func account(_ address: String) throws -> ProviderID? {
            forage.account(ofUnknownServerAt: try #require(WebURL(address)))
        }
        #expect(try account(one) != nil && account(one) != account(other))
        #expect(try account(one) == account(one + "?more"))
        #expect(try account("https://api.duckduckgo.com/") == nil)
    }

    @Test("a saved answer is decoded like a new one")
    func decode() async throws {
        let query = try Query("owl")
        let provider = try #require(try configuration()["duckduckgo"])
        let body =
            #"{ "Type": "E", "Heading": "", "Answer": "42", "AnswerType": "calc", "RelatedTopics": [] }"#
        let response = Response(status: 200, headers: Headers(), body: Array(body.utf8), completeness: .whole)
        let answer = await Forage.decode(
            response, to: .search(query, PageRequest(size: 20)), by: provider.provider)
        #expect(answer.items.map(\.kind) == [.answer])
        #expect(answer.outcome.origin == .file)
        let refusal = Response(status: 403, headers: Headers(), body: [], completeness: .whole)
        let refused = await Forage.decode(
            refusal, to: .search(query, PageRequest(size: 20)), by: provider.provider)
        guard case .denied = refused.outcome.result else {
            Issue.record("\(refused.outcome)")
            return
        }
    }
}
