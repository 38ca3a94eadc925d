import Forage
import ForageCore
import ForageFormats
import ForageSandbox
import Testing

@testable import ForageGallery

@Suite("Lists that are wanted again and again", .timeLimit(.minutes(1)))
struct ListDeskTests {
    private let metrics = Metrics()
    private let wanted: ListRequest

    init() throws { wanted = ListRequest(query: try Query("owl"), place: .start) }

    /// A desk that hands out what it found for an hour, and who plays the services for it.
    private func desk(_ faults: String...) throws -> (ListDesk, Sandbox) {
        let sandbox = try Sandbox(SandboxOptions(arguments: faults.flatMap { ["--fault", $0] }))
        let configuration = try Configuration(
            registrations: Forage.builtIn, environment: ["FORAGE_MEASURE": "false"])
        let forage = try Forage(configuration, playedBy: #require(WebURL(sandbox.origin)))
        let searches = Searches(forage, metrics)
        return (ListDesk(searches, ItemAddition("pictures") { _ in [:] }, keptFor: 3600), sandbox)
    }

    private var searchCount: Int { metrics.counts.outcomes["duckduckgo"]?.values.reduce(0, +) ?? 0 }

    @Test("one search does for several at once and for those who come soon after")
    func once() async throws {
        let (desk, sandbox) = try desk("api.duckduckgo.com:delay=200")
        async let second = desk.list(wanted)
        let first = try await desk.list(wanted)
        #expect(try await second.bytes == first.bytes)
        #expect(try await desk.list(wanted).bytes == first.bytes)
        #expect(searchCount == 1)
        _ = try await desk.list(ListRequest(query: try Query("owl", limit: 3), place: .start))
        #expect(searchCount == 2)
        sandbox.stop()
    }

    @Test("a list that somebody failed in is searched for again")
    func failure() async throws {
        let (desk, sandbox) = try desk("api.duckduckgo.com:500")
        _ = try await desk.list(wanted)
        _ = try await desk.list(wanted)
        #expect(searchCount == 2)
        sandbox.stop()
    }
}
