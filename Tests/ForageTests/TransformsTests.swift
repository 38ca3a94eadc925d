import Forage
import ForageCore
import ForageSandbox
import ForageSearch
import Testing

@Suite("Pictures converted by Cloudinary")
struct TransformsTests {
    private let sandbox: Sandbox
    private let address: WebURL

    init() throws {
        sandbox = try Sandbox()
        address = try #require(WebURL(sandbox.origin))
    }

    private func forage(_ settings: [String: String]) throws -> Forage {
        let variables = settings.map { ("FORAGE_TRANSFORMS_CLOUDINARY_\($0.key)", $0.value) }
        var environment = Dictionary(uniqueKeysWithValues: variables)
        environment["CLOUDINARY_API_SECRET"] = settings["SECRET"]
        environment["FORAGE_TRANSFORMS_CLOUDINARY_SECRET"] = nil
        environment["FORAGE_MEASURE"] = "false"
        environment["FORAGE_PROVIDERS_DRAWINGS_BASE_URL"] = "\(address)api.duckduckgo.com"
        let configuration = try Configuration(
            registrations: [DrawingProvider.registration], environment: environment)
        return Forage(configuration)
    }

    private func report(_ settings: [String: String]) async throws -> Report {
        try #require(await forage(settings).search(Query("owl"), within: .seconds(30)).report)
    }

    private let fetch = "https://res.cloudinary.com/cocoacasts/image/fetch"

    @Test("conversions are listed next to the SVG, in searches and details")
    func converted() async throws {
        let settings = ["PROVIDERS": "drawings"]
        let item = try #require(try await report(settings).items.first)
        #expect(item.renditions.map(\.url.text).last == "\(fetch)/f_png/https://cdn.drawings.example/owl.svg")
        #expect(try await forage(settings).item(item.id, within: .seconds(30)).item == item)
    }

    @Test(
        "conversions are made only on request",
        arguments: [
            [:], ["PROVIDERS": "cocoacasts"], ["PROVIDERS": "drawings", "ENABLED": "false"],
        ])
    func left(settings: [String: String]) async throws {
        #expect(try await report(settings).items.first?.renditions.count == 1)
    }

    @Test("conversions are signed if the account requires it")
    func signed() async throws {
        let wanted = ["PROVIDERS": "drawings", "SIGNED": "true", "SECRET": "b"]
        let files = try #require(try await report(wanted).items.first).renditions
        #expect(files.count == 5)
        #expect(files.filter { $0.url.text.hasPrefix("\(fetch)/s--") }.count == 4)
        #expect(files.allSatisfy { $0.template == nil })
    }

    @Test("without the secret, conversions are left out with a note")
    func unsigned() async throws {
        let report = try await report(["PROVIDERS": "drawings", "SIGNED": "true"])
        #expect(report.items.first?.renditions.count == 1)
        guard case .unconverted(let reason) = report.outcomes.first?.notes.first else {
            Issue.record("\(report.outcomes)")
            return
        }
        #expect(reason.contains("CLOUDINARY_API_SECRET"))
    }
}
