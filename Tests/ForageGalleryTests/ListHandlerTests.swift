import Forage
import ForageCore
import ForageFormats
import ForageSandbox
import Testing

@testable import ForageGallery

@Suite("Shared lists", .timeLimit(.minutes(1)))
struct ListHandlerTests {
    private let metrics = Metrics()
    private let wanted: ListRequest

    init() throws { wanted = ListRequest(query: try Query("owl"), place: .start) }

    /// A handler that keeps results for an hour, and the sandbox that simulates the services.
    private func handler(_ faults: String...) throws -> (ListHandler, Sandbox) {
        let sandbox = try Sandbox(SandboxOptions(arguments: faults.flatMap { ["--fault", $0] }))
        let configuration = try Configuration(
            registrations: Forage.builtIn, environment: ["FORAGE_MEASURE": "false"])
        let forage = try Forage(configuration, sendingEverythingTo: #require(WebURL(sandbox.origin)))
        let searches = Searches(CurrentForage(forage), metrics)
        return (ListHandler(searches, ItemAddition("pictures") { _ in Record() }, keptFor: 3600), sandbox)
    }

    private var searchCount: Int { metrics.counts.outcomes["duckduckgo"]?.values.reduce(0, +) ?? 0 }

    @Test("one search serves simultaneous and later requests")
    func once() async throws {
        let (handler, sandbox) = try handler("api.duckduckgo.com:delay=200")
        async let second = handler.list(wanted)
        let first = try await handler.list(wanted)
        #expect(try await second.bytes == first.bytes)
        #expect(try await handler.list(wanted).bytes == first.bytes)
        #expect(searchCount == 1)
        _ = try await handler.list(ListRequest(query: try Query("owl", limit: 3), place: .start))
        #expect(searchCount == 2)
        sandbox.stop()
    }

    @Test("a list with a failed provider is searched again")
    func failure() async throws {
        let (handler, sandbox) = try handler("api.duckduckgo.com:500")
        _ = try await handler.list(wanted)
        _ = try await handler.list(wanted)
        #expect(searchCount == 2)
        sandbox.stop()
    }
}
