import Forage
import ForageCore
import TestPlaces
import Testing

@Suite("The configuration of the user")
struct UserConfigurationTests {
    private let folder: TemporaryFolder
    private let environment: [String: String]

    init() throws {
        folder = try TemporaryFolder()
        environment = ["XDG_CONFIG_HOME": folder.path]
    }

    private static func definition(_ id: String) -> String {
        """
        {
          "$schema": "urn:forage:definition:1",
          "about": {"id": "\(id)", "name": "A feed", "summary": "Talks", "site": "https://talk.example/",
            "kinds": ["episode"], "hosts": ["https://talk.example"]},
          "format": "feed",
          "browse": {"url": "https://talk.example/feed"},
          "item": {"id": "/guid", "title": "/title", "page": "/link"}
        }
        """
    }

    @Test("it has your settings and keys, the compiled providers and your definitions")
    func everything() throws {
        _ = try folder.write(#"{ "defaults": { "limit": 3 } }"#, to: "forage/config.json", permissions: 0o600)
        _ = try folder.write(
            #"{ "keyed": { "apiKey": "abc" } }"#, to: "forage/credentials.json", permissions: 0o600)
        _ = try folder.write(Self.definition("own"), to: "forage/providers/own.json", permissions: 0o600)
        _ = try folder.write(Self.definition("shipped"), to: "brought/shipped.json", permissions: 0o600)
        let configuration = try Configuration.ofCurrentUser(
            environment: environment, inAdditionTo: [KeyedProvider.registration],
            shippedIn: "\(folder.path)/brought")
        #expect(configuration.limit == 3)
        #expect(configuration["keyed"]?.keys.first?.isSet == true)
        let compiled = Forage.builtIn.map(\.info.id)
        #expect(configuration.providers.map(\.id) == compiled + ["keyed", "own", "shipped"])
    }

    @Test(
        "it warns about definitions with a taken name, and about a missing folder of shipped definitions")
    func warnings() throws {
        let path = try folder.write(
            Self.definition("keyed"), to: "forage/providers/keyed.json", permissions: 0o600)
        var problems: [String] = []
        let configuration = try Configuration.ofCurrentUser(
            environment: environment, inAdditionTo: [KeyedProvider.registration],
            shippedIn: "\(folder.path)/nowhere"
        ) { problems.append($0.description) }
        #expect(configuration.providers.map(\.id) == Forage.builtIn.map(\.info.id) + ["keyed"])
        #expect(problems.count == 2 && problems[1].hasPrefix("\(path):"))
        #expect(
            problems[0].hasPrefix("\(folder.path)/nowhere: the definitions that come with Forage are missing")
        )
    }

    @Test("it has no shipped definitions if you turn them off")
    func notShipped() throws {
        _ = try folder.write(Self.definition("shipped"), to: "brought/shipped.json", permissions: 0o600)
        let configuration = try Configuration.ofCurrentUser(
            environment: environment.merging(["FORAGE_DEFINITIONS_SHIPPED": "false"]) { $1 },
            shippedIn: "\(folder.path)/brought")
        #expect(configuration.providers.map(\.id) == Forage.builtIn.map(\.info.id))
    }
}
