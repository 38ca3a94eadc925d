import TestWording
import Testing

@testable import ForageCore

@Suite("The two keys for a token")
struct TokenKeysTests {
    private static let limits = RequestLimits(quota: Quota(9, per: .seconds(60)), pace: nil)

    private func provider(_ environment: [String: String]) throws -> ProviderConfiguration {
        var info = ProviderInfo.owls
        info.keys = ["id", "secret"].map {
            KeySpec(
                $0, variable: "OWLS_\($0.uppercased())", isRequired: false, page: "https://owls.example/keys")
        }
        info.token = TokenSpec(
            "https://api.owls.example/token", id: "id", secret: "secret", limits: Self.limits)
        let configuration = try Configuration(
            registrations: [Registration(info) { [info] in ExampleProvider(info: info, settings: $0) }],
            environment: environment)
        return try #require(configuration["owls"])
    }

    @Test("both keys raise the limits")
    func both() throws {
        let provider = try provider(["OWLS_ID": "me", "OWLS_SECRET": "mine"])
        #expect(provider.limits == Self.limits && provider.token != nil && provider.obstacle == nil)
    }

    @Test("the keys are optional")
    func none() throws {
        let provider = try provider([:])
        #expect(provider.limits == RequestLimits() && provider.token == nil && provider.obstacle == nil)
    }

    @Test(
        "one key without the other is an obstacle, and the missing one is named",
        arguments: [("ID", "secret"), ("SECRET", "id")])
    func one(set: String, missing: String) throws {
        let provider = try provider(["OWLS_\(set)": "me"])
        #expect(provider.token == nil)
        #expect(
            provider.obstacle
                == "\(Wording.Settings.keyNotSet(missing, set: "OWLS_\(missing.uppercased())")) "
                + "to a key from https://owls.example/keys")
    }
}
